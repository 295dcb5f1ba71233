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
export type RequestValues = { [Field in keyof CreateRequestForm]-?: NonNullable<CreateRequestForm[Field]> } & {
  /** The id of the request that filled the form. */
  again?: string;
};

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

const latestSent = (again?: string) => latestUnanswered<RequestValues>((sent) => sent.again === again);

/** Whether a request that this student sent with this form may have been posted, and can be sent again to find out. */
export function mayBePosted(now: Date, again?: string): boolean {
  const sent = latestSent(again);
  return sent !== undefined && !isOverdue(sent, now);
}

/**
 * What the form begins with: a request that this student sent with it without a response, exactly as it was sent; else the meal
 * that they ask for again; else the defaults. One whose deadline has come too near keeps it, and the form says so when it
 * is sent: no student finds out later that another day was chosen for them.
 */
export function firstValues(now: Date, again?: MealRequest): RequestValues {
  const unanswered = latestSent(again?._id);
  if (unanswered) return unanswered;
  if (!again) return blankRequest(now);
  const { _id, mealPeriod, mealDescription, location, description = '', urgency, isFlexible } = again;
  const asked = { again: _id, mealPeriod, mealDescription, location, description, urgency, isFlexible };
  return { ...asked, date: defaultDate(mealPeriod, now), time: defaultTimes[mealPeriod], isSecondTime: false };
}

/** A shorter text is typed again as fast as it is discarded. */
const WORTH_KEEPING = 3;

const isWorthKeeping = ({ mealDescription, location, description }: RequestValues) =>
  [mealDescription, location, description].some((text) => text.trim().length >= WORTH_KEEPING);

/** The name under which a form is kept. */
const formOf = (again = '') => `request ${again}`;

export const dropDraft = (again?: string) => keepTyped(formOf(again));

/** Whether two forms say the same, but for the deadline: that moves on while a draft waits. */
const isSame = (one: RequestValues, other: RequestValues) =>
  (Object.keys(other) as (keyof RequestValues)[]).every(
    (field) => field === 'date' || field === 'time' || one[field] === other[field],
  );

/** The draft that this student left in this form and tab, with which it begins, and which keeps what they write. */
export function useDraft(first: RequestValues) {
  const [offered, setOffered] = useState(() => {
    const draft: RequestValues = { ...first, ...typedInto(formOf(first.again)) };
    return isSame(draft, first) || !isWorthKeeping(draft) ? undefined : draft;
  });

  /** For every change: storing takes microseconds, and so nothing is lost however the page ends. */
  function keep(values: RequestValues) {
    if (isWorthKeeping(values)) keepTyped(formOf(values.again), values);
    else dropDraft(values.again);
  }

  return {
    offered,
    keep,
    decide: () => setOffered(undefined),
  };
}
