import { Checkbox, Text, TextInput, VisuallyHidden } from '@mantine/core';
import {
  clockOf,
  dateRange,
  deadlineChips,
  deadlineFrom,
  hasSecondTime,
  type Campus,
  type DeadlineChip,
  type MealPeriod,
} from '@spareswipe/contract';
import { useId } from 'react';
import { showDate } from '../../shared/dates';
import { Chip, Chips } from '../../shared/ui/chip';
import { mealPeriodLabel } from '../../shared/ui/meal-period';
import { useNow } from '../../shared/use-now';
import classes from './create-request-form.module.css';

interface Deadline {
  date: string;
  time: string;
  isSecondTime: boolean;
}

interface Props {
  /** What the form spreads on an input. */
  date: Record<string, unknown>;
  time: Record<string, unknown>;
  secondTime: Record<string, unknown>;
  /** As the form holds it. */
  deadline: Deadline;
  mealPeriod: MealPeriod;
  campus?: Campus;
  isChosen: (chip: DeadlineChip) => boolean;
  choose: (chip: DeadlineChip) => void;
}

/** By when the meal is wanted: today to 7 days ahead, in the student's own time zone. */
export function DeadlineFields({ date, time, secondTime, deadline, mealPeriod, campus, isChosen, choose }: Props) {
  const now = useNow();
  const hintId = useId();
  const { first, last } = dateRange(now);
  const chosen = deadlineChips(now).some(isChosen) && deadlineFrom(deadline.date, deadline.time, deadline.isSecondTime);
  return (
    <div className={classes.when}>
      <Chips label="Quick choices">
        {deadlineChips(now).map((chip) => (
          <Chip key={chip.label} isOn={isChosen(chip)} onClick={() => choose(chip)}>
            {chip.label}
          </Chip>
        ))}
      </Chips>
      {/* a quick choice fills other fields */}
      <VisuallyHidden role="status">
        {chosen && `${showDate(chosen.toISOString(), now)}, ${mealPeriodLabel(mealPeriod)}`}
      </VisuallyHidden>
      {/* Chrome does not tell screen readers that such inputs are required */}
      <div className={classes.deadline} role="group" aria-label="By when, required" aria-describedby={hintId}>
        <TextInput type="date" label="Deadline date" min={first} max={last} required {...date} />
        <TextInput type="time" label="Deadline time" required {...time} />
      </div>
      {hasSecondTime(deadline.date, deadline.time, now) && (
        <Checkbox
          label="After the clocks go back"
          description="They show this time twice that night."
          {...secondTime}
        />
      )}
      {campus && <OnCampus id={hintId} campus={campus} deadline={deadline} now={now} />}
    </div>
  );
}

/** The deadline by the clock of the campus, if that shows another time than this phone. */
function OnCampus({ id, campus, deadline, now }: { id: string; campus: Campus; deadline: Deadline; now: Date }) {
  // compared by its distance from UTC, since the names of zones cost a slow phone 50 to 90 ms (docs/performance.md)
  if (!campus.clock || campus.clock.utcOffsetMinutes === -now.getTimezoneOffset()) return null;
  const moment = deadlineFrom(deadline.date, deadline.time, deadline.isSecondTime);
  if (Number.isNaN(moment.getTime())) return null;
  return (
    <Text id={id} size="sm" c="dimmed" role="status">
      At <bdi>{campus.name}</bdi>: {showDate(moment.toISOString(), now, clockOf(campus.timeZone, moment))}
    </Text>
  );
}
