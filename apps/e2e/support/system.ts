import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findFreePort, startInbox, startPostgres } from '@spareswipe/local-services';
import { Client } from 'pg';
import { until } from './until.js';

const API = fileURLToPath(new URL('../../api/dist/', import.meta.url));

/** Runs one of the API's programs and waits for it to end. */
export async function run(program: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [`${API}${program}`], { env, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
}

/** Creates a separate database for this run, since the server may be a developer's own. */
async function createDatabase(server: string) {
  const name = `spareswipe_e2e_${process.pid}`;
  const admin = new Client(server);
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = async () => {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  };
  return { url: url.href, drop };
}

/** A free port, and the settings of the run for another process of the API there. */
export async function settingsOfAnother() {
  const port = await findFreePort();
  const ofRun = JSON.parse(process.env.E2E_API_SETTINGS ?? '{}') as Record<string, string>;
  return { ...process.env, ...ofRun, PORT: String(port), APP_ORIGIN: `http://localhost:${port}` };
}

/** Starts a process of the API, and waits until it is ready. Resolves with how to stop it. */
export async function startApi(env: NodeJS.ProcessEnv & { APP_ORIGIN: string }) {
  const api = spawn(process.execPath, [`${API}main.js`], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const stop = async () => {
    api.kill('SIGTERM');
    if (api.exitCode === null) await once(api, 'exit');
  };
  const isReady = async () => {
    if (api.exitCode !== null) throw new Error(`The API ended with ${api.exitCode}`);
    const response = await fetch(`${env.APP_ORIGIN}/api/health/ready`).catch(() => undefined);
    return response?.ok;
  };
  try {
    await until(`the API at ${env.APP_ORIGIN} to be ready`, isReady, { seconds: 90 });
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/**
 * Starts the built system: PostgreSQL, an inbox, and the API, which serves the web app. Tests find it through E2E_ORIGIN,
 * E2E_INBOX, E2E_DATABASE_URL and E2E_API_SETTINGS. If E2E_ORIGIN is given, they use that system
 * instead, and its mails are those of Mailpit at E2E_MAILPIT, or of an inbox at E2E_INBOX.
 */
export default async function startSystem() {
  if (process.env.E2E_ORIGIN) return;
  const [port, httpPort, smtpPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const postgres = await startPostgres({ url: process.env.TEST_DATABASE_URL, docker: true });
  const database = await createDatabase(postgres.url);
  const inbox = await startInbox({ httpPort, smtpPort });
  const origin = `http://localhost:${port}`;
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    PORT: String(port),
    APP_ORIGIN: origin,
    DATABASE_URL: database.url,
    SMTP_URL: inbox.smtpUrl,
    MAIL_FROM: 'SpareSwipe <meals@spareswipe.edu>',
    JWT_SECRET: 'only-for-the-browser-tests-0123456789abcdef',
    VAPID_PRIVATE_KEY: 'WYMOvDpBhBEFZr8aKQ0IRz39y9SSzkmLFM0aXi-i5EE',
  };
  await run('operations/commands/migrate.js', env);
  const stop = await startApi(env);
  const { NODE_ENV, DATABASE_URL, SMTP_URL, MAIL_FROM, JWT_SECRET, VAPID_PRIVATE_KEY } = env;
  Object.assign(process.env, {
    E2E_ORIGIN: origin,
    E2E_INBOX: inbox.url,
    E2E_DATABASE_URL: database.url,
    // for tests that start another process of the API
    E2E_API_SETTINGS: JSON.stringify({ NODE_ENV, DATABASE_URL, SMTP_URL, MAIL_FROM, JWT_SECRET, VAPID_PRIVATE_KEY }),
  });

  return async () => {
    await stop();
    await inbox.stop();
    await database.drop();
    await postgres.stop();
  };
}
