import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JwtService } from '@nestjs/jwt';
import { hash } from '@node-rs/argon2';
import { startPostgres } from '@spareswipe/local-services';
import pg from 'pg';
import { signing } from '../../src/people/sessions/jwt.js';
import { newId } from '../../src/platform/common/ids.js';
import { Settings } from '../../src/platform/config/settings.js';
import { migrate } from '../../src/operations/commands/migrate.js';
import { grantCredits, insertStudents } from '../../src/operations/commands/rows.js';
import { fillExchange } from '../support/bulk.js';

export const JWT_SECRET = 'a secret for measuring, long enough to be taken for one';
export const STUDENTS = 200;
export const PASSWORD = 'Bench1234';
const CREDITS = 100_000;

interface Size {
  /** Stored ones, of all statuses. */
  requests: number;
  open: number;
}

/** Measures on a PostgreSQL that waits for the disk. It and everything else in the folder is removed at the end of the process. */
export async function measure(work: (serverUrl: string, folder: string) => Promise<void>): Promise<never> {
  const folder = await mkdtemp(join(tmpdir(), 'spareswipe-bench-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'data'), log: console.error });
  try {
    await work(postgres.url, folder);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
  process.exit();
}

/** Open requests on each campus, however large the exchange is. */
const OPEN_PER_CAMPUS = 20;

/** Opens a database of this size, with students of one campus who are logged in and can afford anything. */
export async function openCampus(
  serverUrl: string,
  { requests, open }: Size,
  { name = `bench_${requests}`, migrateIt = migrate }: { name?: string; migrateIt?: (url: string) => unknown } = {},
) {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await onServer(serverUrl, `CREATE DATABASE ${name}`);
  await migrateIt(url.href);
  const db = new pg.Client({ connectionString: url.href });
  db.on('error', console.error); // if PostgreSQL stops, that must not hide the error that caused it
  await db.connect();
  await fillExchange(db, { requests, active: open / requests, campuses: open / OPEN_PER_CAMPUS });
  await db.query(
    `INSERT INTO campuses (institution, time_zone) SELECT DISTINCT institution, 'America/Chicago' FROM students`,
  );
  // Delays mails and alerts by a day, since sending them is not measured.
  await db.query(`
    CREATE FUNCTION mail_waits() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.start_after := now() + interval '1 day'; RETURN NEW; END $$;
    CREATE FUNCTION wave_waits() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.due_at := now() + interval '1 day'; RETURN NEW; END $$;
    CREATE TRIGGER wait BEFORE INSERT ON pgboss.job FOR EACH ROW EXECUTE FUNCTION mail_waits();
    CREATE TRIGGER wait BEFORE INSERT ON alert_waves FOR EACH ROW EXECUTE FUNCTION wave_waits();
    UPDATE alert_waves SET due_at = now() + interval '1 day'`);
  const tokens = await logIn(db);
  await db.query('VACUUM ANALYZE');
  return {
    url: url.href,
    db,
    tokens,
    /** Ids of open requests that none of the students posted. */
    async openRequests(count: number): Promise<string[]> {
      const { rows } = await db.query<{ id: string }>(
        `SELECT r.id FROM meal_requests r JOIN students s ON s.id = r.requester_id
          WHERE r.status = 'active' AND s.email NOT LIKE '%@bench.edu' ORDER BY md5(r.id::text) LIMIT $1`,
        [count],
      );
      return rows.map(({ id }) => id);
    },
  };
}
export type Campus = Awaited<ReturnType<typeof openCampus>>;

/** Opens the requests again that the measured students accepted. Not as released or left: the same students accept them again. */
export async function refill({ db }: Campus): Promise<void> {
  await db.query('BEGIN');
  const { rows } = await db.query<{ request_id: string }>(
    `UPDATE meal_requests SET status = 'active' FROM matches m JOIN students s ON s.id = m.fulfiller_id
      WHERE m.request_id = meal_requests.id AND m.status = 'accepted' AND s.email LIKE '%@bench.edu' RETURNING request_id`,
  );
  await db.query(
    `UPDATE matches SET status = 'cancelled', cancelled_at = now(), cancelled_because = 'voided'
      WHERE status = 'accepted' AND request_id = ANY ($1)`,
    [rows.map(({ request_id }) => request_id)],
  );
  await db.query('COMMIT');
}

async function logIn(db: pg.Client): Promise<string[]> {
  const jwt = new JwtService(signing(Object.assign(new Settings(), { JWT_SECRET })));
  const tokens: string[] = [];
  const passwordHash = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  for (let count = 0; count < STUDENTS; count++) {
    const [id, sid] = [newId(), newId()];
    await insertStudents(db, [
      {
        id,
        name: 'Bench Student',
        email: `student${count}@bench.edu`,
        password_hash: passwordHash,
        institution: 'campus0',
        verified_at: new Date(),
      },
    ]);
    await grantCredits(db, id, CREDITS);
    await db.query(`INSERT INTO sessions (id, student_id, expires_at) VALUES ($1, $2, now() + interval '1 day')`, [
      sid,
      id,
    ]);
    tokens.push(jwt.sign({ sub: id, sid }));
  }
  return tokens;
}

async function onServer(serverUrl: string, sql: string): Promise<void> {
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  await server.query(sql);
  await server.end();
}
