import { defaultDate, defaultTimes, formDeadlineProblem } from '@spareswipe/contract';
import { useEffect, useEffectEvent } from 'react';
import { draftOf, dropDraft, keepDraft } from '../../shared/session/draft';
import { onTokenChange } from '../../shared/session/token';
import type { RequestValues } from './use-create-request';

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

/** What the form begins with: what this student was writing when the session ended, if the day for it is not over. */
export function firstValues(studentId: string, now: Date): RequestValues {
  const values = { ...blankRequest(now), ...draftOf<RequestValues>(studentId) };
  if (!formDeadlineProblem(values.date, values.time, now)) return values;
  const { mealPeriod } = values;
  return { ...values, date: defaultDate(mealPeriod, now), time: defaultTimes[mealPeriod] };
}

/**
 * The server ends the session and the form goes: what was typed is there again once the same student is back. Once: what
 * they then leave is not offered for ever. Dropped only here, as React may ask for the first values twice.
 */
export function useKeptDraft(studentId: string, values: () => RequestValues) {
  const keep = useEffectEvent(() => keepDraft(studentId, values()));
  useEffect(() => {
    dropDraft();
    return onTokenChange((change) => {
      if (change === 'expired') keep();
    });
  }, []);
}
