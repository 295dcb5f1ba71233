import { join } from 'node:path';
import { cpSync, watch } from 'node:fs';
import { build, forkProgram, keepRunning, runToEnd, stopChild } from './start/children.mjs';
import { whenPackageManagerEnds } from './start/parents.mjs';
import { checkApiSettings, portsOf, readSettings, ROOT } from './start/settings.mjs';
import { printFailure, say, UserFacingError, step } from './start/terminal.mjs';
import { welcome } from './start/welcome.mjs';

/**
 * `pnpm start` and `pnpm dev`: builds, starts everything that no setting provides, and stops it all on Ctrl-C. Everything
 * it starts ends with this process, even if this process is killed.
 */

const HELP = `pnpm start [--fake-stripe] [--sign-on]    starts everything on this machine
pnpm dev [--fake-stripe]                  the same with watch and Vite's dev server

  --fake-stripe  sells meals without a Stripe account or real money (docs/payments.md)
  --sign-on      adds the sign-on of a demo campus (docs/sign-on.md)
  --help         prints this

Settings such as PORT are variables of the environment or lines of .env (docs/settings.md).`;

const API = join(ROOT, 'apps/api');
const WEB = join(ROOT, 'apps/web');

const started = [];
let stopping = false;

/** Registers a function that stops something; the last one registered runs first. */
const onStop = (end) => started.push(end);

async function stopEverything(exitCode) {
  if (stopping) process.exit(exitCode || 1);
  stopping = true;
  for (const end of started.splice(0).reverse()) await end().catch((error) => console.error(error.message));
  process.exit(exitCode);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    if (!stopping) say('Stopping');
    void stopEverything(0);
  });
// The terminal may be closed before the last line is written.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);
whenPackageManagerEnds(() => void stopEverything(0));

function runCommand(file, env, failure) {
  const child = forkProgram(join(API, 'dist/operations/commands', file), { env, output: 'pipe' });
  onStop(() => stopChild(child));
  return runToEnd(child, failure);
}

async function main() {
  if (process.argv.includes('--help')) return console.log(HELP);
  const settings = readSettings({
    dev: process.argv.includes('--dev'),
    fakeStripe: process.argv.includes('--fake-stripe'),
    signOn: process.argv.includes('--sign-on'),
  });

  await step('Getting ready', () => build(['@spareswipe/local-services'], (child) => onStop(() => stopChild(child))));
  const local = await import('@spareswipe/local-services');
  await checkIsFree(settings, local);

  const packages = [
    '@spareswipe/api',
    ...(settings.dev ? [] : ['@spareswipe/web']),
    ...(settings.fakeStripe ? ['@spareswipe/fake-stripe'] : []),
  ];
  await step('Building', () => build(packages, (child) => onStop(() => stopChild(child))));

  const env = await startServices(settings, local);
  await step('Applying database migrations', () => runCommand('migrate.js', env, 'The migrations failed, see above.'));
  const demo = settings.databaseUrl
    ? ''
    : await step('Looking after the demo campus', () =>
        runCommand('seed.js', env, 'The demo campus could not be made, see above.'),
      );

  if (settings.dev) await startDevelopment(settings, env, local);
  else await startApi(settings.port, env);
  console.log(welcome(settings, env, demo));
}

/** Checks ports and data folder before the long build, so that a conflict is reported at once. */
async function checkIsFree(settings, { isPortFree, findRunningPostgres }) {
  for (const [name, port] of Object.entries(portsOf(settings)))
    if (!(await isPortFree(port)))
      throw new UserFacingError(
        `Port ${port} is taken by another program; stop that one, or set ${name} to another port.`,
      );
  if (settings.databaseUrl || settings.production) return;
  const running = await findRunningPostgres(settings.dataDir);
  if (running)
    throw new UserFacingError(
      `The data in ${settings.dataDir} is in use by another start (PostgreSQL process ${running.pid}); stop that one, or set DATA_DIR to another folder.`,
    );
}

/** Starts the services that no setting provides, and returns the API's environment. */
async function startServices(settings, { startPostgres, startInbox }) {
  const env = { ...process.env, DATA_DIR: settings.dataDir };
  if (!settings.production) {
    env.LOG_LEVEL ||= 'warn';
    env.PORT = String(settings.port);
    if (settings.ownInbox) env.SMTP_URL = `smtp://127.0.0.1:${settings.inboxSmtpPort}`;
  }
  if (settings.fakeStripe) await step('Starting a fake Stripe', () => useFakeStripe(settings, env));
  if (settings.signOn) await step('Starting a campus sign-on', () => useFakeCampus(settings, env));
  // Fails before the slow parts if the API would refuse its settings; the embedded database has no URL yet.
  await checkApiSettings(
    settings.production ? env : { ...env, DATABASE_URL: env.DATABASE_URL || 'postgres://embedded' },
  );

  const postgres = await step(settings.databaseUrl ? 'Reaching PostgreSQL' : 'Starting PostgreSQL', () =>
    startPostgres({ url: settings.databaseUrl, dataDir: settings.dataDir, log: say }),
  );
  onStop(() => postgres.stop());
  env.DATABASE_URL = postgres.url;

  if (settings.ownInbox) {
    const ports = { httpPort: settings.inboxPort, smtpPort: settings.inboxSmtpPort };
    const inbox = await step('Starting the inbox', () => startInbox(ports));
    onStop(() => inbox.stop());
  }
  return env;
}

