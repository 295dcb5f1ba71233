import {
  defaultDate,
  defaultTimes,
  formDeadlineProblem,
  type CreateRequestForm,
  type MealRequest,
} from '@spareswipe/contract';
import { useState } from 'react';
import { keepTyped, latestUnanswered, typedInto } from '../../shared/session/draft';

/** The values of the form: every control has one. */
export type RequestValues = { [Field in keyof CreateRequestForm]-?: NonNullable<CreateRequestForm[Field]> };

const blankRequest = (now: Date): RequestValues => ({
  mealPeriod: 'lunch',
  mealDescription: '',
  location: '',
  date: defaultDate('lunch', now),
  time: defaultTimes.lunch,
  isSecondTime: false,
  description: '',
  urgency: 'medium',
  isFlexible: true,
});

const isOverdue = ({ date, time, isSecondTime }: RequestValues, now: Date) =>
  formDeadlineProblem(date, time, now, isSecondTime) !== undefined;

const latestSent = () => latestUnanswered() as RequestValues | undefined;

/** Whether a request that this student sent may have been posted, and can be sent again to find out. */
export function mayBePosted(now: Date): boolean {
  const sent = latestSent();
  return sent !== undefined && !isOverdue(sent, now);
}

/**
 * What the form begins with: a request that this student sent without a response, exactly as it was sent; else the meal
 * that they ask for again; else the defaults. One whose deadline has come too near keeps it, and the form says so when it
 * is sent: no student finds out later that another day was chosen for them.
 */
export function firstValues(now: Date, again?: MealRequest): RequestValues {
  const unanswered = latestSent();
  if (unanswered) return unanswered;
  if (!again) return blankRequest(now);
  const { mealPeriod, mealDescription, location, description = '', urgency, isFlexible } = again;
  const [date, time] = [defaultDate(mealPeriod, now), defaultTimes[mealPeriod]];
  return { mealPeriod, mealDescription, location, description, urgency, isFlexible, date, time, isSecondTime: false };
}

/** A shorter text is typed again as fast as it is discarded. */
const WORTH_KEEPING = 3;

/** A form stored by the previous version lacks new fields. */
const isWorthKeeping = ({ mealDescription, location, description }: Partial<RequestValues>) =>
  [mealDescription, location, description].some((text = '') => text.trim().length >= WORTH_KEEPING);

/** The name under which the form is kept. */
const FORM = 'request';

/** `again`: the id of the request that filled the form. */
interface Draft extends RequestValues {
  again?: string;
}

export const dropDraft = () => keepTyped(FORM);

/** Whether two forms say the same, but for the deadline: that moves on while a draft waits. */
const isSame = (one: RequestValues, other: RequestValues) =>
  (Object.keys(other) as (keyof RequestValues)[]).every(
    (field) => field === 'date' || field === 'time' || one[field] === other[field],
  );

/**
 * The draft that this student left in this tab, with which the form begins, and which keeps what they write. A form filled
 * from the request `again` has no other draft.
 */
export function useDraft(first: RequestValues, again?: string) {
  const [offered, setOffered] = useState(() => {
    const { again: begunWith, ...stored }: Partial<Draft> = typedInto(FORM);
    if (again && again !== begunWith) return undefined;
    const draft = { ...blankRequest(new Date()), ...stored };
    return isSame(draft, first) || !isWorthKeeping(draft) ? undefined : draft;
  });

  /** For every change: storing takes microseconds, and so nothing is lost however the page ends. */
  function keep(values: RequestValues) {
    if (isWorthKeeping(values)) keepTyped(FORM, { ...values, again } satisfies Draft);
    else dropDraft();
  }

  return {
    offered,
    keep,
    decide: () => setOffered(undefined),
  };
}
