import type { Side } from '@spareswipe/contract';
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import classes from './follow-through.module.css';

/** What the other side had to do. */
const PROMISE: Record<Side, string> = {
  requester: 'provide the meal',
  fulfiller: 'show up to receive the meal',
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

/** Asks whether the other side followed through, in the words that fit the rater's side. */
export function FollowThrough({ side, other, value, onChange }: Props) {
  return (
    <fieldset className={classes.group}>
      <legend>
        Did <bdi>{other}</bdi> follow through and {PROMISE[side]}?
      </legend>
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
