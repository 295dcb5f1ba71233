import { Checkbox, Paper, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import {
  CAMPUS_OPEN_REQUESTS_MAX,
  CAMPUS_PLACES_MAX,
  CAMPUS_STARTING_MEALS_MAX,
  counted,
  GUEST_RULES_MAX,
  PAUSE_NOTICE_MAX,
} from '@spareswipe/contract';
import type { CampusSettings } from '@spareswipe/contract/desk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap } from '../../shared/api/client';
import { DeskForm, textOf } from './desk-form';
import { useDesk } from './desk-session';
import { campuses } from './desk.queries';
import { Reason } from './reason';

/** The campuses of the operator: paused or open, their rules for guest meals, limits and places. */
export function Campuses() {
  const { client } = useDesk();
  const found = useQuery(campuses(client));
  return (
    <Stack gap="md">
      {found.data?.campuses.map((campus) => (
        <Campus key={campus.institution} {...campus} />
      ))}
    </Stack>
  );
}

/** The fields of the settings, filled in with the current ones. */
function Fields({ pause, guestRules, ...limits }: CampusSettings) {
  const [isPaused, setPaused] = useState(pause !== null);
  return (
    <>
      <Checkbox
        label="Paused: nobody can post or accept"
        name="paused"
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
            maxLength={PAUSE_NOTICE_MAX}
          />
          <TextInput
            label="Until (optional)"
            type="datetime-local"
            name="until"
            defaultValue={pause?.until ? localTime(pause.until) : ''}
          />
        </>
      )}
      <Textarea
        label="Rules for guest meals"
        name="rules"
        defaultValue={guestRules?.text}
        maxLength={GUEST_RULES_MAX}
      />
      <TextInput
        label="Link to the rules (optional)"
        name="url"
        type="url"
        placeholder="https://"
        defaultValue={guestRules?.url ?? ''}
      />
      <Limits {...limits} />
    </>
  );
}

function Limits({ openRequestsMax, startingMeals, mealsOnSale, places }: Omit<CampusSettings, 'pause' | 'guestRules'>) {
  return (
    <>
      <TextInput
        label="Open requests of one student at once (optional)"
        description="Empty: no limit"
        name="openRequests"
        type="number"
        min={1}
        max={CAMPUS_OPEN_REQUESTS_MAX}
        defaultValue={openRequestsMax ?? ''}
      />
      <TextInput
        label="Starting meals of a new student (optional)"
        description="Empty: as on every campus"
        name="startingMeals"
        type="number"
        min={0}
        max={CAMPUS_STARTING_MEALS_MAX}
        defaultValue={startingMeals ?? ''}
      />
      <Checkbox label="Students can buy meals" name="mealsOnSale" defaultChecked={mealsOnSale} />
      <Textarea
        label="Places to eat"
        description={`One a line, at most ${CAMPUS_PLACES_MAX}. The form suggests them first; students may still write others.`}
        name="places"
        rows={5}
        defaultValue={places.join('\n')}
      />
    </>
  );
}

/** What `datetime-local` shows: this browser's own time. */
const localTime = (iso: string) => {
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

/** A number field left empty is the default. */
const numberOf = (data: FormData, name: string) => {
  const value = textOf(data, name).trim();
  return value ? Number(value) : null;
};

type Props = CampusSettings & { institution: string; students: number };

function Campus({ institution, students, ...settings }: Props) {
  const { client } = useDesk();
  const send = (data: FormData) => {
    const until = textOf(data, 'until');
    const text = textOf(data, 'rules').trim();
    const body = {
      reason: textOf(data, 'reason'),
      pause: data.has('paused')
        ? { notice: textOf(data, 'notice'), until: until ? new Date(until).toISOString() : null }
        : null,
      guestRules: text ? { text, url: textOf(data, 'url').trim() || null } : null,
      openRequestsMax: numberOf(data, 'openRequests'),
      startingMeals: numberOf(data, 'startingMeals'),
      mealsOnSale: data.has('mealsOnSale'),
      places: textOf(data, 'places')
        .split('\n')
        .map((place) => place.trim())
        .filter(Boolean),
      before: settings,
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
        {/* filled in anew when somebody else has changed them */}
        <Fields key={JSON.stringify(settings)} {...settings} />
        <Reason description="For the log" />
      </DeskForm>
    </Paper>
  );
}
