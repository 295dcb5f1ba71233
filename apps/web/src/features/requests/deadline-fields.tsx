import { Checkbox, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import {
  clockOf,
  dateRange,
  deadlineChips,
  deadlineFrom,
  hasSecondTime,
  type Campus,
  type DeadlineChip,
} from '@spareswipe/contract';
import { useId } from 'react';
import { showDate } from '../../shared/dates';
import { Chip, Chips } from '../../shared/ui/chip';
import { mealPeriodLabel } from '../../shared/ui/meal-period';
import { useNow } from '../../shared/use-now';
import classes from './create-request-form.module.css';
import type { RequestValues } from './request-draft';

interface Props {
  /** What the form spreads on an input. */
  date: Record<string, unknown>;
  time: Record<string, unknown>;
  secondTime: Record<string, unknown>;
  values: RequestValues;
  campus?: Campus;
  choose: (chip: DeadlineChip) => void;
}

/** By when the meal is wanted: today to 7 days ahead, in the student's own time zone. */
export function DeadlineFields({ date, time, secondTime, values, campus, choose }: Props) {
  const now = useNow();
  const hintId = useId();
  const { first, last } = dateRange(now);
  const isChosen = (chip: DeadlineChip) =>
    chip.date === values.date && chip.time === values.time && !chip.isSecondTime === !values.isSecondTime;
  const chosen = deadlineChips(now).some(isChosen) && deadlineFrom(values.date, values.time, values.isSecondTime);
  return (
    <Stack gap="sm">
      <Chips label="Quick choices">
        {deadlineChips(now).map((chip) => (
          <Chip key={chip.label} isOn={isChosen(chip)} onClick={() => choose(chip)}>
            {chip.label}
          </Chip>
        ))}
      </Chips>
      {/* a quick choice fills other fields */}
      <VisuallyHidden role="status">
        {chosen && `${showDate(chosen.toISOString(), now)}, ${mealPeriodLabel(values.mealPeriod)}`}
      </VisuallyHidden>
      {/* Chrome does not tell screen readers that such inputs are required */}
      <div className={classes.deadline} role="group" aria-label="By when, required" aria-describedby={hintId}>
        <TextInput type="date" label="Deadline date" min={first} max={last} required {...date} />
        <TextInput type="time" label="Deadline time" required {...time} />
      </div>
      {hasSecondTime(values.date, values.time, now) && (
        <Checkbox
          label="After the clocks go back"
          description="They show this time twice that night."
          {...secondTime}
        />
      )}
      {campus && <OnCampus id={hintId} campus={campus} values={values} now={now} />}
    </Stack>
  );
}

/** The deadline by the clock of the campus, if that shows another time than this phone. */
function OnCampus({ id, campus, values, now }: { id: string; campus: Campus; values: RequestValues; now: Date }) {
  // compared by its distance from UTC, since the names of zones cost a slow phone 50 to 90 ms (docs/performance.md)
  if (!campus.clock || campus.clock.utcOffsetMinutes === -now.getTimezoneOffset()) return null;
  const moment = deadlineFrom(values.date, values.time, values.isSecondTime);
  if (Number.isNaN(moment.getTime())) return null;
  return (
    <Text id={id} size="sm" c="dimmed" role="status">
      At <bdi>{campus.name}</bdi>: {showDate(moment.toISOString(), now, clockOf(campus.timeZone, moment))}
    </Text>
  );
}
