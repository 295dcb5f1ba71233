/**
 * The rooms of this repository and what each may use. Plain data, which the import check (imports.js) and the SQL check
 * (sql.js) read. `pnpm rooms` runs them.
 */

/** Every package of the workspace. `uses`: the packages that its code imports; `testsUse`: those that only its tests import. */
export const packages = {
  'apps/web': { uses: ['packages/contract'] },
  'apps/api': { uses: ['packages/contract'], testsUse: ['packages/fake-stripe', 'packages/local-services'] },
  'apps/e2e': { uses: [], testsUse: ['packages/contract', 'packages/fake-stripe', 'packages/local-services'] },
  'packages/contract': { uses: [] },
  'packages/fake-stripe': { uses: [] },
  'packages/local-services': { uses: [] },
  'packages/lint': { uses: [] },
  scripts: { uses: ['packages/contract', 'packages/fake-stripe', 'packages/local-services'] },
};

/** The contract runs in the browser and on the server, so it imports these packages and nothing of Node. */
export const contractDependencies = ['zod', '@ts-rest/core'];

/** Layers of `apps/web/src`, each may import those after it. Features do not import each other; pages compose them. */
export const webLayers = ['app', 'pages', 'features', 'shared'];

/**
 * Wings of `apps/api/src` and their rooms, top to bottom: a room may import those after it, in its wing and in the wings
 * below. `desk`, `account` and `payments` are a single room. The files beside the wings (main, app, app.module) put them
 * together; no room imports those.
 */
export const apiWings = {
  operations: {
    commands: 'the commands of the root scripts: migrate, seed, reset, generate, audit, operators',
    scheduler: 'when the periodic work of all rooms runs',
    health: 'liveness, readiness, metrics',
  },
  desk: 'what operators do and see',
  account: 'the counts of a student, the download of their data, and closing an account',
  exchange: {
    ratings: 'ratings, reputations, and what follows from a "No"',
    disputes: 'when one side says that it happened and the other that it did not',
    strikes: 'strikes, suspensions and contested strikes',
    reports: 'what students report to operators',
    matches: 'accepting, completing, releasing',
    alerts: 'who hears of a request, and when',
    notices: "notifications about a student's own exchange whose time has come",
    requests: 'posting, browsing, cancelling, expiring: the feature to copy',
  },
  payments: 'orders, Stripe, its events, comparing with it',
  people: {
    operators: 'operators: their log-in with a second factor, and the log of what they do',
    'sign-on': "logging in with the campus's own account",
    auth: 'register, verify, log in, forgotten passwords',
    sessions: 'tokens, sessions, and who may call a route',
    users: 'students and their own accounts',
    announcements: 'texts of operators for their campus',
    campuses: 'campuses: pauses, guest rules, limits, places, time zones',
  },
  ledger: {
    audit: 'the invariants of the ledger, checked once a day',
    credits: 'movements of the ledger, and their history',
  },
  delivery: {
    live: 'streams that inform open screens which lists have changed',
    push: "notifications on students' devices: which devices, what they say, sending them",
    mail: 'enqueueing and sending mails',
  },
  platform: {
    docs: 'OpenAPI and a page of it',
    idempotency: 'one effect per Idempotency-Key',
    jobs: 'queues in PostgreSQL, and their workers',
    http: 'Fastify: adapter, errors, logs, headers, web files',
    limits: 'rate limits',
    database: 'connection, transactions, faults, locks, tables, migrations',
    common: 'errors, ids, clock, pages',
    config: 'settings: the only reader of the environment',
  },
};

/** Every room by its folder in `apps/api/src`, top to bottom. */
export const apiRooms = Object.entries(apiWings).flatMap(([wing, rooms]) =>
  typeof rooms === 'string' ? [wing] : Object.keys(rooms).map((room) => `${wing}/${room}`),
);

/** Roles of files that other rooms may not import. */
export const privateRoles = ['controller', 'queries'];

/** Where the API may import TypeORM and pg: in these rooms, and in files of these roles in any room. */
export const sqlRooms = ['operations/commands', 'platform/database', 'platform/jobs'];
export const sqlRoles = ['service', 'queries', 'module'];
export const sqlPackages = ['typeorm', 'pg'];

/** Every table and the one room that writes it. `rate_limits` is written by a library, the ledger by its functions. */
export const tables = {
  students: 'people/users',
  email_tokens: 'people/auth',
  sessions: 'people/sessions',
  identities: 'people/users',
  sign_on_attempts: 'people/sign-on',
  idempotency_keys: 'platform/idempotency',
  rate_limits: 'platform/limits',
  meal_requests: 'exchange/requests',
  campuses: 'people/campuses',
  operators: 'people/operators',
  operator_recovery_codes: 'people/operators',
  operator_sessions: 'people/operators',
  operator_log: 'people/operators',
  matches: 'exchange/matches',
  ratings: 'exchange/ratings',
  reputations: 'exchange/ratings',
  reputation_changes: 'exchange/ratings',
  reports: 'exchange/reports',
  announcements: 'people/announcements',
  announcement_reads: 'people/announcements',
  alert_settings: 'exchange/alerts',
  alerts: 'exchange/alerts',
  alert_waves: 'exchange/alerts',
  strikes: 'exchange/strikes',
  push_subscriptions: 'delivery/push',
  notices: 'exchange/notices',
  orders: 'payments',
  reconciliations: 'payments',
  ledger_audit: 'ledger/audit',
  'ledger.accounts': 'ledger/credits',
  'ledger.transfers': 'ledger/credits',
  'ledger.disputes': 'ledger/credits',
  'ledger.starting_meals': 'ledger/credits',
};

/** Rooms that work on the database as a whole. */
export const everyTable = ['operations/commands', 'platform/database', 'ledger/audit'];
