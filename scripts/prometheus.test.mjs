import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parse, stringify } from 'yaml';

/** Prometheus' own promtool evaluates the alert rules, over series with a value a minute. */

const FILES = ['alerts.yml', 'machine.yml'];
const pathOf = (name) => fileURLToPath(new URL(`../deploy/prometheus/${name}`, import.meta.url));
const rules = FILES.flatMap((name) => parse(readFileSync(pathOf(name), 'utf8')).groups.flatMap((group) => group.rules));

/** One disk, which node-exporter reports for each of its mounts. */
function mounts(what, values) {
  const series = (mount) => `node_filesystem_${what}_bytes{device="/dev/vda",mountpoint="${mount}"}`;
  return { [series('/')]: values, [series('/etc/hosts')]: values };
}

/** Series of a system that works, for two days. */
const LONG = 3000;
const healthy = {
  'up{job="spareswipe",instance="a"}': `1x${LONG}`,
  'up{job="spareswipe",instance="b"}': `1x${LONG}`,
  'up{job="nginx",instance="web"}': `1x${LONG}`,
  mail_queue_size: `0x${LONG}`,
  mail_dead_letter_size: `3x${LONG}`,
  push_dead_letter_size: `3x${LONG}`,
  live_listening: `1x${LONG}`,
  strikes_last_day: `1x${LONG}`,
  'alerts_logged_total{alert="trust-proxy"}': `1x${LONG}`,
  'alerts_logged_total{alert="problem-reported"}': `1x${LONG}`,
  'http_request_duration_seconds_count{route="/api/requests",status="200"}': `0+600x${LONG}`,
  'http_request_duration_seconds_bucket{route="/api/requests",le="1"}': `0+600x${LONG}`,
  'http_request_duration_seconds_bucket{route="/api/requests",le="2.5"}': `0+600x${LONG}`,
  'http_request_duration_seconds_bucket{route="/api/requests",le="+Inf"}': `0+600x${LONG}`,
  'replica_reads_total{outcome="replica"}': `0+600x${LONG}`,
  ...mounts('avail', `40x${LONG}`),
  ...mounts('size', `100x${LONG}`),
  backup_newest_timestamp_seconds: `0+60x${LONG}`,
  backup_wal_timestamp_seconds: `0+60x${LONG}`,
  backup_checked_timestamp_seconds: `0+60x${LONG}`,
};
const gone = { 'up{job="spareswipe",instance="a"}': '1x10', 'up{job="spareswipe",instance="b"}': '1x10' };
const [BUSY, FAILED] = [503, 500].map((status) => `http_request_duration_seconds_count{status="${status}"}`);

