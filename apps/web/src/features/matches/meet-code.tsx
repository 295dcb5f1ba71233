import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { MEETING_OPENS_MINUTES, meetCode, meetDishes, type MeetColor, type RequestedMeal } from '@spareswipe/contract';
import { IconMaximize } from '@tabler/icons-react';
import { showOnCard } from '../../shared/dates';
import { firstName } from '../../shared/first-name';
import classes from './meeting.module.css';

const COLORS: Record<MeetColor, string> = {
  Red: '#d32f2f',
  Orange: '#f57c00',
  Yellow: '#fdd835',
  Green: '#2e7d32',
  Blue: '#1565c0',
  Purple: '#7b1fa2',
  Black: '#111',
  White: '#fff',
};

/** The picture of the code; the words are beside it. */
export function MeetDish({ matchId, className }: { matchId: string; className: string | undefined }) {
  const { color, dish } = meetCode(matchId);
  return (
    <span className={className} style={{ background: COLORS[color] }} aria-hidden>
      {meetDishes[dish]}
    </span>
  );
}

interface Props {
  matchId: string;
  /** The other student. */
  other: string;
  /** Fills the screen with it. */
  onPress: () => void;
}

/** The colour and dish that both phones show. */
export function MeetCode({ matchId, other, onPress }: Props) {
  const { color, dish } = meetCode(matchId);
  return (
    <UnstyledButton className={classes.code} onClick={onPress}>
      <MeetDish matchId={matchId} className={classes.dish} />
      <span>
        <Text component="strong" display="block" ff="heading" fz="1.25rem" fw={700}>
          {color} {dish}
        </Text>
        <span>
          <bdi>{firstName(other)}</bdi>'s phone shows the same.
        </span>
        <VisuallyHidden> Show on the whole screen</VisuallyHidden>
      </span>
      <IconMaximize size={20} stroke={1.75} aria-hidden />
    </UnstyledButton>
  );
}

type When = Pick<RequestedMeal, 'deadline' | 'campus'>;

const opensAt = ({ deadline }: When) => new Date(Date.parse(deadline) - MEETING_OPENS_MINUTES * 60_000);

/** The code is not shown yet, as in `match.meeting`. */
export const isTooEarly = (meal: When, now: Date) => now < opensAt(meal);

/** In the place of the code until then. */
export const whenCodeAppears = (meal: When, now: Date) =>
  `Your meet code appears ${showOnCard(opensAt(meal).toISOString(), meal, now).replace(/^To/, 'to')}`;
