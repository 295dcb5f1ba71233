import { Checkbox, Paper, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { counted } from '@spareswipe/contract';
import type { CampusSettings } from '@spareswipe/contract/desk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap } from '../../shared/api/client';
import { DeskForm, textOf } from './desk-form';
import { useDesk } from './desk-session';

/** The campuses of the operator: paused or open, and their rules for guest meals. */
export function Campuses() {
  const { client } = useDesk();
  const found = useQuery({
    queryKey: ['desk', 'campuses'],
    queryFn: () => unwrap(client.desk.campuses()),
    meta: { failure: 'Failed to load the campus' },
  });
  return (
    <Stack gap="md">
      {found.data?.campuses.map((campus) => (
        <Campus key={campus.institution} {...campus} />
      ))}
    </Stack>
  );
}

/** What `datetime-local` shows: this browser's own time. */
const localTime = (iso: string) => {
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

function Campus({
  institution,
  students,
  pause,
  guestRules,
}: CampusSettings & { institution: string; students: number }) {
  const { client } = useDesk();
  const [isPaused, setPaused] = useState(pause !== null);
  const send = (data: FormData) => {
    const until = textOf(data, 'until');
    const text = textOf(data, 'rules').trim();
    const body = {
      reason: textOf(data, 'reason'),
      pause: isPaused ? { notice: textOf(data, 'notice'), until: until ? new Date(until).toISOString() : null } : null,
      guestRules: text ? { text, url: textOf(data, 'url').trim() || null } : null,
    };
    return unwrap(client.desk.changeCampus({ params: { id: institution }, body }));
  };
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h3">
        {institution}
      </Title>
      <Text mb="md">{counted(students, 'student')}</Text>
      <DeskForm button="Save" send={send}>
        <Checkbox
          label="Paused: nobody can post or accept"
          checked={isPaused}
          onChange={(event) => setPaused(event.currentTarget.checked)}
        />
        {isPaused && (
          <>
            <Textarea
              label="Notice"
              description="Students read it"
              name="notice"
              defaultValue={pause?.notice}
              maxLength={300}
            />
            <TextInput
              label="Until (optional)"
              type="datetime-local"
              name="until"
              defaultValue={pause?.until ? localTime(pause.until) : ''}
            />
          </>
        )}
        <Textarea label="Rules for guest meals" name="rules" defaultValue={guestRules?.text} maxLength={1000} />
        <TextInput
          label="Link to the rules (optional)"
          name="url"
          type="url"
          placeholder="https://"
          defaultValue={guestRules?.url ?? ''}
        />
        <Textarea label="Reason" description="For the log" name="reason" maxLength={500} />
      </DeskForm>
    </Paper>
  );
}
