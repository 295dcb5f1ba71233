import type { IntentKeys } from '../api/use-intent';

const STORED_AS = 'draft';
const TYPED_AS = 'typed';

interface Draft {
  studentId: string;
  /** What the student was writing and has not sent. */
  values?: unknown;
  /** What was sent and got no response yet, as JSON, with its idempotency key; the latest last. */
  unanswered?: Record<string, string>;
}

function read(studentId: string): Draft {
  const stored = sessionStorage.getItem(STORED_AS);
  const draft = stored ? (JSON.parse(stored) as Draft) : undefined;
  return draft?.studentId === studentId ? draft : { studentId };
}

function write(draft: Draft) {
  if (draft.values === undefined && !Object.keys(draft.unanswered ?? {}).length) sessionStorage.removeItem(STORED_AS);
  else sessionStorage.setItem(STORED_AS, JSON.stringify(draft));
}

/** Keeps what a student was writing, in this tab and for this student only. */
export const keepDraft = (studentId: string, values: unknown) => write({ ...read(studentId), values });

/** What this student was writing, if anything. */
export const draftOf = <Values>(studentId: string) => read(studentId).values as Partial<Values> | undefined;

/** It was sent or discarded. */
export const dropDraft = (studentId: string) => write({ ...read(studentId), values: undefined });

/** The place where a student last said they are, in this browser. */
export const HALL_STORED_AS = 'hall';

/** The student has left: nothing they wrote stays in this tab, nor where they were in this browser. */
export function forgetDrafts() {
  localStorage.removeItem(HALL_STORED_AS);
  sessionStorage.removeItem(STORED_AS);
  sessionStorage.removeItem(TYPED_AS);
}

/** Another student may have been here before. One whose session was lost goes on writing. */
export function forgetDraftsOfOthers(studentId: string) {
  write(read(studentId));
  writer = studentId;
  if (readTyped().by !== studentId) sessionStorage.removeItem(TYPED_AS);
}

/** The student who is, or was last, logged in here. */
let writer: string | undefined;

const readTyped = () =>
  JSON.parse(sessionStorage.getItem(TYPED_AS) ?? '{"forms":{}}') as { by?: string; forms: Record<string, object> };

/** What was typed into the form of this name in this tab, and was not sent. */
export const typedInto = (form: string): object => readTyped().forms[form] ?? {};

/** `{}` forgets it. */
export function keepTyped(form: string, values: object) {
  const { [form]: _, ...others } = readTyped().forms;
  const forms = Object.keys(values).length ? { ...others, [form]: values } : others;
  if (Object.keys(forms).length) sessionStorage.setItem(TYPED_AS, JSON.stringify({ by: writer, forms }));
  else sessionStorage.removeItem(TYPED_AS);
}

/** What this student sent last without a response, as it was sent. */
export function latestUnanswered(studentId: string): unknown {
  const latest = Object.keys(read(studentId).unanswered ?? {}).at(-1);
  return latest === undefined ? undefined : JSON.parse(latest);
}

/** Keys of unanswered calls that survive a reload; for `useIntent`. */
export const unansweredKeys = (studentId: string): IntentKeys => ({
  get: (intent) => read(studentId).unanswered?.[intent],
  set(intent, key) {
    this.delete(intent);
    const draft = read(studentId);
    write({ ...draft, unanswered: { ...draft.unanswered, [intent]: key } });
  },
  delete(intent) {
    const draft = read(studentId);
    const { [intent]: _, ...others } = draft.unanswered ?? {};
    write({ ...draft, unanswered: others });
  },
});
