const STORED_AS = 'hall';

/** The place where this student last said they are, in this browser. */
export function lastHall(studentId: string): string | undefined {
  const [id, place] = JSON.parse(localStorage.getItem(STORED_AS) ?? '[]') as string[];
  return id === studentId ? place : undefined;
}

export const rememberHall = (studentId: string, place: string) =>
  localStorage.setItem(STORED_AS, JSON.stringify([studentId, place]));
