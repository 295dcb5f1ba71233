import { Title } from '@mantine/core';
import { RELINK_DAYS_MAX, SIGN_ON_NOTICE_DAYS, type CampusSignOn } from '@spareswipe/contract/desk';
import { unwrap } from '../../shared/api/client';
import { isoOf, localTime } from './campus-fields';
import { TextInput } from './desk-fields';
import { textOf } from './desk-form';
import { desk } from './desk-session';
import { ReasonForm } from './reason-form';

/** When passwords end at a campus that has a sign-on, and until when its students may link another campus account. */
export function CampusSignOnForm({ institution, signOn }: { institution: string; signOn: CampusSignOn }) {
  const send = (reason: string, data: FormData) =>
    unwrap(
      desk.changeSignOn({
        params: { id: institution },
        body: {
          reason,
          requiredFrom: isoOf(textOf(data, 'requiredFrom')),
          relinkUntil: isoOf(textOf(data, 'relinkUntil')),
        },
      }),
    );
  return (
    <>
      <Title order={3} size="h4" mt="xl" mb="md">
        Sign-on with the campus account
      </Title>
      <ReasonForm button="Save sign-on" reason={{ description: 'For the log' }} send={send}>
        <TextInput
          type="datetime-local"
          name="requiredFrom"
          label="Passwords end (optional)"
          description={`In ${SIGN_ON_NOTICE_DAYS} days at the earliest. All students get a mail at once. Empty: never.`}
          defaultValue={localTime(signOn.requiredFrom)}
        />
        <TextInput
          type="datetime-local"
          name="relinkUntil"
          label="Students may link again until (optional)"
          description={`After a change of the campus's provider, or to win back an account, for ${RELINK_DAYS_MAX} days at most: a mailed link replaces the campus account.`}
          defaultValue={localTime(signOn.relinkUntil)}
        />
      </ReasonForm>
    </>
  );
}
