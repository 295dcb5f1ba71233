import { Injectable } from '@nestjs/common';

/** The only source of "now" in the API. A test may replace it. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
