import { Stack, Title } from '@mantine/core';
import {
  CONTEST_DAYS,
  CONTEST_WINDOW_HOURS,
  counted,
  DISPUTE_COUNTS_DAYS,
  DISPUTE_DAYS,
  NO_COUNTS_HOURS,
  OPEN_MATCHES_MAX,
  OPEN_MATCHES_MAX_TRUSTED,
  RELEASES_PER_DAY,
  REQUESTER_RELEASES_UNTIL_MINUTES,
  STRIKE_LAPSES_AFTER_DAYS,
  STRIKES_PER_SUSPENSION,
  SUSPENSION_DAYS,
  TRUSTED_AFTER_STUDENTS,
  UNCONFIRMED_MATCHES_MAX,
  UNCONFIRMED_MATCHES_MAX_NEW,
} from '@spareswipe/contract';
import type { ReactNode } from 'react';

/** The rules of docs/fair-play.md in short: a change there is a change here. */
export function FairPlay() {
  return (
    <Stack gap="lg">
      <Rules title="When two disagree">
        <li>
          Open the match, press “Rate & Report Issues” or “Rate Experience” and choose No. If nobody has said that it
          happened, a match under way ends, the requester's meal comes back, and the other gets a strike.
        </li>
        <li>
          If one of you says that it happened and the other that it did not, you have a dispute: the meal is set aside
          and nobody gets a strike yet. A fulfiller who marked it complete alone gives the meal back by a No.
        </li>
        <li>
          A No has an effect until {NO_COUNTS_HOURS} hours after the deadline, or after one of you marked the match
          complete. Later it is a rating and nothing more.
        </li>
        <li>
          Either of you can end a dispute at once: say that the other is right, and the meal goes to them. Nobody gets a
          strike.
        </li>
        <li>
          Where somebody runs SpareSwipe on your campus, they may decide, and mail both of you why. The meal goes to one
          of you and the other gets a strike, or it goes to neither without a strike.
        </li>
        <li>
          After {counted(DISPUTE_DAYS, 'day')} a dispute ends by itself: the meal goes to the one with fewer disputes in{' '}
          {counted(DISPUTE_COUNTS_DAYS, 'day')}, on a tie to neither. A student who has had disputes with two different
          students in that time gets a strike.
        </li>
        <li>If the meal is already spent, nobody goes into debt: the next one that they receive replaces it.</li>
      </Rules>
      <Rules title="Strikes">
        <li>
          {STRIKES_PER_SUSPENSION} strikes suspend you for {counted(SUSPENSION_DAYS, 'day')}: no new requests, and no
          new matches. A strike lapses after {counted(STRIKE_LAPSES_AFTER_DAYS, 'day')}.
        </li>
        <li>
          One student can give you at most one strike in {counted(DISPUTE_COUNTS_DAYS, 'day')}. Only a student's first
          two No in 30 days can give strikes.
        </li>
        <li>
          Where somebody runs SpareSwipe on your campus, you can contest a strike in your profile for{' '}
          {CONTEST_WINDOW_HOURS} hours. It then suspends you only if they let it stand, or decide nothing for{' '}
          {counted(CONTEST_DAYS, 'day')}.
        </li>
      </Rules>
      <Rules title="What you can promise">
        <li>
          {counted(OPEN_MATCHES_MAX, 'meal')} at once, and {OPEN_MATCHES_MAX_TRUSTED} once {TRUSTED_AFTER_STUDENTS}{' '}
          other students have confirmed an exchange. Promised meals and those that you marked complete, but nobody has
          confirmed, are at most {UNCONFIRMED_MATCHES_MAX} together; until those {TRUSTED_AFTER_STUDENTS} students, at
          most {UNCONFIRMED_MATCHES_MAX_NEW} wait for confirmation.
        </li>
        <li>
          “I can't make it” gives no strike; if you asked for the meal, you can say so until{' '}
          {REQUESTER_RELEASES_UNTIL_MINUTES} minutes before the deadline. You can release{' '}
          {counted(RELEASES_PER_DAY, 'match', 'matches')} in 24 hours, and can't accept a request again that you
          released.
        </li>
        <li>All your accounts with one mailbox share these limits, and count their strikes together.</li>
      </Rules>
      <Rules title="Starting meals">
        <li>
          You get them once for each mailbox. A second account of it starts without meals, and can't post while the
          first one owes some.
        </li>
      </Rules>
    </Stack>
  );
}

const Rules = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <Title order={3} size="h4" mb="xs">
      {title}
    </Title>
    <ul>{children}</ul>
  </div>
);
