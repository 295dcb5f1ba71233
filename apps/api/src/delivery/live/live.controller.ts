import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentStudent, type SignedInStudent } from '../../platform/http/current-student.js';
import { Streams } from './streams.js';

/** Outside the contract, whose client reads whole responses. */
@Controller('api/live')
export class LiveController {
  constructor(private readonly streams: Streams) {}

  /**
   * Server-sent events that say which lists have changed; 204 where the client should poll instead. `campus=all`: also the open
   * requests of other campuses.
   */
  @Get()
  open(@CurrentStudent() student: SignedInStudent, @Query('campus') campus: unknown, @Res() reply: FastifyReply): void {
    const stream = this.streams.open(student, { allCampuses: campus === 'all' });
    if (!stream) return void reply.status(204).send();
    // nginx would hold events back until its buffer is full
    void reply.headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }).send(stream);
  }
}
