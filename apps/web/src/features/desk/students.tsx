import { Anchor, Group, Stack, Text } from '@mantine/core';
import { counted } from '@spareswipe/contract';
import type { DeskStudent } from '@spareswipe/contract/desk';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useListFilter } from '../../shared/use-list-filter';
import { DeskList, DeskSearch, Found } from './desk-list';
import { searchFilter, studentsLike } from './desk.queries';

/** Students of the operator's campus, by name or e-mail. */
export function Students() {
  const { filter, change, setPage } = useListFilter(searchFilter);
  const found = useQuery(studentsLike(filter.search, filter.page));
  return (
    <Stack gap="md">
      <DeskSearch placeholder="Name or whole email" value={filter.search} change={change} />
      <Found total={found.data?.pagination.total} one="student" />
      <DeskList label="Students" query={found} onPage={setPage}>
        {({ students }) => (
          <Stack component="ul" gap="md">
            {students.map((student) => (
              <Student key={student._id} {...student} />
            ))}
          </Stack>
        )}
      </DeskList>
    </Stack>
  );
}

function Student({ _id, name, email, credits, ...student }: DeskStudent) {
  const state = stateOf(student);
  return (
    <Group component="li" justify="space-between">
      <div>
        <Anchor component={Link} to={`/desk/students/${_id}`}>
          <bdi>{name}</bdi>
        </Anchor>
        <Text size="sm" c="dimmed">
          {email}
        </Text>
      </div>
      <Text size="sm" ta="right">
        {counted(credits, 'meal')}
        {state && `, ${state}`}
      </Text>
    </Group>
  );
}

/** Why a student can't take part; undefined if they can. */
function stateOf({
  isVerified,
  closedAt,
  suspendedUntil,
}: Pick<DeskStudent, 'isVerified' | 'closedAt' | 'suspendedUntil'>) {
  if (closedAt) return 'closed';
  if (!isVerified) return 'not verified';
  return suspendedUntil ? 'suspended' : undefined;
}
