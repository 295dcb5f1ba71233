import { Injectable } from '@nestjs/common';

/** Synchronised hosts differ by less, and over a busy network a measurement is no more exact than this. */
const IGNORED_MS = 1000;

/** The only source of "now" in the API: the time of PostgreSQL, which all instances share. A test may replace it. */
@Injectable()
export class Clock {
  /** How far PostgreSQL's clock is ahead of this host's. Measured by `ClockOffset`. */
  hostOffsetMs = 0;

  now(): Date {
    const correction = Math.abs(this.hostOffsetMs) < IGNORED_MS ? 0 : this.hostOffsetMs;
    return new Date(Date.now() + correction);
  }
}
