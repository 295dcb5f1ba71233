import { Stack, Text } from '@mantine/core';
import {
  ALERTS_PER_DAY,
  AUTO_COMPLETE_AFTER_HOURS,
  counted,
  CREDITS_PER_REQUEST,
  DISPUTE_WINDOW_HOURS,
  STRIKE_LAPSES_AFTER_DAYS,
  STRIKES_PER_SUSPENSION,
  SUSPENSION_DAYS,
} from '@spareswipe/contract';
import { Page } from '../shared/ui/page';
import { Section } from '../shared/ui/section';

/** Answers to what students ask most. The rules in full are in docs/fair-play.md. */
export function HelpPage() {
  return (
    <Page title="Help" width="sm">
      <Stack gap="md">
        <Section title="Asking for a meal">
          <Text>
            A request uses {counted(CREDITS_PER_REQUEST, 'meal')} of your balance. If you cancel it, or if nobody helps
            by the deadline, the meal comes back to you by itself.
          </Text>
        </Section>
        <Section title="Helping with a meal">
          <Text>
            Accept a request under Browse Requests, meet, and share a swipe. You earn{' '}
            {counted(CREDITS_PER_REQUEST, 'meal')} once the match is marked complete. If nobody marks it, that happens{' '}
            {AUTO_COMPLETE_AFTER_HOURS} hours after the deadline. If something comes up, press “I can't make it” under
            Matches: the request is open again, without a strike.
          </Text>
        </Section>
        <Section title="Alerts">
          <Text>
            Under Alerts in your profile you choose to hear of meals that others need: by notification, by email or
            both, for which meals, and when not. You get at most {ALERTS_PER_DAY} a day. A device with notifications
            also tells you what happens to your own requests and matches. On an iPhone, put SpareSwipe on the home
            screen first.
          </Text>
        </Section>
        <Section title="It did not happen">
          <Text>
            Open the match, press “Rate & Report Issues” or “Rate Experience” and choose No. A match under way ends, and
            the requester's meal comes back. If the other student said that it happened, the meal is set aside until the
            dispute is decided. The requester can dispute a completed match for {DISPUTE_WINDOW_HOURS} hours.
          </Text>
        </Section>
        <Section title="Strikes">
          <Text>
            A student who does not follow through gets a strike. {STRIKES_PER_SUSPENSION} strikes suspend an account for{' '}
            {SUSPENSION_DAYS} days: no new requests, and no new matches. A strike lapses after{' '}
            {STRIKE_LAPSES_AFTER_DAYS} days.
          </Text>
        </Section>
        <Section title="Closing your account">
          <Text>
            Open your profile and press “Deactivate Account”. It needs your password and cannot be undone. Your active
            requests are cancelled and refunded. Matches whose deadline is ahead are released.
          </Text>
        </Section>
      </Stack>
    </Page>
  );
}
