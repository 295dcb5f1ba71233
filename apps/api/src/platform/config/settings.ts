// The decorators below need it, and commands and tests read settings without Nest, which would load it.
import 'reflect-metadata';
import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { ALERTS_KEPT_DAYS_MAX } from '@spareswipe/contract';
import { plainToInstance, Transform, Type } from 'class-transformer';
import {
  getMetadataStorage,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  Min,
  MinLength,
  ValidateBy,
  validateSync,
} from 'class-validator';
import ipaddr from 'ipaddr.js';
import webPush from 'web-push';
import type { z } from 'zod';
import { cellOf, cells, type Cells } from './cells.js';
import { keptIn } from './kept-secret.js';
import { providers, type SignOnProvider } from './sign-on-providers.js';
import { isReadable, urlsIn } from './urls.js';
import { vapidPublicKey } from './vapid-key.js';

/** Defaults of a local start. None of them applies with NODE_ENV=production. */
const LOCAL_DEFAULTS = {
  HOST: 'localhost',
  PORT: '3000',
  INBOX_SMTP_PORT: '1025',
  DATA_DIR: '.data',
  MAIL_FROM: 'SpareSwipe <hello@spareswipe.localhost>',
  APP_ORIGIN: 'http://localhost:3000',
  SIGNUP_CREDITS: '2',
};

const STRIPE_KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const wholeNumber = (min: number, max: number): PropertyDecorator => {
  const message = `$property must be a whole number from ${min} to ${max}`;
  const rules = [Type(() => Number), IsInt({ message }), Min(min, { message }), Max(max, { message })];
  return (target, property) => rules.forEach((rule) => rule(target, property));
};

/** A rule of our own about the text. Its message never has the value. Stands above rules that must hold first. */
const must = (isRight: (text: string) => boolean, message: string) =>
  ValidateBy({ name: isRight.name, validator: { validate: isRight } }, { message });

const unreadable = (name: string) =>
  `${name} cannot be read: check its host and port, and percent-encode special characters of its password`;
const serverUrl = must(areReadable, unreadable('$property'));
const secret = MinLength(32, { message: '$property must have at least 32 characters' });
const postgresUrl = Matches(/^postgres(ql)?:\/\/.+/, { message: '$property must be a postgres:// URL' });
const webUrl = IsUrl(
  { require_tld: false, require_protocol: true, protocols: ['http', 'https'] },
  { message: '$property must be a URL' },
);

/** The settings of the API, named like their environment variables. Created by `readSettings`. */
export class Settings {
  @IsIn(['development', 'test', 'production'], { message: '$property must be development, test or production' })
  NODE_ENV: 'development' | 'test' | 'production' = 'development';

  @IsString({ message: '$property must be an address to listen on' })
  HOST: string = '0.0.0.0';

  /** 0 takes any free port. */
  @wholeNumber(0, 65_535)
  PORT!: number;

  @serverUrl
  @postgresUrl
  DATABASE_URL!: string;

  /** A streaming replica of it. Lists, history and statistics are read there while it keeps up. */
  @IsOptional()
  @serverUrl
  @postgresUrl
  READ_DATABASE_URL?: string;

  /** PostgreSQL itself, where DATABASE_URL names a pooler: listening for changes needs a dedicated connection. */
  @IsOptional()
  @serverUrl
  @postgresUrl
  LISTEN_DATABASE_URL?: string;

  /** Connections that one API process opens for requests. Its jobs use up to three more, live lists one. */
  @wholeNumber(1, 200)
  DATABASE_POOL_SIZE: number = 10;

  @serverUrl
  @Matches(/^smtps?:\/\/.+/, { message: '$property must be an smtp:// or smtps:// URL' })
  SMTP_URL!: string;

