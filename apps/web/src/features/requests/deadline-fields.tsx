import { TextInput } from '@mantine/core';
import { dateRange } from '@spareswipe/contract';
import { useNow } from '../../shared/use-now';
import classes from './create-request-form.module.css';

interface Props {
  /** What the form spreads on an input. */
  date: Record<string, unknown>;
  time: Record<string, unknown>;
}

/** By when the meal is wanted: today to 7 days ahead, in the student's own time zone. */
export function DeadlineFields({ date, time }: Props) {
  const { first, last } = dateRange(useNow());
  return (
    <div className={classes.deadline}>
      <TextInput type="date" label="Deadline date" min={first} max={last} required {...date} />
      <TextInput type="time" label="Deadline time" required {...time} />
    </div>
  );
}
