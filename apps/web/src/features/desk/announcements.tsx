import { NativeSelect, Paper, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core';
import { ANNOUNCEMENT_DAYS, ANNOUNCEMENT_MAX, counted } from '@spareswipe/contract';
import type { Announce, DeskAnnouncement } from '@spareswipe/contract/desk';
import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../shared/api/client';
import { useIntent } from '../../shared/api/use-intent';
import { showDate } from '../../shared/dates';
import { Loaded } from '../../shared/ui/loaded';
import { DeskForm, textOf } from './desk-form';
import { useDesk } from './desk-session';
import { announcements, campuses } from './desk.queries';
import classes from './desk.module.css';
import { Reason } from './reason';

/** What the operator tells a campus, and what shows now. */
export function Announcements() {
  const { client } = useDesk();
  const current = useQuery(announcements(client));
  return (
    <Stack gap="md">
      <NewAnnouncement />
      <Title order={2} size="h4">
        Showing now
      </Title>
      <Loaded
        query={current}
        skeleton={<Skeleton h={100} />}
        isEmpty={({ announcements }) => announcements.length === 0}
        empty={<Text c="dimmed">None.</Text>}
      >
        {({ announcements }) =>
          announcements.map((announcement) => <Announcement key={announcement._id} {...announcement} />)
        }
      </Loaded>
    </Stack>
  );
}

function NewAnnouncement() {
  const { client } = useDesk();
  const { send: announce } = useIntent((body: Announce, headers) => unwrap(client.desk.announce({ body, headers })));
  const { data } = useQuery(campuses(client));
  return (
    <Paper withBorder p="md">
      <DeskForm
        button="Tell the campus"
        send={(form) => announce({ campus: textOf(form, 'campus'), text: textOf(form, 'text') })}
      >
        <NativeSelect label="Campus" name="campus" data={data?.campuses.map(({ institution }) => institution) ?? []} />
        <Textarea
          label="Announcement"
          description={`Every student sees it until they dismiss it, for ${counted(ANNOUNCEMENT_DAYS, 'day')} at most`}
          name="text"
          rows={3}
          maxLength={ANNOUNCEMENT_MAX}
        />
      </DeskForm>
    </Paper>
  );
}

function Announcement({ _id, campus, text, createdAt, readers }: DeskAnnouncement) {
  const { client } = useDesk();
  return (
    <Paper component="article" withBorder p="md">
      <Text dir="auto" className={classes.quote}>
        {text}
      </Text>
      <Text size="sm" c="dimmed" mb="md">
        {campus} · {showDate(createdAt, new Date())} · dismissed by {counted(readers, 'student')}
      </Text>
      <DeskForm
        button="Take back"
        color="red"
        send={(data) =>
          unwrap(client.desk.withdrawAnnouncement({ params: { id: _id }, body: { reason: textOf(data, 'reason') } }))
        }
      >
        <Reason description="For the log" />
      </DeskForm>
    </Paper>
  );
}
