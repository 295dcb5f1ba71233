import { ADJUSTMENT_MAX, OPERATOR_SUSPENSION_DAYS_MAX, SUSPENSION_DAYS } from '@spareswipe/contract';
import type { DeskProfile } from '@spareswipe/contract/desk';
import { unwrap } from '../../shared/api/client';
import { useIntent } from '../../shared/api/use-intent';
import { TextInput } from './desk-fields';
import { textOf } from './desk-form';
import { DeskSection } from './desk-parts';
import { desk } from './desk-session';
import { ReasonForm } from './reason-form';

/** Moves meals, suspends, and closes the account. */
export function StudentActions({ student }: { student: DeskProfile }) {
  const { _id: id, closedAt, suspendedUntil, suspendedThrough } = student;
  const params = { id };
  const { send: adjust } = useIntent((body: { amount: number; reason: string }, headers) =>
    unwrap(desk.adjust({ params, body, headers })),
  );
  const { send: suspend } = useIntent((body: { days: number; reason: string }, headers) =>
    unwrap(desk.suspend({ params, body, headers })),
  );
  const isSuspended = suspendedUntil !== null && new Date(suspendedUntil) > new Date();
  return (
    <>
      <DeskSection title="Give or take meals">
        <ReasonForm
          button="Adjust meals"
          send={(reason, data) => adjust({ amount: Number(textOf(data, 'amount')), reason })}
        >
          <TextInput
            label="Meals"
            description="Negative takes some away"
            name="amount"
            aria-required
            type="number"
            defaultValue={1}
            min={-ADJUSTMENT_MAX}
            max={ADJUSTMENT_MAX}
          />
        </ReasonForm>
      </DeskSection>
      <DeskSection title="Suspension">
        {isSuspended ? (
          <ReasonForm
            key="lift"
            button="Lift suspension"
            // a suspension holds for all accounts of the mailbox: it is lifted where it was given
            send={(reason) => unwrap(desk.liftSuspension({ params: { id: suspendedThrough ?? id }, body: { reason } }))}
          />
        ) : (
          <ReasonForm
            key="suspend"
            button="Suspend"
            color="red"
            send={(reason, data) => suspend({ days: Number(textOf(data, 'days')), reason })}
          >
            <TextInput
              label="Days"
              name="days"
              aria-required
              type="number"
              defaultValue={SUSPENSION_DAYS}
              min={1}
              max={OPERATOR_SUSPENSION_DAYS_MAX}
            />
          </ReasonForm>
        )}
      </DeskSection>
      <DeskSection title="Account">
        {closedAt ? (
          <ReasonForm
            key="open"
            button="Open account again"
            send={(reason) => unwrap(desk.reopen({ params, body: { reason } }))}
          />
        ) : (
          <ReasonForm
            key="close"
            button="Close account"
            color="red"
            send={(reason) => unwrap(desk.close({ params, body: { reason } }))}
          />
        )}
      </DeskSection>
    </>
  );
}
