import { Checkbox, Paper, Skeleton, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import {
  CAMPUS_OPEN_REQUESTS_MAX,
  CAMPUS_PLACES_MAX,
  CAMPUS_STARTING_MEALS_MAX,
  counted,
  GUEST_RULES_MAX,
  PAUSE_NOTICE_MAX,
} from '@spareswipe/contract';
import type { CampusSettings } from '@spareswipe/contract/desk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChangeEvent } from 'react';
import { isCode } from '../../shared/api/api-error';
import { unwrap } from '../../shared/api/client';
import { Loaded } from '../../shared/ui/loaded';
import { FIELD_LABELS, settingsOf, type CampusFields, type FieldName } from './campus-fields';
import { DeskForm, textOf } from './desk-form';
import { useDesk } from './desk-session';
import { campuses } from './desk.queries';
import { Reason } from './reason';
import { useCampusFields, type ChangeByColleague } from './use-campus-fields';

/** The campuses of the operator: paused or open, their rules for guest meals, limits and places. */
export function Campuses() {
  const { client } = useDesk();
  const found = useQuery(campuses(client));
  return (
    <Loaded query={found} skeleton={<Skeleton h={600} />}>
      {(data) => (
        <Stack gap="md">
          {data.campuses.map(({ institution, students, ...settings }) => (
            <Campus
              key={institution}
              institution={institution}
              students={students}
              settings={settings}
              isOnly={data.campuses.length === 1}
            />
          ))}
        </Stack>
      )}
    </Loaded>
  );
}

interface Props {
  institution: string;
  students: number;
  settings: CampusSettings;
  isOnly: boolean;
}

/** Folded where an operator has several, so that they are found in a list of names. */
function Campus({ institution, students, settings, isOnly }: Props) {
  const { client } = useDesk();
  const queries = useQueryClient();
  const { fields, loaded, byColleague, change, saved, merge } = useCampusFields(settings);

  async function send(data: FormData) {
    const now = settingsOf(fields);
    try {
      const body = { reason: textOf(data, 'reason'), ...now, before: loaded };
      const answer = await unwrap(client.desk.changeCampus({ params: { id: institution }, body }));
      saved(now);
      return answer;
    } catch (error) {
      if (!isCode(error, 'CAMPUS_CHANGED')) throw error;
      const fresh = await queries.query({ ...campuses(client), staleTime: 0 });
      for (const { institution: name, students: _, ...theirs } of fresh.campuses)
        if (name === institution) merge(theirs);
      throw error;
    }
  }

  const name = (
    <Title order={2} size="h3" display={isOnly ? 'block' : 'inline'}>
      {institution}
    </Title>
  );
  return (
    <Paper component={isOnly ? 'section' : 'details'} withBorder p="md">
      {isOnly ? name : <summary>{name}</summary>}
      <Text mb="md">
        {counted(students, 'student')}
        {settings.pause && ', paused'}
      </Text>
      <DeskForm button="Save" send={send}>
        <Fields fields={fields} change={change} />
        <Reason description="For the log" />
        <Changes changes={byColleague} />
      </DeskForm>
    </Paper>
  );
}

/** What somebody else saved while this form was open. */
function Changes({ changes }: { changes: ChangeByColleague[] }) {
  if (!changes.length) return null;
  const shown = (value: string | boolean) => (typeof value === 'string' ? value || 'empty' : value ? 'yes' : 'no');
  return (
    <div>
      <Text fw={600}>What they changed:</Text>
      <ul aria-label="What they changed">
        {changes.map(({ name, value, isMineToo }) => (
          <li key={name} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {FIELD_LABELS[name].replace(' (optional)', '')}: <bdi>{shown(value)}</bdi>
            {isMineToo && ' (you changed this too: yours is kept)'}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface FieldsProps {
  fields: CampusFields;
  change: (changed: Partial<CampusFields>) => void;
}

function Fields({ fields, change }: FieldsProps) {
  const text = (name: Exclude<FieldName, 'paused' | 'mealsOnSale'>) => ({
    name,
    label: FIELD_LABELS[name],
    value: fields[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [name]: currentTarget.value }),
  });
  const box = (name: 'paused' | 'mealsOnSale') => ({
    name,
    label: FIELD_LABELS[name],
    checked: fields[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => change({ [name]: currentTarget.checked }),
  });
  return (
    <>
      <Checkbox {...box('paused')} />
      {fields.paused && (
        <>
          <Textarea {...text('notice')} description="Students read it" maxLength={PAUSE_NOTICE_MAX} />
          <TextInput {...text('until')} type="datetime-local" />
        </>
      )}
      <Textarea {...text('rules')} maxLength={GUEST_RULES_MAX} />
      <TextInput {...text('url')} type="url" placeholder="https://" />
      <TextInput
        {...text('openRequests')}
        description="Empty: no limit"
        type="number"
        min={1}
        max={CAMPUS_OPEN_REQUESTS_MAX}
      />
      <TextInput
        {...text('startingMeals')}
        description="Empty: as on every campus"
        type="number"
        min={0}
        max={CAMPUS_STARTING_MEALS_MAX}
      />
      <Checkbox {...box('mealsOnSale')} />
      <Textarea
        {...text('places')}
        description={`One a line, at most ${CAMPUS_PLACES_MAX}. The form suggests them first; students may still write others.`}
        rows={5}
      />
    </>
  );
}
