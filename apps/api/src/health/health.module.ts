import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { JobsModule } from '../jobs/jobs.module.js';
import { HealthController } from './health.controller.js';
import { Metrics } from './metrics.js';

@Module({
  imports: [TerminusModule.forRoot({ logger: false }), JobsModule],
  controllers: [HealthController],
  providers: [Metrics],
  exports: [Metrics],
})
export class HealthModule {}
