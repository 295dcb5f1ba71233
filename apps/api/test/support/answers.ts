interface Answer {
  status: number;
  body: unknown;
}

/** The body of a success; a failure fails the test with what it said. */
export function ok<A extends Answer>(answer: A): Extract<A, { status: 200 | 201 }>['body'] {
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** How many answers there were of each status and code, for example `{ 201: 1, '409 REQUEST_NOT_AVAILABLE': 49 }`. */
export function tally(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const { code } = body as { code?: string };
    const outcome = code ? `${status} ${code}` : String(status);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** `count` calls at once. */
export const atOnce = <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));
