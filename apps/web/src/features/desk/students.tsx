import { Anchor, Group, Stack, Text, TextInput } from '@mantine/core';
import { counted } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useDesk } from './desk-session';
import { studentsLike } from './desk.queries';

/** Students of the operator's campus, by name or address. */
export function Students() {
  const { client } = useDesk();
  const [search, setSearch] = useState('');
  const found = useQuery(studentsLike(client, search));
  return (
    <Stack gap="md">
      <TextInput
        label="Search"
        placeholder="Name or email"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Text role="status" size="sm" c="dimmed">
        {found.data ? counted(found.data.pagination.total, 'student') : '\u00a0'}
      </Text>
      {found.data?.students.map((student) => (
        <Group key={student._id} justify="space-between" wrap="nowrap">
          <div>
            <Anchor component={Link} to={`/desk/students/${student._id}`}>
              <bdi>{student.name}</bdi>
            </Anchor>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {student.email}
            </Text>
          </div>
          <Text size="sm">{counted(student.credits, 'meal')}</Text>
        </Group>
      ))}
    </Stack>
  );
}
