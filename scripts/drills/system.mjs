import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort, startInbox, startPostgres } from '@spareswipe/local-services';
import pg from 'pg';
import { forkProgram, runToEnd, stopChild } from '../start/children.mjs';
import { ROOT } from '../start/settings.mjs';

const API = join(ROOT, 'apps/api/dist');
const PASSWORD = 'Sunny-Day1';

/** What drills break: a database, processes of the API, and students. `stop` ends everything, the last one first. */
export function system() {
  const toStop = [];
  const onStop = (end) => toStop.push(end);
  let inbox;
  async function startOnlyInbox() {
    const started = await startInbox({ httpPort: await findFreePort(), smtpPort: await findFreePort() });
    onStop(() => started.stop());
    return started;
  }
  const migrate = (url) => command('migrate.js', url, { MIGRATION_DATABASE_URL: url });

  return {
    onStop,
    migrate,

    /** A migrated database that does not wait for the disk; where it should, see cluster.mjs. */
    async postgres() {
      const postgres = await startPostgres({});
      onStop(() => postgres.stop());
      await migrate(postgres.url);
      return postgres;
    },

    /** Throws if an invariant of the ledger is broken. */
    audit: (url) => command('audit.js', url),

    /** Starts a process of the API and waits until it is ready. All send to one mail catcher. */
    async api({ databaseUrl, host = '127.0.0.1', port, settings = {} }) {
      const { smtpUrl } = await (inbox ??= startOnlyInbox());
      port ??= await findFreePort();
      const env = {
        NODE_ENV: 'production',
        HOST: host,
        PORT: String(port),
        APP_ORIGIN: 'https://swipes.example.edu',
        DATABASE_URL: databaseUrl,
        SMTP_URL: smtpUrl,
        MAIL_FROM: 'drill@spareswipe.edu',
        JWT_SECRET: 'only for drills, which keep no data at all',
        STARTING_MEALS_KEY: 'of drills alone, which keep no data at all',
        SIGNUP_CREDITS: '2',
        LOG_LEVEL: 'fatal',
        ...settings,
      };
      const child = forkProgram(join(API, 'main.js'), { env, cwd: join(ROOT, 'apps/api') });
      const origin = `http://${host}:${port}`;
      const exit = new Promise((end) => child.once('exit', end));
      const api = { origin, port, pid: child.pid, stop: () => stopChild(child), exit };
      onStop(api.stop);
      for (let tries = 0; !(await isReady(origin)); tries++) {
        if (child.exitCode !== null || tries > 600) throw new Error('The API did not start.');
        await wait(50);
      }
      return api;
    },

    /** Verified students with many meals, logged in. Rate limits are switched off, since all calls come from one address. */
    async students(count, { databaseUrl, origin }) {
      const rows = await import(join(API, 'operations/commands/rows.js'));
      const { Passwords } = await import(join(API, 'people/auth/passwords.js'));
      const { newId } = await import(join(API, 'platform/common/ids.js'));
      const password_hash = await new Passwords().hash(PASSWORD);
      const db = new pg.Client({ connectionString: databaseUrl });
      await db.connect();
      await db.query(`CREATE OR REPLACE FUNCTION drill_uncounted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.points := 0; RETURN NEW; END $$;
        CREATE OR REPLACE TRIGGER drill_uncounted BEFORE INSERT OR UPDATE ON rate_limits FOR EACH ROW EXECUTE FUNCTION drill_uncounted()`);
      const students = [];
      for (let n = 0; n < count; n++) {
        const id = newId();
        const email = `drill-${n}-${id}@drill.edu`;
        const student = {
          id,
          name: `Drill ${n}`,
          email,
          phone_number: `+1555${1_000_000 + n}`,
          password_hash,
          institution: 'drill',
          verified_at: new Date(),
        };
        await rows.insertStudents(db, [student]);
        await rows.grantCredits(db, id, 1000);
        const response = await fetch(`${origin}/api/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email, password: PASSWORD }),
        });
        if (!response.ok) throw new Error(`log-in: ${response.status} ${await response.text()}`);
        students.push({ id, email, token: (await response.json()).token });
      }
      await db.end();
      return students;
    },

    async stop() {
      for (const end of toStop.splice(0).reverse()) await end();
    },
  };
}

function command(file, databaseUrl, settings = {}) {
  const env = { NODE_ENV: 'production', DATABASE_URL: databaseUrl, ...settings };
  const child = forkProgram(join(API, 'operations/commands', file), {
    env,
    cwd: join(ROOT, 'apps/api'),
    output: 'pipe',
  });
  return runToEnd(child, `${file} failed, see above.`);
}

const isReady = (origin) =>
  fetch(`${origin}/api/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Calls the API as a student. Status 0: no response. `agent`: false for a new connection. */
export function callApi(origin, { token }, method, path, { agent, body, headers } = {}) {
  const began = performance.now();
  const ms = () => Math.round(performance.now() - began);
  const all = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }), ...headers };
  return new Promise((resolve) => {
    const failed = ({ code }) => resolve({ status: 0, body: {}, ms: ms(), cause: code });
    const sent = request(`${origin}/api/${path}`, { agent, method, headers: all, timeout: 20_000 }, (response) => {
      const read = (parts) => {
        const text = parts.join('');
        resolve({ status: response.statusCode, body: text.startsWith('{') ? JSON.parse(text) : {}, ms: ms() });
      };
      response.setEncoding('utf8').toArray().then(read, failed);
    });
    sent.on('timeout', () => sent.destroy()).on('error', failed);
    sent.end(body && JSON.stringify(body));
  });
}

/** What a student posts. */
export const meal = (deadline = inFiveHours()) => ({
  mealPeriod: 'lunch',
  mealDescription: 'Soup',
  location: 'North Hall',
  deadline,
});

/** Posts a request. Returns the response's status and the request's id; status 0 if there was no response. */
export async function postRequest(origin, student, key = randomUUID(), deadline = inFiveHours()) {
  const call = { body: meal(deadline), headers: { 'idempotency-key': key } };
  const { status, body } = await callApi(origin, student, 'POST', 'requests', call);
  return { status, id: body.request?._id };
}

export const inFiveHours = () => new Date(Date.now() + 5 * 3_600_000);

export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
