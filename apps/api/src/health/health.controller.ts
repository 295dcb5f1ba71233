import { Controller, Get, Header, Ip } from '@nestjs/common';
import { HealthCheckService, TypeOrmHealthIndicator } from '@nestjs/terminus';
import { Open } from '../http/access.js';
import { AppError } from '../common/app-error.js';
import { isPrivate } from '../http/private-address.js';
import { Metrics } from './metrics.js';

/** For load balancers and monitoring, without log-in. */
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

  /** The process can serve, because PostgreSQL responds; 503 otherwise. */
  @Get('health/ready')
  ready() {
    return this.health.check([() => this.database.pingCheck('database', { timeout: 2000 })]);
  }

  /** Metrics of the process and its routes. NOT_FOUND outside the private network that the process runs in. */
  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  prometheus(@Ip() address: string) {
    if (!isPrivate(address)) throw new AppError('NOT_FOUND');
    return this.metrics.text();
  }
}
