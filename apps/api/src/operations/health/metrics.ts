import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { Passwords } from '../../people/auth/passwords.js';
import { Reads } from '../../platform/database/reads.js';
import { callsInFlight, CALLS_OF_ADDRESS_MAX } from '../../platform/http/load-shedding.js';
import { alertsLogged } from '../../platform/http/logging.js';
import { Jobs } from '../../platform/jobs/jobs.js';
import { Streams } from '../../delivery/live/streams.js';
import { HealthQueries, type Reach, type Standing } from './health.queries.js';

/** Prometheus gives a scrape up after 10 s. Values that PostgreSQL does not return sooner are left out. */
const DATABASE_MS = 2000;

type Value = number | null | undefined;

/** What is the same in every process: alert on the maximum. `HealthQueries.standing` has the values. */
const OF_ALL_PROCESSES = {
  overdue_request_seconds: 'Age of the oldest refund that is due',
  disputes_open: 'Disputes that nobody has decided',
  dispute_oldest_seconds: 'Age of the oldest undecided dispute',
  strikes_last_day: 'Strikes of the last 24 hours',
  ledger_audit_overdue_seconds: 'How long the check of the ledger is overdue',
  ledger_audit_seconds: 'How long the last check of the ledger took',
  ledger_audit_broken: 'Invariants that the last check found broken',
};

/** Metrics for Prometheus: the process, requests by route, its connections and clock, jobs, and the exchange as a whole. */
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

  private standing: Standing | undefined;

  constructor(
    jobs: Jobs,
    reads: Reads,
    streams: Streams,
    passwords: Passwords,
    private readonly queries: HealthQueries,
  ) {
    collectDefaultMetrics({ register: this.registry });
    this.registry.registerMetric(alertsLogged);
    this.gauge(
      'http_requests_in_flight',
      `Calls that the process works on; it refuses those of one address above ${CALLS_OF_ADDRESS_MAX}, and all above twice that`,
      callsInFlight,
    );
    if (reads.hasReplica) {
      this.registry.registerMetric(reads.outcomes);
      this.gauge('replica_behind_bytes', 'Bytes that the replica still has to replay', () => reads.replicaBehind());
    }
    this.gauge('live_listening', 'Whether the process hears of changes; if not, lists only poll', () =>
      Number(streams.isListening),
    );
    this.gauge('live_streams', 'Open streams of live lists', () => streams.size);
    this.gauge('password_hashes_waiting', 'Log-ins and new passwords that wait to be hashed', () => passwords.waiting);
    this.poolGauges();
    this.gauge(
      'clock_offset_seconds',
      'How far the clock of PostgreSQL is ahead of this host; alert above 5 either way',
      () => queries.clockOffset(),
    );
    this.gauge('mail_queue_size', 'Mails that wait to be sent', () => jobs.waiting('mail'));
    this.gauge('push_queue_size', 'Notifications that wait to be sent', () => jobs.waiting('push'));
    this.gauge(
      'stripe_events_waiting',
      'Events of Stripe that are not processed yet, or were given up on',
      async () => (await jobs.waiting('stripe-events')) + (await jobs.dead('stripe-events')),
    );
    this.gauge('push_dead_letter_size', 'Notifications given up on', () => jobs.dead('push'));
    this.gauge('mail_dead_letter_size', 'Mails given up on; each needs a look', () => jobs.dead('mail'));
    for (const [name, help] of Object.entries(OF_ALL_PROCESSES)) this.gauge(name, help, () => this.standing?.[name]);
    this.reachGauge('alerts_last_day', 'Alerts of the last 24 hours: sent, opened, accepted from', 'outcome', {
      sent: ({ sent }) => sent,
      opened: ({ opened }) => opened,
      accepted: ({ accepted }) => accepted,
    });
    this.reachGauge('requests_filled_ratio', 'Share of the requests of the last 24 hours that were accepted', 'of', {
      ended: ({ filled }) => filled,
    });
    this.reachGauge('request_match_seconds', 'From posting to the first accept, in the last 24 hours', 'quantile', {
      '0.5': ({ medianSeconds }) => medianSeconds,
      '0.9': ({ p90Seconds }) => p90Seconds,
    });
  }

  observe({ method, routeOptions }: FastifyRequest, reply: FastifyReply): void {
    const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode };
    this.requests.observe(labels, reply.elapsedTime / 1000);
  }

  async text(): Promise<string> {
    this.standing = await soon(this.queries.standing());
    return this.registry.metrics();
  }

  private poolGauges(): void {
    const connections: Gauge = new Gauge({
      name: 'database_connections',
      help: 'Connections to PostgreSQL that serve calls',
      labelNames: ['state'],
      registers: [this.registry],
      collect: () => {
        const { used, idle } = this.queries.pool();
        connections.set({ state: 'used' }, used);
        connections.set({ state: 'idle' }, idle);
      },
    });
    this.gauge('database_waiting', 'Calls that wait for a connection to PostgreSQL', () => this.queries.pool().waiting);
  }

  /** A value that is read at each scrape. */
  private gauge(name: string, help: string, value: () => Value | Promise<Value>): void {
    const collect = async () => {
      gauge.remove();
      const known = await soon(value());
      if (known !== undefined && known !== null) gauge.set(known);
    };
    const gauge: Gauge = new Gauge({ name, help, registers: [this.registry], collect });
  }

  /** One value for each campus and each key of `values`. */
  private reachGauge(
    name: string,
    help: string,
    label: string,
    values: Record<string, (reach: Reach) => number | null>,
  ): void {
    const collect = async () => {
      gauge.reset();
      for (const reach of (await soon(this.queries.reach())) ?? [])
        for (const [key, valueOf] of Object.entries(values)) {
          const value = valueOf(reach);
          if (value !== null) gauge.set({ campus: reach.campus, [label]: key }, value);
        }
    };
    const gauge: Gauge = new Gauge({ name, help, labelNames: ['campus', label], registers: [this.registry], collect });
  }
}

/** The result, if PostgreSQL returns it in time. */
const soon = <T>(asked: T | Promise<T>) => Promise.race([asked, pause(DATABASE_MS, undefined)]).catch(() => undefined);
