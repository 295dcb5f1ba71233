import type { Side } from '@spareswipe/contract';
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import classes from './follow-through.module.css';

const QUESTION: Record<Side, (other: string) => string> = {
  requester: (other) => `Did ${other} follow through and provide the meal?`,
  fulfiller: (other) => `Did ${other} follow through and show up to receive the meal?`,
};

const ANSWERS = [
  { label: 'Yes', value: true, Icon: IconThumbUp },
  { label: 'No', value: false, Icon: IconThumbDown },
];

interface Props {
  side: Side;
  other: string;
  value: boolean;
  onChange: (followedThrough: boolean) => void;
}

/** Whether the other side kept their word, asked in the words of the one who answers. */
export function FollowThrough({ side, other, value, onChange }: Props) {
  return (
    <fieldset className={classes.group}>
      <legend>{QUESTION[side](other)}</legend>
      <div className={classes.answers}>
        {ANSWERS.map(({ label, value: answer, Icon }) => (
          <label key={label} className={classes.answer}>
            <input
              type="radio"
              name="followedThrough"
              value={label.toLowerCase()}
              checked={value === answer}
              onChange={() => onChange(answer)}
              data-autofocus={value === answer || undefined}
            />
            <Icon size={20} stroke={1.75} aria-hidden />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
