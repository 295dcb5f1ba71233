import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { ANNOUNCEMENT_DAYS, ANNOUNCEMENT_MAX, counted, SEARCH_MAX } from '@spareswipe/contract';
import type { Announce, DeskAnnouncement } from '@spareswipe/contract/desk';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { unwrap } from '../../shared/api/client';
import { useIntent } from '../../shared/api/use-intent';
import { showDate } from '../../shared/dates';
import { Loaded } from '../../shared/ui/loaded';
import { SelectOne, Textarea, TextInput } from './desk-fields';
import { DeskForm, textOf } from './desk-form';
import { desk } from './desk-session';
import { announcements, campusesLike } from './desk.queries';
import classes from './desk.module.css';
import { ReasonForm } from './reason-form';

/** A form for a new announcement to a campus, and the announcements that are shown now. */
export function Announcements() {
  const current = useQuery(announcements);
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
  const { send: announce } = useIntent((body: Announce, headers) => unwrap(desk.announce({ body, headers })));
  return (
    <Paper withBorder p="md">
      <DeskForm
        button="Tell the campus"
        send={(form) => announce({ campus: textOf(form, 'campus'), text: textOf(form, 'text') })}
      >
        <CampusField />
        <Textarea
          label="Announcement"
          description={`Every student sees it until they dismiss it, for ${counted(ANNOUNCEMENT_DAYS, 'day')} at most`}
          name="text"
          aria-required
          rows={3}
          maxLength={ANNOUNCEMENT_MAX}
        />
      </DeskForm>
    </Paper>
  );
}

/** One of the operator's campuses; where they have more than a page of them, by a part of its name. */
function CampusField() {
  const [search, setSearch] = useState('');
  const { data } = useQuery(campusesLike(search, 1));
  const names = data?.campuses.map(({ institution }) => institution) ?? [];
  if (!search && (data?.pagination.pages ?? 1) < 2) return <SelectOne label="Campus" name="campus" data={names} />;
  return (
    <>
      <TextInput
        label="Campus"
        name="campus"
        aria-required
        list="campuses-found"
        maxLength={SEARCH_MAX}
        value={search}
        onChange={({ currentTarget: { value } }) => setSearch(value)}
      />
      <datalist id="campuses-found">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

function Announcement({ _id, campus, text, createdAt, readers }: DeskAnnouncement) {
  const textId = useId();
  return (
    <Paper component="article" withBorder p="md" aria-labelledby={textId}>
      <Text id={textId} dir="auto" className={classes.quote}>
        {text}
      </Text>
      <Text size="sm" c="dimmed" mb="md">
        {campus} · {showDate(createdAt, new Date())} · dismissed by {counted(readers, 'student')}
      </Text>
      <ReasonForm
        button="Take back"
        color="red"
        reason={{ description: 'For the log' }}
        send={(reason) => unwrap(desk.withdrawAnnouncement({ params: { id: _id }, body: { reason } }))}
      />
    </Paper>
  );
}
