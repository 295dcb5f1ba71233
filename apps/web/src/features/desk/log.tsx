import { Button, Group, Stack, Text } from '@mantine/core';
import type { LogLine } from '@spareswipe/contract/desk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { showDate } from '../../shared/dates';
import { useDesk } from './desk-session';
import { logPage } from './desk.queries';

/** Who did what to whom, and why. */
export function LogLines({ lines }: { lines: LogLine[] }) {
  if (!lines.length) return <Text c="dimmed">Nothing yet.</Text>;
  return (
    <Stack gap="sm">
      {lines.map((line) => (
        <div key={line._id}>
          <Text fw={500}>
            {line.action}
            {line.student && (
              <>
                : <bdi>{line.student.name}</bdi>
              </>
            )}
          </Text>
          <Text style={{ overflowWrap: 'anywhere' }}>{line.reason}</Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {showDate(line.createdAt, new Date())}, {line.operator}
          </Text>
        </div>
      ))}
    </Stack>
  );
}

/** The log of the operator's campus, the latest first. */
export function Log() {
  const { client } = useDesk();
  const [page, setPage] = useState(1);
  const log = useQuery(logPage(client, page));
  return (
    <Stack gap="md">
      <LogLines lines={log.data?.lines ?? []} />
      <Group>
        <Button variant="default" disabled={!log.data?.pagination.hasPrev} onClick={() => setPage(page - 1)}>
          Later
        </Button>
        <Button variant="default" disabled={!log.data?.pagination.hasNext} onClick={() => setPage(page + 1)}>
          Earlier
        </Button>
      </Group>
    </Stack>
  );
}
