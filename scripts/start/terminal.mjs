/** An error whose one-sentence message is for the user at the terminal; it is printed without a stack trace. */
export class UserFacingError extends Error {}

export function printFailure(error) {
  const isUserFacing = error instanceof UserFacingError || error?.name === 'LocalServiceError';
  console.error(isUserFacing ? error.message : error);
  process.exitCode = 1;
}

const HEARTBEAT_MS = 10_000;
const began = Date.now();

const clock = () => `${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s`;

export function say(line) {
  console.log(`[${clock()}] ${line}`);
}

/** Runs `work`, and prints its name at the start and again every ten seconds, so that the terminal is never silent. */
export async function step(name, work) {
  say(name);
  const heartbeat = setInterval(() => say(`${name} … still at it`), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
  }
}
