import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserFacingError } from './terminal.mjs';

export const ROOT = resolve(import.meta.dirname, '../..');

function portSetting(env, name, fallback) {
  const text = env[name] || fallback;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port >= 1 && port <= 65_535) return port;
  throw new UserFacingError(`${name} must be a port, a whole number from 1 to 65535.`);
}

/**
 * Reads the settings that `start` itself needs from the environment and `.env` (the environment wins). The API reads and
 * validates all others. Sets APP_ORIGIN to the port, so that mails of every program lead there.
 */
export function readSettings({ dev, fakeStripe = false, signOn = false }) {
  const file = join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  const { env } = process;

  const production = env.NODE_ENV === 'production';
  if (production && dev) throw new UserFacingError('NODE_ENV=production is not for pnpm dev; use pnpm start.');
  if (production && fakeStripe)
    throw new UserFacingError('--fake-stripe takes no real money; it is not for NODE_ENV=production.');
  if (production && signOn)
    throw new UserFacingError('--sign-on lets everybody be anybody; it is not for NODE_ENV=production.');
  if (dev && signOn)
    throw new UserFacingError('--sign-on is for pnpm start: Vite does not say in its pages that there is one.');
  const port = portSetting(env, 'PORT', '3000');
  if (!production) env.APP_ORIGIN ||= `http://localhost:${port}`;
  const settings = {
    dev,
    fakeStripe,
    signOn,
    production,
    databaseUrl: env.DATABASE_URL || undefined,
    ownInbox: !production && !env.SMTP_URL,
    port,
    inboxPort: portSetting(env, 'INBOX_PORT', '1080'),
    inboxSmtpPort: portSetting(env, 'INBOX_SMTP_PORT', '1025'),
    dataDir: resolve(ROOT, env.DATA_DIR || '.data'),
    fakeStripePort: portSetting(env, 'FAKE_STRIPE_PORT', '12111'),
    signOnPort: portSetting(env, 'SIGN_ON_PORT', '3080'),
    paymentsOff: !env.STRIPE_SECRET_KEY && !fakeStripe,
  };
  const ports = Object.entries(portsOf(settings));
  for (const [name, port] of ports)
    for (const [other, same] of ports)
      if (name < other && port === same) throw new UserFacingError(`${name} and ${other} must be different ports.`);
  return settings;
}

/** The ports that users open, by the names of their settings. */
export function portsOf({ port, ownInbox, inboxPort, inboxSmtpPort, fakeStripe, fakeStripePort, signOn, signOnPort }) {
  return {
    PORT: port,
    ...(ownInbox && { INBOX_PORT: inboxPort, INBOX_SMTP_PORT: inboxSmtpPort }),
    ...(fakeStripe && { FAKE_STRIPE_PORT: fakeStripePort }),
    ...(signOn && { SIGN_ON_PORT: signOnPort }),
  };
}

/** Validates the API's settings with its own code before anything starts; the message names settings, never their values. */
export async function checkApiSettings(env) {
  const { readSettings: readApiSettings } = await import(
    pathToFileURL(join(ROOT, 'apps/api/dist/platform/config/settings.js')).href
  );
  try {
    return readApiSettings(env);
  } catch (error) {
    throw error.name === 'SettingsError' ? new UserFacingError(`${error.message}.`) : error;
  }
}
