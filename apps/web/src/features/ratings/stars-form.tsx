import { SCORE_DEFAULT, type RateMatch } from '@spareswipe/contract';
import { SubmitButton } from '../../shared/forms/submit-button';
import { useContractForm } from '../../shared/forms/use-contract-form';
import { keepTyped, typedInto, useTypedInto } from '../../shared/session/draft';
import { keptRating, type Exchange } from './exchange';
import classes from './stars-form.module.css';
import { useRateMatch } from './ratings.mutations';
import { StarRating } from './star-rating';

/** Stars for an exchange that took place, without the dialog. All places that ask for them, and the dialog, show the same. */
export function StarsForm({ exchange }: { exchange: Exchange }) {
  const rate = useRateMatch(exchange);
  const kept = keptRating(exchange);
  const { score = SCORE_DEFAULT } = useTypedInto(kept) as { score?: number };
  const { formProps, isSubmitting } = useContractForm({
    initialValues: { score, followedThrough: true },
    schema: (rules) => rules.rateMatch,
    submit: async (values) => {
      // what was typed in the dialog, unless it goes with a "No"
      const { followedThrough, comment } = typedInto(kept) as Partial<RateMatch>;
      await rate.mutateAsync({ ...values, score, ...(followedThrough && { comment }) });
      keepTyped(kept);
    },
  });
  return (
    <form {...formProps} className={classes.form}>
      <StarRating isBare value={score} onChange={(stars) => keepTyped(kept, { ...typedInto(kept), score: stars })} />
      <SubmitButton isSubmitting={isSubmitting} busy="Submitting...">
        Submit Rating
      </SubmitButton>
    </form>
  );
}
