import { Text } from '@mantine/core';
import type { DeskProfile } from '@spareswipe/contract/desk';
import { unwrap } from '../../shared/api/client';
import { showDate } from '../../shared/dates';
import { SelectOne } from './desk-fields';
import { textOf } from './desk-form';
import { DeskSection, OnlyTheLatest } from './desk-parts';
import { desk } from './desk-session';
import { NoShowsOf } from './no-shows';
import { ReasonForm } from './reason-form';

/** The strikes of a student, and the way to withdraw one. */
export function StudentStrikes({ student }: { student: DeskProfile }) {
  const withdrawable = student.strikes.filter(({ state }) => state !== 'withdrawn');
  return (
    <DeskSection title="Strikes">
      {student.strikes.map((strike) => (
        <Text key={strike._id}>
          {showDate(strike.createdAt, new Date())}, by <bdi>{strike.accuser}</bdi>: {strike.state}
        </Text>
      ))}
      <OnlyTheLatest of={student.strikes} />
      <NoShowsOf {...student.noShows} />
      {student.strikes.length === 0 && <Text c="dimmed">None.</Text>}
      {withdrawable.length > 0 && (
        <ReasonForm
          button="Withdraw strike"
          send={(reason, data) =>
            unwrap(desk.withdrawStrike({ params: { id: textOf(data, 'strike') }, body: { reason } }))
          }
        >
          <SelectOne
            label="Strike"
            name="strike"
            data={withdrawable.map(({ _id, accuser, createdAt }) => ({
              value: _id,
              label: `${showDate(createdAt, new Date())}, by ${accuser}`,
            }))}
          />
        </ReasonForm>
      )}
    </DeskSection>
  );
}
