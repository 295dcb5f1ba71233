import { Stack, Text } from '@mantine/core';
import {
  ALERTS_KEPT_DAYS_MAX,
  RATING_BLIND_DAYS,
  REPUTATION_MIN_RATINGS,
  UNDO_ACCEPT_SECONDS,
} from '@spareswipe/contract';
import { hasSignOn } from '../shared/session/has-sign-on';
import { Page } from '../shared/ui/page';
import { Section } from '../shared/ui/section';

/** Who sees what, and when. */
export function PrivacyPage() {
  return (
    <Page title="Privacy" width="sm">
      <Stack gap="md">
        <Section title="What other students see">
          <Text>
            With a request: your name, your campus, the food, the place, the deadline and what you wrote. Every verified
            student can see it. Your email and phone number are never part of a request.
          </Text>
          <Text mt="xs">
            Once {REPUTATION_MIN_RATINGS} students have rated you, your average stars and the number of meals you shared
            stand beside your name.
          </Text>
        </Section>
        <Section title="When contact details are shared">
          <Text>
            Once somebody accepts a request, each of the two students gets the other's name, email and phone number, and
            nobody else does. They go out {UNDO_ACCEPT_SECONDS} seconds after the accept, by email and with the match,
            and not at all if the fulfiller takes it back in time. The match shows them only while it is under way; the
            email stays in the mailbox.
          </Text>
        </Section>
        <Section title="Ratings">
          <Text>
            You see the rating that somebody gave you, with its comment, once you have rated them too, or after{' '}
            {RATING_BLIND_DAYS} days. No other student sees a single rating or a comment. Those who run SpareSwipe read
            a comment that is reported, or when they decide a dispute or a contested strike. If you get a strike, we
            tell you why.
          </Text>
        </Section>
        <Section title="Alerts">
          <Text>
            Alerts are off until you switch them on. An alert about a request says its campus, the meal and until when;
            food and place only if you chose to see details on your lock screen, and never a name or contact details. We
            keep your choices, your time zone, and for each device with notifications its name and the address at which
            your browser's maker reaches it. The record of your alerts is deleted after {ALERTS_KEPT_DAYS_MAX} days,
            everything when you leave.
          </Text>
        </Section>
        <Section title="Cards">
          <Text>
            Stripe takes card payments. Your card number goes from your browser to Stripe and never reaches our servers.
            Stripe may set cookies of its own on the page where you pay.
          </Text>
        </Section>
        {hasSignOn() && (
          <Section title="Campus account">
            <Text>
              If you log in with your campus account, we keep how your campus knows you until you leave, and what it
              tells us at a log-in until some days after that log-in ends. Your browser stores a secret while you sign
              on.
            </Text>
          </Section>
        )}
        <Section title="In your browser">
          <Text>
            We set no cookies and use no trackers. Your browser stores your log-in, a sign that you have logged in there
            before, the colors you chose, offers of alerts that you declined, the place where you last said you are, a
            shared request that you opened before you had an account, your next meal with the other's phone number, the
            address for which you asked for a new password, and what you have typed and not sent yet; logging out
            deletes the log-in, the next meal and what you have not sent.
          </Text>
        </Section>
        <Section title="When you leave">
          <Text>
            Deactivating your account removes your name, email and phone number from your profile. The record of meals
            that moved stays, so that the balances of others stay right; so do your requests, matches and ratings,
            without your name, and strikes and decisions of operators. Codes made from your email stay, so that nobody
            gets starting meals twice.
          </Text>
          <Text mt="xs">
            Your profile offers a download of everything that we keep about you, at any time, also before you leave.
          </Text>
        </Section>
      </Stack>
    </Page>
  );
}
