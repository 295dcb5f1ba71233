import { Controller, Get, Header, Ip } from '@nestjs/common';
import { HealthCheckService, TypeOrmHealthIndicator } from '@nestjs/terminus';
import { Open } from '../http/access.js';
import { AppError } from '../common/app-error.js';
import { isInside } from './inside.js';
import { Metrics } from './metrics.js';

/** For load balancers and monitoring; no student is behind these routes. */
@Open()
@Controller('api')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly database: TypeOrmHealthIndicator,
    private readonly metrics: Metrics,
  ) {}

  /** The process runs. */
  @Get('health/live')
  live() {
    return { status: 'ok' };
  }

  /** The process can serve: PostgreSQL answers. 503 otherwise. */
  @Get('health/ready')
  ready() {
    return this.health.check([() => this.database.pingCheck('database', { timeout: 2000 })]);
  }

  /** Numbers about the process and its routes: for the network that the process runs in, not for the world. */
  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  prometheus(@Ip() address: string) {
    if (!isInside(address)) throw new AppError('NOT_FOUND');
    return this.metrics.text();
  }
}
