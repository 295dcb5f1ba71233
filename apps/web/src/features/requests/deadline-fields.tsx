import { TextInput } from '@mantine/core';
import { dateRange, deadlineChips, type DeadlineChip } from '@spareswipe/contract';
import { Chip, Chips } from '../../shared/ui/chip';
import { useNow } from '../../shared/use-now';
import classes from './create-request-form.module.css';

interface Props {
  /** What the form spreads on an input. */
  date: Record<string, unknown>;
  time: Record<string, unknown>;
  isChosen: (chip: DeadlineChip) => boolean;
  choose: (chip: DeadlineChip) => void;
}

/** By when the meal is wanted: today to 7 days ahead, in the student's own time zone. */
export function DeadlineFields({ date, time, isChosen, choose }: Props) {
  const now = useNow();
  const { first, last } = dateRange(now);
  return (
    <div className={classes.when}>
      <Chips label="Quick choices">
        {deadlineChips(now).map((chip) => (
          <Chip key={chip.label} isOn={isChosen(chip)} onClick={() => choose(chip)}>
            {chip.label}
          </Chip>
        ))}
      </Chips>
      <div className={classes.deadline}>
        <TextInput type="date" label="Deadline date" min={first} max={last} required {...date} />
        <TextInput type="time" label="Deadline time" required {...time} />
      </div>
    </div>
  );
}
