import { Button, Group } from '@mantine/core';
import { calendarFile, MEETING_OPENS_MINUTES, type Match } from '@spareswipe/contract';
import { IconCalendarPlus, IconMail, IconMessage, IconPhone } from '@tabler/icons-react';
import { firstName } from '../../shared/first-name';
import { paths } from '../../shared/paths';
import { saveFile } from '../../shared/save-file';
import { Email } from '../../shared/ui/email';
import classes from './contact.module.css';
import { undoUntilOf, useUndoAccept } from './matches.mutations';
import { contactEndsAt } from './next-meal.queries';
import { otherName } from './sides';
import { Undo } from './undo';

const dialled = (phoneNumber: string) => phoneNumber.replace(/[^\d+]/g, '');
export const telephone = (phoneNumber: string) => `tel:${dialled(phoneNumber)}`;

/**
 * The ways to reach the other student, once they may be: labels, icons and addresses of links that the phone opens by
 * itself. A text and a mail begin with a first sentence.
 */
export const waysToReach = (match: Match, now: Date) => {
  if (!match.contact) return [];
  const { location, deadline } = match.request;
  const isNear = Math.abs(Date.parse(deadline) - now.getTime()) <= MEETING_OPENS_MINUTES * 60_000;
  const what = isNear ? `I'm at ${location}` : `about our meal at ${location}`;
  const { email, phoneNumber } = match.contact;
  const first = encodeURIComponent(`Hi ${firstName(otherName(match))}, ${what}, SpareSwipe`);
  const mailbox = encodeURIComponent(email).replace('%40', '@');
  return [
    // "?&" is what both Android and iPhones understand
    { label: 'Text', Icon: IconMessage, href: `sms:${dialled(phoneNumber)}?&body=${first}` },
    { label: 'Call', Icon: IconPhone, href: telephone(phoneNumber) },
    { label: 'Email', Icon: IconMail, href: `mailto:${mailbox}?subject=SpareSwipe&body=${first}` },
  ];
};

interface Props {
  match: Match;
  /** The element that names the meal. */
  describedBy: string;
}

/** How to reach the other side of an accepted match, or when that will be shown. */
export function MatchContact({ match, describedBy, now }: Props & { now: Date }) {
  const { status, contact } = match;
  if (status !== 'accepted' || contactEndsAt(match) <= now.getTime()) return null;
  if (!contact) return <ContactSoon match={match} describedBy={describedBy} />;
  return <Ways match={match} contact={contact} describedBy={describedBy} now={now} />;
}

function Ways({ match, contact, describedBy, now }: Props & { contact: NonNullable<Match['contact']>; now: Date }) {
  const name = otherName(match);
  return (
    <section aria-label={`Contact ${name}`} className={classes.contact}>
      <Group component="p" gap="0.25rem 1rem" c="var(--leaf-deep)" fw={600}>
        <span>{contact.phoneNumber}</span>
        <Email address={contact.email} />
      </Group>
      <Group gap="xs">
        {waysToReach(match, now).map(({ label, Icon, href }) => (
          <Button
            key={label}
            component="a"
            href={href}
            variant="light"
            className={classes.way}
            aria-label={`${label} ${name}`}
            aria-describedby={describedBy}
            leftSection={<Icon size={18} aria-hidden />}
          >
            {label}
          </Button>
        ))}
        <Button
          variant="subtle"
          className={classes.way}
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
          aria-describedby={describedBy}
          onClick={() => saveMeal(match)}
        >
          Add to calendar
        </Button>
      </Group>
    </section>
  );
}

/** Says when the contact will be shown, and lets a fulfiller undo the accept until then. */
function ContactSoon({ match, describedBy }: Props) {
  const undo = useUndoAccept();

  return (
    <div className={classes.soon}>
      <p>
        You and <bdi>{firstName(otherName(match))}</bdi> see how to reach each other in a few seconds.
      </p>
      {match.userRole === 'fulfiller' && (
        <Undo until={undoUntilOf(match)} takeBack={() => undo(match)} describedBy={describedBy} />
      )}
    </div>
  );
}

/** Saves the meal as the mail has it, so a calendar keeps one entry of both. */
function saveMeal(match: Match) {
  const url = `${window.location.origin}${paths.matches}`;
  const file = calendarFile({ matchId: match._id, meal: match.request, other: otherName(match), url }, new Date());
  saveFile(new Blob([file], { type: 'text/calendar' }), 'meal.ics');
}
