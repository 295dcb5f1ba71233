import { Stack, TextInput, Title } from '@mantine/core';
import { ADJUSTMENT_MAX, OPERATOR_SUSPENSION_DAYS_MAX, SUSPENSION_DAYS } from '@spareswipe/contract';
import type { DeskProfile } from '@spareswipe/contract/desk';
import { unwrap } from '../../shared/api/client';
import { useIntent } from '../../shared/api/use-intent';
import { DeskForm, textOf } from './desk-form';
import { useDesk } from './desk-session';
import { Reason } from './reason';

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
  const reasonOf = (data: FormData) => ({ reason: textOf(data, 'reason') });
  const isSuspended = suspendedUntil !== null && new Date(suspendedUntil) > now();
  return (
    <>
      <Stack component="section" gap="sm">
        <Title order={2} size="h3">
          Give or take meals
        </Title>
        <DeskForm
          button="Adjust meals"
          send={(data) => adjust({ id, amount: Number(textOf(data, 'amount')), ...reasonOf(data) })}
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
          <Reason />
        </DeskForm>
      </Stack>
      <Stack component="section" gap="sm">
        <Title order={2} size="h3">
          Suspension
        </Title>
        {isSuspended ? (
          <DeskForm
            key="lift"
            button="Lift suspension"
            // a suspension holds for all accounts of the mailbox: it is lifted where it was given
            send={(data) =>
              unwrap(client.desk.liftSuspension({ params: { id: suspendedThrough ?? id }, body: reasonOf(data) }))
            }
          >
            <Reason />
          </DeskForm>
        ) : (
          <DeskForm
            key="suspend"
            button="Suspend"
            color="red"
            send={(data) => suspend({ id, days: Number(textOf(data, 'days')), ...reasonOf(data) })}
          >
            <TextInput
              label="Days"
              name="days"
              type="number"
              defaultValue={SUSPENSION_DAYS}
              min={1}
              max={OPERATOR_SUSPENSION_DAYS_MAX}
            />
            <Reason />
          </DeskForm>
        )}
      </Stack>
      <Stack component="section" gap="sm">
        <Title order={2} size="h3">
          Account
        </Title>
        {closedAt ? (
          <DeskForm
            key="open"
            button="Open account again"
            send={(data) => unwrap(client.desk.reopen({ params, body: reasonOf(data) }))}
          >
            <Reason />
          </DeskForm>
        ) : (
          <DeskForm
            key="close"
            button="Close account"
            color="red"
            send={(data) => unwrap(client.desk.close({ params, body: reasonOf(data) }))}
          >
            <Reason />
          </DeskForm>
        )}
      </Stack>
    </>
  );
}
