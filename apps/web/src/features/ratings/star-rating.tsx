import { counted, SCORE_MAX } from '@spareswipe/contract';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './star-rating.module.css';

const WORDS = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'];

interface Props {
  value: number;
  onChange: (score: number) => void;
  /** Stars that wait beside a button, without the word for them. */
  isBare?: boolean;
}

/** One to SCORE_MAX stars, a radio group: by click, or by arrow keys. */
export function StarRating({ value, onChange, isBare = false }: Props) {
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const shown = pointedAt ?? value;
  return (
    <fieldset className={classes.group}>
      {isBare ? (
        <legend className={classes.waiting}>Your rating, not sent yet</legend>
      ) : (
        <legend>
          Your rating{' '}
          <span className={classes.word} aria-hidden>
            {WORDS[shown - 1]}
          </span>
        </legend>
      )}
      <div className={classes.stars} onPointerLeave={() => setPointedAt(null)}>
        {Array.from({ length: SCORE_MAX }, (_, index) => index + 1).map((score) => (
          <label
            key={score}
            className={classes.star}
            data-lit={score <= shown || undefined}
            onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setPointedAt(score)}
          >
            <input
              type="radio"
              name="score"
              value={score}
              checked={score === value}
              onChange={() => onChange(score)}
              aria-label={counted(score, 'star')}
              aria-description={WORDS[score - 1]}
            />
            {score <= shown ? (
              <IconStarFilled size={32} aria-hidden />
            ) : (
              <IconStar size={32} stroke={1.5} aria-hidden />
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
