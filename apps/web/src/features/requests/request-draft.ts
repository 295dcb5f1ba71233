import { defaultDate, defaultTimes, formDeadlineProblem } from '@spareswipe/contract';
import { useEffect, useEffectEvent } from 'react';
import { draftOf, dropDraft, keepDraft, latestUnanswered } from '../../shared/session/draft';
import { onTokenChange } from '../../shared/session/token';
import type { RequestValues } from './requests.mutations';

const blankRequest = (now: Date): RequestValues => ({
  mealPeriod: 'lunch',
  mealDescription: '',
  location: '',
  date: defaultDate('lunch', now),
  time: defaultTimes.lunch,
  description: '',
  urgency: 'medium',
  isFlexible: true,
});

/**
 * What the form begins with: a request that this student sent without a response, exactly as it was sent; else what they
 * were writing when the session ended; else the defaults. With another deadline if its own has passed.
 */
export function firstValues(studentId: string, now: Date): { values: RequestValues; isUnanswered: boolean } {
  const draft = draftOf<RequestValues>(studentId);
  const unanswered = draft ? undefined : (latestUnanswered(studentId) as RequestValues | undefined);
  const values = { ...blankRequest(now), ...(unanswered ?? draft) };
  if (!formDeadlineProblem(values.date, values.time, now)) return { values, isUnanswered: unanswered !== undefined };
  const { mealPeriod } = values;
  const deadline = { date: defaultDate(mealPeriod, now), time: defaultTimes[mealPeriod] };
  return { values: { ...values, ...deadline }, isUnanswered: false };
}

/** When the server ends the session, what was typed is kept, and offered once when the same student is back. */
export function useKeptDraft(studentId: string, values: () => RequestValues) {
  const keep = useEffectEvent(() => keepDraft(studentId, values()));
  useEffect(() => {
    // here rather than where it is read, as React may ask for the first values twice
    dropDraft(studentId);
    return onTokenChange((change) => {
      if (change === 'expired') keep();
    });
  }, [studentId]);
}