  /** Sender of every mail: an address, or a name and an address in angle brackets. */
  @Matches(/^([^<>\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, { message: '$property must be an e-mail sender' })
  MAIL_FROM!: string;

  /** The origin of the web app: for links in mails, and the only one that CORS allows. */
  @must((origin) => URL.canParse(origin), '$property must be a URL')
  @Matches(/^https?:\/\/[^/?#\s@]+$/, {
    message: '$property must be an origin such as https://swipes.example.edu, with no path',
  })
  APP_ORIGIN!: string;

  @secret
  JWT_SECRET!: string;

  /** JSON: which e-mail domains another installation serves, and where (cells.ts). The same for all of them. */
  @Transform(({ value }) => parsed(cells, value as string))
  @IsObject({
    message:
      '$property must be JSON such as {"state.edu": "https://state.swipes.example"}, with domains in lower case and no path',
  })
  CELLS: Cells = {};

  @wholeNumber(0, 1000)
  SIGNUP_CREDITS!: number;

  /** Makes the HMAC that is kept of a mailbox. It must never change, or its next account counts as another person's. */
  @secret
  STARTING_MEALS_KEY!: string;

  /** The proxies whose X-Forwarded-For counts: none, a number of hops, or their addresses. */
  @must(areProxies, '$property must be false, a number of hops, or IP addresses and ranges')
  TRUST_PROXY: string = 'false';

  @IsIn(LOG_LEVELS, { message: `$property must be one of ${LOG_LEVELS.join(', ')}` })
  LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';

  /** Signs what goes to push services, so browsers get notifications. Unset in production: no notifications. */
  @IsOptional()
  @must(isVapidKey, '$property must be a P-256 private key in base64url')
  VAPID_PRIVATE_KEY?: string;

  @IsOptional()
  @Matches(/^(sk|rk)_(test|live)_\w+$/, {
    message: '$property must start with sk_test_, sk_live_, rk_test_ or rk_live_',
  })
  STRIPE_SECRET_KEY?: string;

  @IsOptional()
  @Matches(/^pk_(test|live)_\w+$/, { message: '$property must start with pk_test_ or pk_live_' })
  STRIPE_PUBLISHABLE_KEY?: string;

  /** One secret, or several separated by commas while one replaces another. */
  @IsOptional()
  @Matches(/^whsec_[^\s,]+(\s*,\s*whsec_[^\s,]+)*$/, { message: '$property must start with whsec_' })
  STRIPE_WEBHOOK_SECRET?: string;

  /** Campuses whose students log in with the campus's own account, as a JSON list with secrets: docs/sign-on.md. */
  @Transform(({ value, obj }) => parsed(providers((obj as Settings).NODE_ENV === 'production'), value as string))
  @IsArray({
    message:
      '$property must be a list of providers as docs/sign-on.md describes it, each with its own id and domains, and https',
  })
  SIGN_ON: SignOnProvider[] = [];

  /** Days after which ended log-ins are deleted. */
  @wholeNumber(1, 90)
  KEEP_SESSIONS_DAYS: number = 7;

  /** Records of which student was alerted to which request. The privacy page promises the maximum. */
  @wholeNumber(1, ALERTS_KEPT_DAYS_MAX)
  KEEP_ALERTS_DAYS: number = ALERTS_KEPT_DAYS_MAX;

  /** What students wrote to operators, from the answer or decision on. */
  @wholeNumber(30, 3650)
  KEEP_REPORTS_DAYS: number = 1095;

  /** Registrations whose address nobody verified. */
  @wholeNumber(2, 365)
  KEEP_UNVERIFIED_DAYS: number = 30;

  /** Another host for Stripe's API, for tests. */
  @IsOptional()
  @webUrl
  STRIPE_API_BASE?: string;

  /** Another URL of Stripe.js for the page, for local use with the fake Stripe. */
  @IsOptional()
  @webUrl
  STRIPE_JS_URL?: string;
}

/** A setting is missing or wrong. The message names it in one sentence and never prints its value. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** Adds each setting that is given as a file: JWT_SECRET_FILE names the file with JWT_SECRET. Throws SettingsError. */
export function withFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const all = { ...env };
  for (const name of [...declaredNames(), 'MIGRATION_DATABASE_URL']) {
    const file = env[`${name}_FILE`];
    if (file && !env[name]) all[name] = textOf(file, `${name}_FILE`);
  }
  return all;
}

function textOf(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new SettingsError(`${name} must name a file that can be read`);
  }
}

/** Returns the checked settings, with defaults unless NODE_ENV is production. Throws SettingsError. */
export function readSettings(given: NodeJS.ProcessEnv): Settings {
  const env = withFiles(given);
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const raw = withDerivedKey(set['NODE_ENV'] === 'production' ? set : withLocalDefaults(set));
  const settings = plainToInstance(Settings, pick(raw), { exposeDefaultValues: true });
  const problems = validateSync(settings, { stopAtFirstError: true }).flatMap(({ property, constraints }) =>
    raw[property] === undefined ? [`${property} is not set`] : Object.values(constraints ?? {}),
  );
  problems.push(...stripeProblems(settings), ...cellProblems(settings));
  if (problems.length) throw new SettingsError(problems.join('; '));
  return settings;
}