/** The alert, the minute at which it is firing, and the series that differ. Nothing else may fire then. */
const cases = [
  [undefined, 20, {}],
  [undefined, LONG, {}],
  ['NoInstance', 18, gone, 'every container was stopped, so that no target is left'],
  ['InstanceDown', 14, { 'up{job="spareswipe",instance="c"}': '1x10 0x20' }],
  ['LastInstance', 22, { 'up{job="spareswipe",instance="a"}': '1x5' }],
  ['NginxDown', 18, { 'up{job="nginx",instance="web"}': '1x10' }, 'the series ends'],
  ['NginxDown', 14, { 'up{job="nginx",instance="web"}': '1x10 0x20' }],
  ['NginxNearlyFull', 5, { nginx_connections_active: '6500x9' }],
  ['DatabaseAway', 18, { mail_queue_size: '0x10' }],
  ['ReplicaUnused', 25, { 'replica_reads_total{outcome="behind"}': '0+900x40' }],
  ['ConnectionsUsedUp', 5, { database_waiting: '30x9' }],
  ['LiveListsPoll', 8, { live_listening: '0x9' }],
  ['StreamsFull', 8, { live_streams: '2800x9' }],
  ['PasswordsWait', 5, { password_hashes_waiting: '30x9' }],
  ['TooMuchLoad', 15, { [BUSY]: '0+12x20' }],
  ['NearlyTooMuchLoad', 5, { http_requests_in_flight: '230x9' }],
  ['SlowCalls', 20, { 'http_request_duration_seconds_bucket{route="/api/requests",le="1"}': '0+500x30' }],
  ['EventLoopBlocked', 8, { nodejs_eventloop_lag_p99_seconds: '0.9x9' }],
  ['MemoryGrows', 15, { 'process_resident_memory_bytes{job="spareswipe"}': '650000000x20' }],
  ['InternalErrors', 12, { [FAILED]: '0x10 1x20' }],
  ['RefundsLate', 3, { overdue_request_seconds: '60x9' }],
  ['MailWaits', 15, { mail_queue_size: '200x20' }],
  ['MailGivenUp', 75, { mail_dead_letter_size: '3x70 4x20' }],
  ['PushWaits', 15, { push_queue_size: '900x20' }],
  ['PushGivenUp', 75, { push_dead_letter_size: '3x70 40x20' }],
  ['ClockWrong', 3, { clock_offset_seconds: '-9x9' }],
  ['LedgerBroken', 1, { ledger_audit_broken: '1x9' }],
  ['LedgerUnchecked', 1, { ledger_audit_overdue_seconds: '7300x9' }],
  ['StripeEventsWait', 15, { stripe_events_waiting: '30x20' }],
  ['AlertLogged', 25, { 'alerts_logged_total{alert="trust-proxy"}': '1x20 2x20' }],
  ['AlertLogged', 25, { 'alerts_logged_total{alert="refund-failed"}': '_x20 1x20' }, 'the first line of its kind'],
  ['CampusAlertLogged', 1500, { 'alerts_logged_total{alert="problem-reported"}': '1x1480 2x200' }],
  ['CampusAlertLogged', 1500, { 'alerts_logged_total{alert="comment-reported"}': '_x1480 1x200' }],
  ['DisputesWait', 1, { dispute_oldest_seconds: '700000x9' }],
  ['ManyStrikes', LONG, { strikes_last_day: `1x${LONG - 30} 20x50` }],
  ['DiskNearlyFull', 8, mounts('avail', '10x20'), 'one alert for each disk'],
  ['MachineUnwatched', 18, mounts('avail', '40x5')],
  ['BackupOld', LONG, { backup_newest_timestamp_seconds: `-600000x${LONG}` }],
  ['BackupOld', 30, { backup_newest_timestamp_seconds: '0x5' }],
  ['WalNotReceived', 40, { backup_wal_timestamp_seconds: '0x50' }],
  ['WalNotReceived', 30, { backup_wal_timestamp_seconds: '0x5' }],
  ['RestoreUnproven', LONG, { backup_checked_timestamp_seconds: `0x${LONG}` }],
  ['RestoreUnproven', 30, { backup_checked_timestamp_seconds: '0x5' }],
];

function missingPromtool() {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch (error) {
    if (process.env.PROMTOOL_REQUIRED) throw error;
    return 'promtool is not installed';
  }
}
const reason = missingPromtool();
if (reason) process.stderr.write(`Tests of the alert rules' values are skipped: ${reason}\n`);

it('every rule has a case in which it fires', () => {
  const fired = new Set(cases.flatMap(([alert]) => alert ?? []));
  expect([...fired].sort()).toEqual(rules.map(({ alert }) => alert).sort());
});

(reason ? describe.skip : describe)('promtool', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spareswipe-rules-'));
  for (const name of FILES) copyFileSync(pathOf(name), join(folder, name));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(cases)('fires %s alone after %i minutes of %o', (alert, minute, changes) => {
    const series = Object.entries({ ...healthy, ...changes });
    const test = {
      interval: '1m',
      input_series: series.map(([name, values]) => ({ series: name, values })),
      promql_expr_test: [
        {
          expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
          eval_time: `${minute}m`,
          exp_samples: alert ? [{ labels: `{alertname="${alert}"}`, value: 1 }] : [],
        },
      ],
    };
    const file = join(folder, 'test.yml');
    const interval = minute > 60 ? '15m' : '1m';
    writeFileSync(file, stringify({ rule_files: FILES, evaluation_interval: interval, tests: [test] }));
    expect(() => execFileSync('promtool', ['test', 'rules', file], { stdio: 'pipe' })).not.toThrow();
  });
});
