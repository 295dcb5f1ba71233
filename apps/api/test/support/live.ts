import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { GivenStudent } from './given.js';
import type { Api } from './start-api.js';

/** Opens the student's stream of an API and collects its events. `query`: for the requests of all campuses, '?campus=all'. */
export async function openStream(api: Api, student: GivenStudent, query = '') {
  const leave = new AbortController();
  const authorization = `Bearer ${await api.tokenOf(student)}`;
  const response = await api.fetch(`/api/live${query}`, { headers: { authorization }, signal: leave.signal });
  const events: string[] = [];
  let retryMs = 0;
  const read = async () => {
    const parser = new EventSourceParserStream({ onRetry: (ms) => (retryMs = ms) });
    for await (const { data } of response.body!.pipeThrough(new TextDecoderStream()).pipeThrough(parser))
      events.push(data);
  };
  /** Resolves when the server ends the stream. */
  const ended = response.status === 200 ? read().catch(() => undefined) : Promise.resolve();
  return {
    status: response.status,
    headers: response.headers,
    events,
    ended,
    retryMs: () => retryMs,
    close: () => leave.abort(),
  };
}
