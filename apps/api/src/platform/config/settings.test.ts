import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { securityHeaders } from '../http/security-headers.js';
import { readSettings, SettingsError } from './settings.js';

const production = {
  NODE_ENV: 'production',
  PORT: '3000',
  DATABASE_URL: 'postgres://db/spareswipe',
  SMTP_URL: 'smtp://mail',
  MAIL_FROM: 'SpareSwipe <hello@state.edu>',
  APP_ORIGIN: 'https://swipes.state.edu',
  JWT_SECRET: 'x'.repeat(32),
  SIGNUP_CREDITS: '2',
};
const signOn = (over: object) =>
  JSON.stringify([
    {
      ...{ id: 'state', kind: 'keycloak', name: 'State', domains: ['state.edu'], issuer: 'https://sso.state.edu' },
      ...{ clientId: 'id', clientSecret: 'of the client', ...over },
    },
  ]);
const problemOf = (env: NodeJS.ProcessEnv) => {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
  }
  return 'none';
};

it('requires every setting in production', () => {
  expect(problemOf(production)).toBe('none');
  for (const name of Object.keys(production).filter((key) => key !== 'NODE_ENV'))
    expect(problemOf({ ...production, [name]: undefined })).toBe(`${name} is not set`);
});

it.each([
  ['PORT', '70000-secret'],
  ['DATABASE_URL', 'mysql://user:secret@db/x'],
  ['DATABASE_URL', 'postgres://:se#secret@db/x'],
  ['DATABASE_URL', 'postgres://se%secret@db/x'],
  ['DATABASE_URL', 'postgres://user:secret@db,standby:99999/x'],
  ['SMTP_URL', 'smtp://user:se#secret@mail'],
  ['READ_DATABASE_URL', 'mysql://user:secret@db/x'],
  ['LISTEN_DATABASE_URL', 'mysql://user:secret@db/x'],
  ['SMTP_URL', 'http://user:secret@mail'],
  ['MAIL_FROM', 'secret'],
  ['APP_ORIGIN', 'https://swipes.state.edu/secret'],
  ['APP_ORIGIN', 'https://secret.state.edu:99999'],
  ['JWT_SECRET', 'short-secret'],
  ['STARTING_MEALS_KEY', 'short-secret'],
  ['CELLS', 'secret'],
  ['CELLS', '{"secret.edu": "https://west.example/secret"}'],
  ['CELLS', '{"Secret.edu": "https://west.example"}'],
  ['SIGN_ON', 'secret'],
  ['SIGN_ON', '{"secret": 1}'],
  ['SIGN_ON', signOn({ issuer: 'http://secret.edu' })],
  ['SIGN_ON', signOn({ domains: ['state.edu', 'state.edu'], clientId: 'secret' })],
  ['SIGN_ON', signOn({ kind: 'entra', clientId: 'secret' })],
  ['SIGNUP_CREDITS', '-1secret'],
  ['SMTP_URL', 'smtp://user:secret@mail:99999'],
  ['TRUST_PROXY', 'true, secret'],
  ['TRUST_PROXY', '999.1.1.1'],
  ['TRUST_PROXY', '10.0.0.1, 10.0.0.0/33'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '10/8'],
  ['TRUST_PROXY', '100'],
  ['LOG_LEVEL', 'secret'],
  ['STRIPE_SECRET_KEY', 'pk_secret'],
  ['VAPID_PRIVATE_KEY', 'secret'],
])('names a bad %s and never prints it [asvs V13.3]', (name, value) => {
  const problem = problemOf({ ...production, [name]: value });
  expect(problem).toContain(name);
  expect(problem).not.toContain('secret');
});

it('refuses a campus whose students sign on here but are sent to another installation', () => {
  const SIGN_ON = signOn({ domains: ['students.state.edu', 'state.edu'] });
  const at = (CELLS: object) => problemOf({ ...production, SIGN_ON, CELLS: JSON.stringify(CELLS) });
  expect(at({ 'state.edu': production.APP_ORIGIN, 'west.edu': 'https://west.example' })).toBe('none');
  for (const domain of ['state.edu', 'students.state.edu'])
    expect(at({ [domain]: 'https://west.example' })).toBe(
      'SIGN_ON has a domain that CELLS sends to another installation',
    );
});

it('derives the key of starting meals from JWT_SECRET, unless it has one of its own that outlives a change of it', () => {
  const key = (over: NodeJS.ProcessEnv) => readSettings({ ...production, ...over }).STARTING_MEALS_KEY;
  const own = 'k'.repeat(32);
  expect(key({})).not.toBe(key({ JWT_SECRET: 'y'.repeat(32) }));
  expect(key({})).not.toContain(production.JWT_SECRET);
  expect(key({ JWT_SECRET: 'y'.repeat(32), STARTING_MEALS_KEY: own })).toBe(own);
});

it('makes the secrets of a local start once, each its own, and for its owner only', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'spareswipe-settings-'));
  const read = () => {
    const { JWT_SECRET, STARTING_MEALS_KEY, VAPID_PRIVATE_KEY } = readSettings({
      DATA_DIR,
      DATABASE_URL: production.DATABASE_URL,
    });
    return [JWT_SECRET, STARTING_MEALS_KEY, VAPID_PRIVATE_KEY];
  };
  const secrets = read();
  expect(new Set(secrets).size).toBe(3);
  expect(read()).toEqual(secrets);
  for (const name of readdirSync(DATA_DIR)) expect(statSync(join(DATA_DIR, name)).mode & 0o077).toBe(0);
  rmSync(DATA_DIR, { recursive: true });
});

it.each([
  'postgres://user@one:5432,[::1]:5432/name?sslmode=require',
  'postgresql://user%23@db/name',
  'postgres://user@/name?host=/run/postgresql',
  'postgres:///name',
])('takes the database at %s', (DATABASE_URL) => expect(problemOf({ ...production, DATABASE_URL })).toBe('none'));

it('reads a setting from a file, as orchestrators pass secrets, and names a file that is missing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spareswipe-settings-'));
  const file = join(folder, 'secret');
  writeFileSync(file, `${'y'.repeat(32)}\n`);
  const env = { ...production, JWT_SECRET: undefined, JWT_SECRET_FILE: file };
  expect(readSettings(env).JWT_SECRET).toBe('y'.repeat(32));
  expect(readSettings({ ...production, JWT_SECRET_FILE: file }).JWT_SECRET).toBe(production.JWT_SECRET);
  rmSync(folder, { recursive: true });
  expect(problemOf(env)).toBe('JWT_SECRET_FILE must name a file that can be read');
});

it.each(['false', '2', '10.0.0.1', '10.0.0.0/8, fd00::/8,::1'])('takes the proxies %s', (TRUST_PROXY) =>
  expect(problemOf({ ...production, TRUST_PROXY })).toBe('none'),
);

it('names DATA_DIR when a local start cannot keep its secrets there', () => {
  const file = fileURLToPath(import.meta.url);
  expect(problemOf({ DATA_DIR: file })).toBe('DATA_DIR must be a folder in which files can be read and written');
});

it('trusts no proxy by default', () => {
  expect(readSettings(production).TRUST_PROXY).toBe('false');
});

it('has browsers keep to https in production, for a year and with all subdomains [asvs V3.4c]', () => {
  expect(securityHeaders({ NODE_ENV: 'production' })['strict-transport-security']).toBe(
    'max-age=31536000; includeSubDomains',
  );
});
