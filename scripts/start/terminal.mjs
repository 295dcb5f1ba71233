/** One sentence for the person at the terminal; `start` ends with it instead of a stack trace. */
export class Sentence extends Error {}

const HEARTBEAT_MS = 10_000;
const began = Date.now();

const clock = () => `${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s`;

export function say(line) {
  console.log(`[${clock()}] ${line}`);
}

/** Says what is being done, and says so again every ten seconds: nobody looks at a silent terminal. */
export async function step(what, work) {
  say(what);
  const heartbeat = setInterval(() => say(`${what} … still at it`), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
  }
}
