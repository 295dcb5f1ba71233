import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { Jobs } from '../jobs/jobs.js';

/** Metrics for Prometheus: the process, requests by route, and how many mails wait or failed for good. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();

  private readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });

  constructor(jobs: Jobs) {
    collectDefaultMetrics({ register: this.registry });
    this.queueGauge('mail_queue_size', 'Mails that wait to be sent', () => jobs.waiting('mail'));
    this.queueGauge('mail_dead_letter_size', 'Mails given up on; each needs a look', () => jobs.dead('mail'));
  }

  observe({ method, routeOptions }: FastifyRequest, reply: FastifyReply): void {
    const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode };
    this.requests.observe(labels, reply.elapsedTime / 1000);
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }

  private queueGauge(name: string, help: string, size: () => Promise<number>): void {
    const collect = async () => gauge.set(await size());
    const gauge: Gauge = new Gauge({ name, help, registers: [this.registry], collect });
  }
}
