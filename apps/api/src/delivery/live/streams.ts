import { Readable } from 'node:stream';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { AppError } from '../../platform/common/app-error.js';
import type { SignedInStudent } from '../../platform/http/current-student.js';

/** Each costs about 40 kB (decision 24), so these take some 120 MB. */
const MAX_STREAMS = 3000;
/** Tabs and devices of one student. A hidden tab closes its stream. */
const MAX_OF_STUDENT = 5;
/** Changes of one topic within this time are sent as one event. */
const TICK_MS = 250;
/** For streams of all campuses, where something changes all the time: each reads its list at most once a second. */
const TICKS_OF_ALL = 4;
/** An event makes each client read its lists again, so only this many get one per tick: 200 a second for each process. */
const SENT_AT_ONCE = 50;
/** Less than the 60 s after which proxies close a silent connection. */
const HEARTBEAT_MS = 25_000;
/** The client then opens another one, for which its session is checked again. */
const MAX_AGE_MS = 60 * 60 * 1000;
/** A client that reads nothing loses its stream. */
const MAX_UNREAD_BYTES = 4096;

const ALL_CAMPUSES = 'all campuses';

interface Stream {
  body: Readable;
  openedAt: number;
  isEnded: boolean;
}

/**
 * The open streams of this process, by the topics of the announcements in the database: `campus state`,
 * `student <id>`, `session <id>`; any `campus` also changes `all campuses`. An event is the word `requests` (of the student's
 * campus, or of all) or `mine`, never data.
 */
@Injectable()
export class Streams implements BeforeApplicationShutdown {
  /** While no listener is connected to the database, `open` opens no stream. */
  isListening = false;
  private isEnding = false;
  private readonly streams = new Set<Stream>();
  private readonly topics = new Map<string, Set<Stream>>();
  private readonly changedTopics = new Set<string>();
  /** Streams that still need a `requests` event, in order. */
  private readonly waiting = new Set<Stream>();
  private ticks = 0;

  get size(): number {
    return this.streams.size;
  }

  /**
   * A stream of server-sent events, or undefined where the student's lists keep polling instead: nothing is listening, or
   * too many streams are open. Throws BUSY while the process stops, so that the client tries another one.
   */
  open(
    { id, sessionId, institution }: SignedInStudent,
    { allCampuses }: { allCampuses: boolean },
  ): Readable | undefined {
    if (this.isEnding) throw new AppError('BUSY', { retryAfterSeconds: 1 });
    const own = this.topics.get(`student ${id}`)?.size ?? 0;
    if (!this.isListening || this.streams.size >= MAX_STREAMS || own >= MAX_OF_STUDENT) return undefined;
    const stream = { body: new Readable({ read: () => undefined }), openedAt: Date.now(), isEnded: false };
    const topics = [allCampuses ? ALL_CAMPUSES : `campus ${institution}`, `student ${id}`, `session ${sessionId}`];
    this.streams.add(stream);
    for (const topic of topics) this.topics.set(topic, (this.topics.get(topic) ?? new Set()).add(stream));
    stream.body.once('close', () => {
      this.streams.delete(stream);
      this.waiting.delete(stream);
      for (const topic of topics) this.remove(topic, stream);
    });
    stream.body.push(`retry: ${retryMs()}\n\n`);
    return stream.body;
  }

  /** A topic has changed. Unknown topics are those of students who have no stream here. */
  changed(name: string): void {
    if (name.startsWith('campus ')) this.changed(ALL_CAMPUSES);
    const streams = this.topics.get(name);
    if (!streams) return;
    if (name.startsWith('session ')) return streams.forEach(end);
    this.changedTopics.add(name);
  }

  /** Changes may have been missed, so every client reads its lists again. */
  allChanged(): void {
    for (const name of this.topics.keys()) if (!name.startsWith('session ')) this.changed(name);
  }

  /** Ends all streams at once, since they would hold up a process that stops. Their clients come back within seconds. */
  endAll(): void {
    this.isEnding = true;
    this.streams.forEach(end);
  }

  beforeApplicationShutdown(): void {
    this.endAll();
  }

  /** Sends what has changed since the last tick. */
  @Interval(TICK_MS)
  tick(): void {
    const isTurnOfAll = this.ticks++ % TICKS_OF_ALL === 0;
    for (const name of this.changedTopics) {
      if (name === ALL_CAMPUSES && !isTurnOfAll) continue;
      this.changedTopics.delete(name);
      for (const stream of this.topics.get(name) ?? [])
        if (name.startsWith('student ')) send(stream, 'data: mine\n\n');
        else this.waiting.add(stream);
    }
    for (const stream of [...this.waiting].slice(0, SENT_AT_ONCE)) {
      this.waiting.delete(stream);
      send(stream, 'data: requests\n\n');
    }
  }

  /** Keeps proxies from closing silent streams, and ends old ones. */
  @Interval(HEARTBEAT_MS)
  beat(): void {
    const oldest = Date.now() - MAX_AGE_MS;
    for (const stream of this.streams)
      if (stream.openedAt < oldest) end(stream);
      else send(stream, ':\n\n');
  }

  private remove(name: string, stream: Stream): void {
    const streams = this.topics.get(name);
    streams?.delete(stream);
    if (streams?.size === 0) this.topics.delete(name);
  }
}

function send({ body, isEnded }: Stream, text: string): void {
  if (isEnded) return;
  if (body.readableLength > MAX_UNREAD_BYTES) body.destroy();
  else body.push(text);
}

function end(stream: Stream): void {
  if (stream.isEnded) return;
  send(stream, `retry: ${retryMs()}\n\n`);
  stream.isEnded = true;
  stream.body.push(null);
}

/** When a client that lost its stream comes back: random, so that those of a stopped process do not come all at once. */
const retryMs = () => Math.round(1000 + Math.random() * 2000);
