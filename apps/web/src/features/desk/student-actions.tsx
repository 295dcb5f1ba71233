import { Stack, TextInput, Title } from '@mantine/core';
import { ADJUSTMENT_MAX, OPERATOR_SUSPENSION_DAYS_MAX, SUSPENSION_DAYS } from '@spareswipe/contract';
import type { DeskProfile } from '@spareswipe/contract/desk';
import { unwrap } from '../../shared/api/client';
import { useIntent } from '../../shared/api/use-intent';
import { textOf } from './desk-form';
import { useDesk } from './desk-session';
import { ReasonForm } from './reason-form';

const now = () => new Date();

/** Moves meals, suspends, and closes the account. */
export function StudentActions({ student }: { student: DeskProfile }) {
  const { _id: id, closedAt, suspendedUntil, suspendedThrough } = student;
  const { client } = useDesk();
  const params = { id };
  const { send: adjust } = useIntent((intent: { id: string; amount: number; reason: string }, headers) => {
    const { id, ...body } = intent;
    return unwrap(client.desk.adjust({ params: { id }, body, headers }));
  });
  const { send: suspend } = useIntent((intent: { id: string; days: number; reason: string }, headers) => {
    const { id, ...body } = intent;
    return unwrap(client.desk.suspend({ params: { id }, body, headers }));
  });
  const isSuspended = suspendedUntil !== null && new Date(suspendedUntil) > now();
  return (
    <>
      <Stack component="section" gap="sm">
        <Title order={2} size="h3">
          Give or take meals
        </Title>
        <ReasonForm
          button="Adjust meals"
          send={(reason, data) => adjust({ id, amount: Number(textOf(data, 'amount')), reason })}
        >
          <TextInput
            label="Meals"
            description="Negative takes some away"
            name="amount"
            type="number"
            defaultValue={1}
            min={-ADJUSTMENT_MAX}
            max={ADJUSTMENT_MAX}
          />
        </ReasonForm>
      </Stack>
      <Stack component="section" gap="sm">
        <Title order={2} size="h3">
          Suspension
        </Title>
        {isSuspended ? (
          <ReasonForm
            key="lift"
            button="Lift suspension"
            // a suspension holds for all accounts of the mailbox: it is lifted where it was given
            send={(reason) =>
              unwrap(client.desk.liftSuspension({ params: { id: suspendedThrough ?? id }, body: { reason } }))
            }
          />
        ) : (
          <ReasonForm
            key="suspend"
            button="Suspend"
            color="red"
            send={(reason, data) => suspend({ id, days: Number(textOf(data, 'days')), reason })}
          >
            <TextInput
              label="Days"
              name="days"
              type="number"
              defaultValue={SUSPENSION_DAYS}
              min={1}
              max={OPERATOR_SUSPENSION_DAYS_MAX}
            />
          </ReasonForm>
        )}
      </Stack>
      <Stack component="section" gap="sm">
        <Title order={2} size="h3">
          Account
        </Title>
        {closedAt ? (
          <ReasonForm
            key="open"
            button="Open account again"
            send={(reason) => unwrap(client.desk.reopen({ params, body: { reason } }))}
          />
        ) : (
          <ReasonForm
            key="close"
            button="Close account"
            color="red"
            send={(reason) => unwrap(client.desk.close({ params, body: { reason } }))}
          />
        )}
      </Stack>
    </>
  );
}