/** The URL for the database commands. Migrations may have a role of their own. Throws SettingsError. */
export function readDatabaseUrl(given: NodeJS.ProcessEnv, use: 'migrations' | 'data'): string {
  const env = withFiles(given);
  const name = use === 'migrations' && env['MIGRATION_DATABASE_URL'] ? 'MIGRATION_DATABASE_URL' : 'DATABASE_URL';
  const url = env[name];
  if (!url) throw new SettingsError(`${name} is not set`);
  if (!/^postgres(ql)?:\/\/.+/.test(url)) throw new SettingsError(`${name} must be a postgres:// URL`);
  if (!areReadable(url)) throw new SettingsError(unreadable(name));
  return url;
}

type Raw = Record<string, string | undefined>;

function withLocalDefaults(set: Raw): Raw {
  const local: Raw = { ...LOCAL_DEFAULTS, ...set };
  local['SMTP_URL'] ??= `smtp://127.0.0.1:${local['INBOX_SMTP_PORT']}`;
  try {
    const dataDir = local['DATA_DIR'] as string;
    local['JWT_SECRET'] ??= keptIn(dataDir, 'jwt-secret', () => randomBytes(32).toString('base64url'));
    local['VAPID_PRIVATE_KEY'] ??= keptIn(dataDir, 'vapid-private-key', () => webPush.generateVAPIDKeys().privateKey);
  } catch {
    throw new SettingsError('DATA_DIR must be a folder in which files can be read and written');
  }
  return local;
}

/** An installation that never changes JWT_SECRET needs no second secret. */
const withDerivedKey = (set: Raw): Raw => ({
  STARTING_MEALS_KEY: createHmac('sha256', set['JWT_SECRET'] ?? '')
    .update('starting meals')
    .digest('hex'),
  ...set,
});

function declaredNames(): Set<string> {
  const declared = getMetadataStorage().getTargetValidationMetadatas(Settings, '', true, false);
  return new Set(declared.map(({ propertyName }) => propertyName));
}

/** Only the variables that `Settings` declares, so that nothing else of the environment ends up in it. */
function pick(raw: Raw): Raw {
  const names = declaredNames();
  return Object.fromEntries(Object.entries(raw).filter(([name]) => names.has(name)));
}

/** What a JSON says; undefined if it has a mistake. */
function parsed<T>(schema: z.ZodType<T>, json: string): T | undefined {
  try {
    return schema.parse(JSON.parse(json));
  } catch {
    return undefined;
  }
}

function areReadable(url: string): boolean {
  return urlsIn(url).every(isReadable);
}

function areProxies(text: string): boolean {
  // Fastify refuses a range of all addresses. `10/8` is valid, but means 0.0.0.10.
  const isRange = (range: string) =>
    ipaddr.isValidCIDR(range) && isIP(range.split('/')[0]!) > 0 && !/\/0+$/.test(range);
  const isProxy = (address: string) => (address.includes('/') ? isRange(address) : isIP(address) > 0);
  return /^(false|\d{1,2})$/.test(text) || text.split(',').every((address) => isProxy(address.trim()));
}

/** Not every 32 bytes are a key. */
function isVapidKey(text: string): boolean {
  try {
    return Boolean(vapidPublicKey(text));
  } catch {
    return false;
  }
}

/** Payments are on with all three keys of one mode and off with no key. Anything else is a mistake. */
function stripeProblems(settings: Settings): string[] {
  const missing = STRIPE_KEYS.filter((key) => !settings[key]);
  if (missing.length === STRIPE_KEYS.length) return [];
  const problems = missing.map((key) => `${key} is not set although other Stripe keys are`);
  const mode = (key?: string) => key?.split('_')[1];
  const [secret, publishable] = [mode(settings.STRIPE_SECRET_KEY), mode(settings.STRIPE_PUBLISHABLE_KEY)];
  if (secret && publishable && secret !== publishable)
    problems.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys');
  return problems;
}

/** Students who sign on here must not be sent elsewhere when they type their address. */
function cellProblems({ CELLS, SIGN_ON, APP_ORIGIN }: Partial<Settings>): string[] {
  const domains = (CELLS && SIGN_ON ? SIGN_ON : []).flatMap((provider) => provider.domains);
  const isElsewhere = domains.some((domain) => cellOf(domain, { CELLS: CELLS!, APP_ORIGIN: APP_ORIGIN! }));
  return isElsewhere ? ['SIGN_ON has a domain that CELLS sends to another installation'] : [];
}
