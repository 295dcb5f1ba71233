import { setTimeout as wait } from 'node:timers/promises';

const OPEN_WITHIN_MS = 10_000;
const TOLD_WITHIN_MS = 5_000;

/** Opens a student's stream of live lists. A process opens none until it listens to the database. */
export async function openLiveLists(app, token) {
  const leave = new AbortController();
  const open = () => fetch(`${app}/api/live`, { headers: { authorization: `Bearer ${token}` }, signal: leave.signal });
  let response = await open();
  for (const end = Date.now() + OPEN_WITHIN_MS; response.status !== 200; response = await open()) {
    if (Date.now() > end) throw new Error(`/api/live returned ${response.status}: the API does not hear of changes`);
    await wait(500);
  }
  return {
    /** Waits for the event that requests have changed, then closes the stream. */
    async changed() {
      const timer = setTimeout(() => leave.abort(new Error('no event of the live lists arrived')), TOLD_WITHIN_MS);
      let text = '';
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream()))
        if ((text += chunk).includes('data: requests')) break;
      clearTimeout(timer);
      leave.abort();
    },
  };
}