/** Starts a fake Stripe that accepts test cards; its settings override all others. */
async function useFakeStripe({ port, fakeStripePort }, env) {
  const { startFakeStripe } = await import('@spareswipe/fake-stripe');
  const webhookUrl = `http://localhost:${port}/api/payments/webhook`;
  const stripe = await startFakeStripe({ port: fakeStripePort, webhookUrl });
  onStop(() => stripe.stop());
  env.STRIPE_API_BASE = stripe.url;
  env.STRIPE_JS_URL = stripe.scriptUrl;
  env.STRIPE_SECRET_KEY = stripe.secretKey;
  env.STRIPE_PUBLISHABLE_KEY = stripe.publishableKey;
  env.STRIPE_WEBHOOK_SECRET = stripe.webhookSecret;
}

/** Starts the sign-on of the demo campus, a page with a button for each person. */
async function useFakeCampus({ signOnPort }, env) {
  const { startFakeCampus } = await import('@spareswipe/local-services/fake-campus');
  const student = { email_verified: true, eduperson_scoped_affiliation: 'student@demo.edu' };
  const campus = await startFakeCampus({
    port: signOnPort,
    callbacks: [`${env.APP_ORIGIN}/api/auth/sign-on/demo/callback`],
    people: [
      { sub: 'sam', name: 'Sam, a new student', email: 'sam@demo.edu', ...student },
      { sub: 'alex', name: 'Alex, who has an account', email: 'alex@demo.edu', ...student },
      {
        sub: 'nora',
        name: 'Nora, whose address is not verified',
        email: 'nora@demo.edu',
        ...student,
        email_verified: false,
      },
      { sub: 'fay', name: 'Fay, who teaches', email: 'fay@demo.edu', eduperson_scoped_affiliation: 'faculty@demo.edu' },
    ],
  });
  onStop(() => campus.stop());
  const { issuer, clientId, clientSecret } = campus;
  const provider = { id: 'demo', kind: 'keycloak', name: 'Demo University', domains: ['demo.edu'] };
  env.SIGN_ON = JSON.stringify([{ ...provider, issuer, clientId, clientSecret, affiliations: ['student@demo.edu'] }]);
}

async function startApi(port, env) {
  return step('Starting the API', () =>
    keepRunning('API', {
      launch: () => forkProgram(join(API, 'dist/main.js'), { env: { ...env, PORT: String(port) }, cwd: API }),
      isReady: async () => (await fetch(`http://localhost:${port}/api/health/ready`)).ok,
      onFailure: fail,
      onStop,
    }),
  );
}

/** Starts the API on its own port, restarts it after every compilation, and starts Vite in front of it. */
async function startDevelopment(settings, env, { findFreePort }) {
  for (const folder of ['packages/contract', 'apps/api']) {
    const compiler = forkProgram(join(ROOT, folder, 'node_modules/typescript/bin/tsc'), {
      args: ['-p', 'tsconfig.build.json', '--watch', '--preserveWatchOutput'],
      cwd: join(ROOT, folder),
    });
    compiler.once('exit', () => stopping || fail(new UserFacingError(`The compiler of ${folder} ended, see above.`)));
    onStop(() => stopChild(compiler));
  }

  const templates = join(API, 'src/delivery/mail/templates');
  watch(templates, { recursive: true }, () =>
    cpSync(templates, join(API, 'dist/delivery/mail/templates'), { recursive: true }),
  );

  const apiPort = await findFreePort();
  const api = await startApi(apiPort, env);
  let due;
  for (const folder of ['packages/contract/dist', 'apps/api/dist'])
    watch(join(ROOT, folder), { recursive: true }, () => {
      clearTimeout(due);
      due = setTimeout(() => void api.restart(), 200);
    });

  await step('Starting Vite', () =>
    keepRunning('web app', {
      launch: () =>
        forkProgram(join(WEB, 'node_modules/vite/bin/vite.js'), {
          args: ['--port', String(settings.port), '--strictPort'],
          env: { API_URL: `http://localhost:${apiPort}` },
          cwd: WEB,
        }),
      isReady: async () => (await fetch(`http://localhost:${settings.port}/`)).ok,
      onFailure: fail,
      onStop,
    }),
  );
}

function fail(failure) {
  if (!stopping) printFailure(failure);
  return stopEverything(1);
}

main().catch(fail);
