import { plural } from '@spareswipe/contract';
import { Figure } from '../../shared/ui/figure';

/** 'You have 3 meals remaining', the count as the largest thing on the screen (spec §2 Purchase Meals). */
export function MealsRemaining({ credits }: { credits: number }) {
  return (
    <p>
      You have <Figure mx={2}>{credits}</Figure> {plural(credits, 'meal')} remaining
    </p>
  );
}
