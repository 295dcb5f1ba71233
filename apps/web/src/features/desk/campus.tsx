import { Paper, Stack, Text, Title } from '@mantine/core';
import {
  CAMPUS_MEALS_GIVEN_MAX,
  CAMPUS_NAME_MAX,
  CAMPUS_OPEN_REQUESTS_MAX,
  CAMPUS_PLACES_MAX,
  CAMPUS_STARTING_MEALS_MAX,
  counted,
  GUEST_RULES_MAX,
  PAUSE_NOTICE_MAX,
  TIME_ZONE_MAX,
} from '@spareswipe/contract';
import type { DeskCampus } from '@spareswipe/contract/desk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChangeEvent } from 'react';
import { isCode } from '../../shared/api/api-error';
import { unwrap } from '../../shared/api/client';
import { useListFilter } from '../../shared/use-list-filter';
import { settingsOf, useCampusFields, type CampusFields } from './campus-fields';
import { CampusSignOnForm } from './campus-sign-on';
import { Checkbox, Textarea, TextInput } from './desk-fields';
import { DeskForm, textOf } from './desk-form';
import { DeskList, DeskSearch, Found } from './desk-list';
import { desk } from './desk-session';
import { campusesLike, searchFilter } from './desk.queries';
import { Reason } from './reason-form';

/** The campuses of the operator: paused or open, their rules for guest meals, limits and places. */
export function Campuses() {
  const { filter, change, setPage } = useListFilter(searchFilter);
  const { search, page } = filter;
  const found = useQuery(campusesLike(search, page));
  const isSearchable = search !== '' || (found.data?.pagination.total ?? 0) > 1;
  return (
    <Stack gap="md">
      {isSearchable && (
        <>
          <DeskSearch placeholder="Campus" value={search} change={change} />
          <Found total={found.data?.pagination.total} one="campus" many="campuses" />
        </>
      )}
      <DeskList label="Campuses" query={found} onPage={setPage}>
        {({ campuses }) =>
          campuses.map((campus) => (
            <Campus
              key={campus.institution}
              campus={campus}
              isOnly={!isSearchable}
              reload={{ ...campusesLike(search, page), staleTime: 0 }}
            />
          ))
        }
      </DeskList>
    </Stack>
  );
}

interface Props {
  campus: DeskCampus;
  isOnly: boolean;
  /** Loads the list again. */
  reload: ReturnType<typeof campusesLike>;
}

/** Folded if an operator has several campuses, so that they can be found in a list of names. */
function Campus({ campus, isOnly, reload }: Props) {
  const { institution, students, hasOperator, signOn, ...settings } = campus;
  const queries = useQueryClient();
  const { fields, loaded, change, saved, merge } = useCampusFields(settings);

  async function send(data: FormData) {
    try {
      const body = { reason: textOf(data, 'reason'), ...settingsOf(fields), before: loaded };
      const answer = await unwrap(desk.changeCampus({ params: { id: institution }, body }));
      // before that, the fields would show for a moment what they were
      await queries.query(reload).catch(() => undefined);
      saved();
      return answer;
    } catch (error) {
      if (!isCode(error, 'CAMPUS_CHANGED')) throw error;
      const fresh = await queries.query(reload);
      for (const { institution: name, students: _, hasOperator: __, signOn: ___, ...theirs } of fresh.campuses)
        if (name === institution) merge(theirs);
      throw error;
    }
  }

  const name = (
    <Title order={2} display={isOnly ? 'block' : 'inline'}>
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
      {!hasOperator && <Text mb="md">No operator of its own: what waits there is yours to decide.</Text>}
      <DeskForm button="Save" send={send}>
        <Fields fields={fields} change={change} />
        <Reason description="For the log" />
      </DeskForm>
      {signOn && <CampusSignOnForm key={JSON.stringify(signOn)} institution={institution} signOn={signOn} />}
    </Paper>
  );
}

interface FieldsProps {
  fields: CampusFields;
  change: (changed: Partial<CampusFields>) => void;
}

type Box = 'paused' | 'mealsOnSale' | 'placesOnly';

function Fields({ fields, change }: FieldsProps) {
  const text = (name: Exclude<keyof CampusFields, Box>) => ({
    name,
    value: fields[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [name]: currentTarget.value }),
  });
  const limit = (name: 'openRequestsMax' | 'mealsGivenPerWeek' | 'term.mealsGiven', max: number) => ({
    ...text(name),
    description: 'Empty: no limit',
    type: 'number',
    min: 1,
    max,
  });
  const box = (name: Box) => ({
    name,
    checked: fields[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => change({ [name]: currentTarget.checked }),
  });
  return (
    <>
      <TextInput
        {...text('name')}
        label="Name (optional)"
        description="As students read it. Empty: as the list of universities has it, else the domain."
        maxLength={CAMPUS_NAME_MAX}
      />
      <TextInput
        {...text('timeZone')}
        label="Time zone (optional)"
        description="Such as America/Chicago. Empty: that of the next request."
        maxLength={TIME_ZONE_MAX}
      />
      <Checkbox {...box('paused')} label="Paused: nobody can post or accept" />
      {fields.paused && (
        <>
          <Textarea
            {...text('pause.notice')}
            label="Notice"
            aria-required
            description="Students read it"
            maxLength={PAUSE_NOTICE_MAX}
          />
          <TextInput {...text('pause.until')} label="Until (optional)" type="datetime-local" />
        </>
      )}
      <Textarea {...text('guestRules.text')} label="Rules for guest meals" maxLength={GUEST_RULES_MAX} />
      <TextInput {...text('guestRules.url')} label="Link to the rules (optional)" type="url" placeholder="https://" />
      <TextInput
        {...limit('openRequestsMax', CAMPUS_OPEN_REQUESTS_MAX)}
        label="Open requests of one student at once (optional)"
      />
      <TextInput
        {...text('startingMeals')}
        label="Starting meals of a new student (optional)"
        description="Empty: as on every campus"
        type="number"
        min={0}
        max={CAMPUS_STARTING_MEALS_MAX}
      />
      <Checkbox {...box('mealsOnSale')} label="Students can buy meals" />
      <Textarea
        {...text('places')}
        label="Places to eat"
        description={`One a line, at most ${CAMPUS_PLACES_MAX}. The form suggests them first.`}
        rows={5}
      />
      <Checkbox {...box('placesOnly')} label="Students can ask for these places only" />
      <TextInput
        {...limit('mealsGivenPerWeek', CAMPUS_MEALS_GIVEN_MAX)}
        label="Meals that one student may give in a week (optional)"
      />
      <TextInput
        {...limit('term.mealsGiven', CAMPUS_MEALS_GIVEN_MAX)}
        label="Meals that one student may give in a term (optional)"
      />
      {fields['term.mealsGiven'] && (
        <TextInput {...text('term.begins')} label="First day of the term" aria-required type="date" />
      )}
    </>
  );
}
