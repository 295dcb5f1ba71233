const KEY = 'draft';

interface Draft {
  studentId: string;
  values: unknown;
}

/** Keeps what a student was writing when the server ended the session: in this tab, and for nobody else. */
export const keepDraft = (studentId: string, values: unknown) =>
  sessionStorage.setItem(KEY, JSON.stringify({ studentId, values } satisfies Draft));

/** What this student was writing, if anything. */
export function draftOf<Values>(studentId: string): Partial<Values> | undefined {
  const kept = sessionStorage.getItem(KEY);
  const draft = kept ? (JSON.parse(kept) as Draft) : undefined;
  return draft?.studentId === studentId ? (draft.values as Partial<Values>) : undefined;
}

/** It is on the screen again or was sent, or its student is not here any more. */
export const dropDraft = () => sessionStorage.removeItem(KEY);
