import { Gauge, type Registry } from 'prom-client';
import type { Standing } from './health.queries.js';

/** Name, help and value of each gauge. They are the same in every process: alert on their maximum. */
const GAUGES: [name: string, help: string, value: (standing: Standing) => number | null][] = [
  ['overdue_request_seconds', 'Age of the oldest refund that is due', ({ overdue }) => overdue],
  ['disputes_open', 'Disputes that nobody has decided', ({ openDisputes }) => openDisputes],
  ['dispute_oldest_seconds', 'Age of the oldest undecided dispute', ({ oldestDispute }) => oldestDispute],
  ['strikes_last_day', 'Strikes of the last 24 hours', ({ strikesLastDay }) => strikesLastDay],
  ['stripe_events_waiting', 'Events of Stripe that are not processed yet', ({ stripeEvents }) => stripeEvents],
  ['ledger_audit_overdue_seconds', 'How long the check of the ledger is overdue', ({ auditOverdue }) => auditOverdue],
  ['ledger_audit_seconds', 'How long the last check of the ledger took', ({ auditTook }) => auditTook],
  ['ledger_audit_broken', 'Invariants that the last check found broken', ({ auditBroken }) => auditBroken],
];

/** Registers the gauges. Returns a function that sets them; without a standing it removes their values. */
export function standingGauges(registry: Registry): (standing: Standing | undefined) => void {
  const gauges = GAUGES.map(([name, help, value]) => ({
    gauge: new Gauge({ name, help, registers: [registry] }),
    value,
  }));
  return (standing) => {
    for (const { gauge, value } of gauges) {
      const known = standing && value(standing);
      if (known === undefined || known === null) gauge.remove();
      else gauge.set(known);
    }
  };
}
