import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { inFiveHours, postRequest } from './system.mjs';

/**
 * Posts requests until stopped, one after the other for each student. Repeats a call until it gets 201, as the web app
 * does. Students use the `origins` in turn. Returns every response so far: `{ status, id, origin, at, ms }`.
 */
export function startPosting(students, origins) {
  const responses = [];
  let isOver = false;

  async function work(student, origin) {
    while (!isOver) {
      const key = randomUUID();
      const deadline = inFiveHours(); // the same key with another body would be refused
      for (;;) {
        const began = Date.now();
        const { status, id } = await postRequest(origin, student, key, deadline);
        responses.push({ status, id, origin, at: Date.now(), ms: Date.now() - began });
        if (status === 201 || isOver) break;
        await wait(200);
      }
    }
  }
  const load = students.map((student, n) => work(student, origins[n % origins.length]));
  return {
    responses,
    async stop() {
      isOver = true;
      await Promise.all(load);
    },
  };
}

export const acknowledged = (responses) => responses.filter(({ status }) => status === 201);

/** How many responses had each status, as JSON; status 0: none. */
export function statusesOf(responses) {
  const counts = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return JSON.stringify(counts);
}

/** Which acknowledged requests are not stored, and how many are stored without an acknowledgement. */
export async function compareWithStored(responses, { query }) {
  const { rows } = await query('SELECT id FROM meal_requests', 'spareswipe');
  const stored = new Set(rows.map(({ id }) => id));
  const promised = new Set(acknowledged(responses).map(({ id }) => id));
  const lost = [...promised].filter((id) => !stored.has(id)).length;
  // a call that was under way at the end may be stored without a response
  return { lost, unacknowledged: stored.size - promised.size + lost };
}

/** The times of some responses, at each of these shares: "12 ms, 40 ms". */
export function timesOf(responses, shares) {
  const times = responses.map(({ ms }) => ms).sort((a, b) => a - b);
  return shares.map((share) => `${times[Math.floor((times.length - 1) * share)] ?? '–'} ms`).join(', ');
}
