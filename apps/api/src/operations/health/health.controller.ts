import { Controller, Get, Header, Ip, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Open } from '../../platform/http/access.js';
import { AppError } from '../../platform/common/app-error.js';
import { isPrivate } from '../../platform/http/private-address.js';
import { Metrics } from './metrics.js';
import { Readiness } from './readiness.js';

/** For load balancers and monitoring, without log-in. */
@Open()
@Controller('api')
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
  ) {}

  @Get('health/live')
  live() {
    return { status: 'ok' };
  }

  /** The process can serve, because PostgreSQL responds, takes writes and is migrated; else 503, whose body says what is wrong. */
  @Get('health/ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const message = await this.readiness.problem();
    if (message === undefined) return { status: 'ok' };
    reply.code(503);
    return { status: 'error', message };
  }

  /** Metrics of the process and its routes. NOT_FOUND outside the private network that the process runs in. */
  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  prometheus(@Ip() address: string) {
    if (!isPrivate(address)) throw new AppError('NOT_FOUND');
    return this.metrics.text();
  }
}
