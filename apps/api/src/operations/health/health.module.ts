import { Module } from '@nestjs/common';
import { AuthModule } from '../../people/auth/auth.module.js';
import { LiveModule } from '../../delivery/live/live.module.js';
import { HealthController } from './health.controller.js';
import { HealthQueries } from './health.queries.js';
import { Metrics } from './metrics.js';
import { Readiness } from './readiness.js';

@Module({
  imports: [AuthModule, LiveModule],
  controllers: [HealthController],
  providers: [Metrics, HealthQueries, Readiness],
  exports: [Metrics],
})
export class HealthModule {}
