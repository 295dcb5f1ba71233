import { useSyncExternalStore } from 'react';
import type { IntentKeys } from '../api/use-intent';
import { forgetSecretForLink } from './sign-on';

const STORED_AS = 'draft';

/** What was written in this tab and not sent, or sent without a response. */
interface Draft {
  /** The student who wrote it; undefined: a visitor. */
  by?: string;
  /** What was typed, by the name of the form. */
  forms: Record<string, object | undefined>;
  /** Idempotency keys of what was sent and got no response yet, by what was sent as JSON; the latest last. */
  unanswered: Record<string, string | undefined>;
}

const NOTHING = '{"forms":{},"unanswered":{}}';

const listeners = new Set<() => void>();

/** The student who is, or was last, logged in here. */
let writer: string | undefined;

const read = () => JSON.parse(sessionStorage.getItem(STORED_AS) ?? NOTHING) as Draft;

function change({ forms, unanswered }: Partial<Draft>) {
  const before = read();
  const after = { forms: { ...before.forms, ...forms }, unanswered: { ...before.unanswered, ...unanswered } };
  if (JSON.stringify(after) === NOTHING) sessionStorage.removeItem(STORED_AS);
  else sessionStorage.setItem(STORED_AS, JSON.stringify({ by: writer ?? before.by, ...after }));
  listeners.forEach((listener) => listener());
}

/** What was typed into the form of this name in this tab, and was not sent. */
export const typedInto = (form: string): object => read().forms[form] ?? {};

function onChange(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The same, for a component that shows it. */
export function useTypedInto(form: string): object {
  useSyncExternalStore(onChange, () => JSON.stringify(typedInto(form)));
  return typedInto(form);
}

/** Without values, forgets the form. */
export const keepTyped = (form: string, values?: object) => change({ forms: { [form]: values } });

/** The latest of these that was sent without a response, as it was sent. */
export const latestUnanswered = <Sent>(isOne: (sent: Sent) => boolean): Sent | undefined =>
  Object.keys(read().unanswered)
    .map((sent) => JSON.parse(sent) as Sent)
    .findLast(isOne);

/** Keys of unanswered calls that survive a reload; for `useIntent`. */
export const unansweredKeys: IntentKeys = {
  get: (intent) => read().unanswered[intent],
  set(intent, key) {
    this.delete(intent);
    change({ unanswered: { [intent]: key } });
  },
  delete: (intent) => change({ unanswered: { [intent]: undefined } }),
};

/** The place where a student last said they are, in this browser. */
export const HALL_STORED_AS = 'hall';

/** The student has left: nothing they wrote stays in this tab, nor where they were and what links an account in this browser. */
export function forgetDrafts() {
  localStorage.removeItem(HALL_STORED_AS);
  forgetSecretForLink();
  sessionStorage.removeItem(STORED_AS);
}

/** Another student may have been here before. One whose session was lost goes on writing. */
export function forgetDraftsOfOthers(studentId: string) {
  writer = studentId;
  if (read().by !== studentId) sessionStorage.removeItem(STORED_AS);
}
