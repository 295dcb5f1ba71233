import { SCORE_DEFAULT } from '@spareswipe/contract';
import { SubmitButton } from '../../shared/forms/submit-button';
import { useContractForm } from '../../shared/forms/use-contract-form';
import type { Exchange } from './exchange';
import classes from './stars-form.module.css';
import { keptRating } from './rating-form';
import { useRateMatch } from './ratings.mutations';
import { StarRating } from './star-rating';

/** Stars for an exchange that took place, without the dialog. */
export function StarsForm({ exchange }: { exchange: Exchange }) {
  const rate = useRateMatch(exchange);
  const { form, formProps, isSubmitting } = useContractForm({
    initialValues: { score: SCORE_DEFAULT, followedThrough: true },
    schema: (rules) => rules.rateMatch,
    kept: { as: keptRating(exchange), fields: ['score'] },
    submit: (values) => rate.mutateAsync(values),
  });
  return (
    <form {...formProps} className={classes.form}>
      <StarRating isBare value={form.getValues().score} onChange={(score) => form.setFieldValue('score', score)} />
      <SubmitButton isSubmitting={isSubmitting} busy="Submitting...">
        Submit Rating
      </SubmitButton>
    </form>
  );
}
