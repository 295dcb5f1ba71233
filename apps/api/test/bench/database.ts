import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measure, openCampus, type Campus } from './campus.js';
import { drive, throughput } from './load.js';
import { startServer } from './servers.js';

/**
 * `pnpm bench database`: what a call costs PostgreSQL: processor time (of all its processes, by the kernel), WAL, rows and
 * index entries, and the time that each function takes itself. `--against REV` builds that commit beside this checkout and
 * measures both by turns on one server, so that a change shows as a ratio. The machine should have nothing else to do.
 */
const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { against: { type: 'string' }, rounds: { type: 'string', default: '5' } },
});
const ROUNDS = Number(options.rounds);
/** Half of those that are posted in a round are cancelled, the others accepted and completed. */
const POSTS = 2000;
const SIZE = { requests: 20_000, open: 400 };
const CONNECTIONS = 8;
const CALLS = { list: 2000, create: POSTS, cancel: POSTS / 2, accept: POSTS / 2, complete: POSTS / 2 };
type Operation = keyof typeof CALLS;
const OPERATIONS = Object.keys(CALLS) as Operation[];
/** Of the kernel's clock for processes, the same on every Linux. */
const TICK_MS = 10;

interface Cost {
  ms: number;
  walBytes: number;
  rows: number;
  indexEntries: number;
}

/** A checkout with its built API, over a database of its own. */
async function openVersion(serverUrl: string, name: string, root: string) {
  const dist = join(root, 'apps/api/dist');
  const [command] = globSync('{operations/,}commands/migrate.js', { cwd: dist });
  const migrateIt = (DATABASE_URL: string) => {
    const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL };
    execFileSync(process.execPath, [join(dist, command!)], { env, stdio: 'ignore' });
  };
  const campus = await openCampus(serverUrl, SIZE, { name, migrateIt });
  await campus.db.query('CREATE EXTENSION pg_walinspect');
  const main = join(dist, 'main.js');
  const api = await startServer('api', campus.url, main);
  const costs = Object.fromEntries(OPERATIONS.map((operation) => [operation, [] as Cost[]]));
  return { name, main, campus, api, costs: costs as Record<Operation, Cost[]> };
}
type Version = Awaited<ReturnType<typeof openVersion>>;

async function round({ campus, api, costs }: Version): Promise<void> {
  for (const operation of OPERATIONS) {
    const before = await reading(campus);
    await run({ campus, api }, operation);
    const ms = processorMs(before.postmaster) - before.ms;
    const after = await reading(campus);
    costs[operation].push({ ...(await written(campus, before.lsn, after.lsn)), ms });
  }
}

async function run({ campus, api }: Pick<Version, 'campus' | 'api'>, operation: Operation): Promise<void> {
  const load = { calls: CALLS[operation], connections: CONNECTIONS };
  if (operation === 'list' || operation === 'create') await throughput(api.url, campus, operation, load);
  else await drive(api.url, operation, await callsTo(campus, operation), load);
}

/** Calls of the students to what they posted themselves, or to what a neighbour did. */
async function callsTo({ db, tokens }: Campus, operation: Operation): Promise<(call: number) => object> {
  await db.query('TRUNCATE rate_limits');
  const table = operation === 'complete' ? 'matches' : 'meal_requests';
  const { rows } = await db.query<{ id: string; student: number }>(
    `SELECT t.id, substring(s.email FROM 'student([0-9]+)@')::integer AS student FROM ${table} t
       JOIN students s ON s.id = t.requester_id
      WHERE s.email LIKE '%@bench.edu' AND t.status = $1 ORDER BY t.created_at`,
    [operation === 'complete' ? 'accepted' : 'active'],
  );
  return (call) => {
    const { id, student } = rows[call]!;
    const headers = { authorization: `Bearer ${tokens[(student + Number(operation === 'accept')) % tokens.length]}` };
    if (operation === 'cancel') return { method: 'DELETE', path: `/api/requests/${id}`, headers };
    if (operation === 'complete') return { method: 'PUT', path: `/api/matches/${id}/complete`, headers };
    const body = JSON.stringify({ requestId: id });
    return { method: 'POST', path: '/api/matches', headers: { ...headers, 'content-type': 'application/json' }, body };
  };
}

async function reading({ db }: Campus) {
  const { rows } = await db.query<{ backend: number; lsn: string }>(
    'SELECT pg_backend_pid() AS backend, pg_current_wal_insert_lsn() AS lsn',
  );
  const postmaster = Number(statOf(rows[0]!.backend)[1]);
  return { lsn: rows[0]!.lsn, postmaster, ms: processorMs(postmaster) };
}

/** The fields of /proc/PID/stat from the state on. */
const statOf = (pid: number | string) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');

/** Of PostgreSQL's processes, those that ended included. */
function processorMs(postmaster: number): number {
  let ticks = 0;
  for (const pid of globSync('[0-9]*', { cwd: '/proc' })) {
    try {
      const stat = statOf(pid);
      if (Number(pid) === postmaster) ticks += [11, 12, 13, 14].reduce((sum, field) => sum + Number(stat[field]), 0);
      else if (Number(stat[1]) === postmaster) ticks += Number(stat[11]) + Number(stat[12]);
    } catch {
      // ended meanwhile; the postmaster counts it
    }
  }
  return ticks * TICK_MS;
}

async function written({ db }: Campus, from: string, to: string) {
  const { rows } = await db.query<Record<'walBytes' | 'rows' | 'indexEntries', number>>(
    `SELECT pg_wal_lsn_diff($2, $1)::float AS "walBytes",
            coalesce(sum(count) FILTER (WHERE "resource_manager/record_type" ~ '^Heap2?/(INSERT|UPDATE|HOT_UPDATE|MULTI_INSERT)'), 0)::float AS rows,
            coalesce(sum(count) FILTER (WHERE "resource_manager/record_type" ~ '^(Btree/INSERT|Gin/(INSERT|UPDATE_META))'), 0)::float AS "indexEntries"
       FROM pg_get_wal_stats($1, $2, true)`,
    [from, to],
  );
  return rows[0]!;
}

/**
 * Microseconds of its own that each function takes in a call of each kind, the highest first, in one more round by other
 * processes, since counting them takes time, too. A process counts for good when its connections close.
 */
async function functionTimes({ name, main, campus }: Version) {
  const times: Record<string, Partial<Record<Operation, string>>> = {};
  await campus.db.query(`ALTER DATABASE ${name} SET track_functions = 'all'`);
  for (const operation of OPERATIONS) {
    const api = await startServer('api', campus.url, main);
    await campus.db.query('SELECT pg_stat_reset()');
    await run({ campus, api }, operation);
    await api.stop();
    while ((await campus.db.query(OTHERS)).rowCount) await pause(10);
    const { rows } = await campus.db.query<{ name: string; us: number }>(
      `SELECT schemaname || '.' || funcname || ' (' || calls / $1 || ')' AS name, 1000 * self_time / $1 AS us FROM pg_stat_user_functions
        WHERE schemaname IN ('public', 'ledger') AND calls >= $1`,
      [CALLS[operation]],
    );
    for (const { name: called, us } of rows) (times[called] ??= {})[operation] = us.toFixed(0);
  }
  return times;
}

const OTHERS = 'SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';

const perCall = ({ costs }: Version, operation: Operation, what: keyof Cost) =>
  Math.min(...costs[operation].map((cost) => cost[what])) / CALLS[operation];

const HERE = fileURLToPath(new URL('../../../../', import.meta.url));
await measure(async (serverUrl, folder) => {
  const roots: Record<string, string> = { here: HERE };
  if (options.against) {
    roots.against = join(folder, 'against');
    const run = (command: string, ...args: string[]) =>
      execFileSync(command, args, { cwd: roots.against, stdio: 'inherit' });
    execFileSync('git', ['clone', '--quiet', HERE, roots.against]);
    run('git', 'checkout', '--quiet', options.against);
    run('pnpm', 'install', '--frozen-lockfile');
    run('pnpm', 'build');
  }
  const versions: Version[] = [];
  for (const [name, root] of Object.entries(roots)) versions.push(await openVersion(serverUrl, name, root));
  for (let turn = -1; turn < ROUNDS; turn++)
    for (const version of versions) {
      await round(version);
      if (turn < 0) for (const operation of OPERATIONS) version.costs[operation] = []; // warm
    }
  for (const version of versions) {
    console.log(version.name === 'here' ? 'this checkout' : options.against);
    console.table(
      OPERATIONS.map((operation) => ({
        call: operation,
        'processor ms': perCall(version, operation, 'ms').toFixed(2),
        'WAL bytes': perCall(version, operation, 'walBytes').toFixed(0),
        rows: perCall(version, operation, 'rows').toFixed(1),
        'index entries': perCall(version, operation, 'indexEntries').toFixed(1),
      })),
    );
    await version.api.stop();
    console.table(await functionTimes(version));
  }
  await Promise.all(versions.map(({ campus }) => campus.db.end()));
});
