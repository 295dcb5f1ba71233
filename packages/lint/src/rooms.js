/**
 * The rooms of this repository and what each may use. Plain data, which the import check (imports.js), the SQL check
 * (sql.js) and the diagrams of ARCHITECTURE.md (diagram.js) read. `pnpm rooms` runs them.
 */

/** Every package of the workspace. `uses`: the packages that its code imports; `testsUse`: those that only its tests import. */
export const packages = {
  'apps/web': { about: 'React: app → pages → features → shared', uses: ['packages/contract'] },
  'apps/api': {
    about: 'NestJS on Fastify: one folder per room, see below',
    uses: ['packages/contract'],
    testsUse: ['packages/fake-stripe', 'packages/local-services'],
  },
  'apps/e2e': {
    about: 'Playwright: the built system in a real browser',
    uses: [],
    testsUse: ['packages/contract', 'packages/fake-stripe', 'packages/local-services'],
  },
  'packages/contract': { about: 'every route, schema, error and shared rule; both sides import it', uses: [] },
  'packages/fake-stripe': { about: 'a Stripe for local play and tests: cards, webhooks, disputes', uses: [] },
  'packages/simulate': {
    about: 'a simulated campus, to choose the numbers of the alerts by',
    uses: ['packages/contract'],
  },
  'packages/local-services': { about: 'PostgreSQL and an inbox for start, dev and tests', uses: [] },
  'packages/lint': { about: 'the lint configuration, and the rooms with their checks', uses: [] },
  scripts: {
    about: 'start, dev, database commands, smoke test, licence and advisory checks',
    uses: ['packages/contract', 'packages/fake-stripe', 'packages/local-services'],
  },
};

/** The contract runs in the browser and on the server, so it imports these packages and nothing of Node. */
export const contractDependencies = ['zod', '@ts-rest/core'];

/** Layers of `apps/web/src`, each may import those after it. Features do not import each other; pages compose them. */
export const webLayers = ['app', 'pages', 'features', 'shared'];

/**
 * Rooms of `apps/api/src`, top to bottom. `uses`: the rooms that it may import besides the ground floor; each stands below
 * it. The files beside the rooms (main, app, app.module) put them together; no room imports those.
 */
export const apiRooms = {
  commands: {
    about: 'the commands of the root scripts: migrate, seed, reset, generate, audit, disputes, operators',
    uses: ['auth', 'desk', 'disputes', 'operators', 'campuses', 'audit'],
  },
  scheduler: {
    about:
      'when expiry, completion, alerts, undecided disputes and contests, digests of operators, reputations, pruning, comparing with Stripe and checking the ledger run',
    uses: [
      'desk',
      'alerts',
      'notices',
      'ratings',
      'disputes',
      'strikes',
      'reports',
      'payments',
      'matches',
      'requests',
      'auth',
      'sessions',
      'operators',
      'users',
      'announcements',
      'audit',
    ],
  },
  desk: {
    about: 'what operators do and see',
    uses: [
      'account',
      'disputes',
      'strikes',
      'reports',
      'requests',
      'operators',
      'announcements',
      'campuses',
      'users',
      'credits',
    ],
  },
  health: { about: 'liveness, readiness, metrics', uses: ['live', 'alerts', 'auth'] },
  live: { about: 'streams that inform open screens which lists have changed', uses: [] },
  audit: { about: 'the invariants of the ledger, checked once a day', uses: [] },
  docs: { about: 'OpenAPI and a page of it', uses: [] },
  account: {
    about: 'the counts of a student, the download of their data, and closing an account',
    uses: ['alerts', 'notices', 'matches', 'requests', 'auth', 'sessions', 'users'],
  },
  alerts: { about: 'who hears of a request, and when', uses: ['requests', 'campuses'] },
  notices: {
    about: "notifications about a student's own exchange whose time has come",
    uses: ['requests', 'campuses'],
  },
  ratings: {
    about: 'ratings, reputations, and what follows from a "No"',
    uses: ['disputes', 'strikes', 'reports', 'matches', 'users'],
  },
  disputes: {
    about: 'when one side says that it happened and the other that it did not',
    uses: ['strikes', 'matches', 'users', 'credits'],
  },
  strikes: { about: 'strikes, suspensions and contested strikes', uses: ['users'] },
  reports: { about: 'what students report to operators', uses: ['users', 'operators'] },
  payments: { about: 'orders, Stripe, its events, comparing with it', uses: ['campuses', 'users', 'credits'] },
  matches: { about: 'accepting, completing, releasing', uses: ['requests', 'users', 'credits'] },
  requests: {
    about: 'posting, browsing, cancelling, expiring: the feature to copy',
    uses: ['campuses', 'users', 'credits'],
  },
  operators: {
    about: 'operators: their log-in with a second factor, and the log of what they do',
    uses: ['auth', 'sessions'],
  },
  auth: { about: 'register, verify, log in, forgotten passwords', uses: ['campuses', 'sessions', 'users', 'credits'] },
  sessions: { about: 'tokens, sessions, and who may call a route', uses: ['campuses', 'users'] },
  credits: { about: 'movements of the ledger, and their history', uses: ['users'] },
  users: { about: 'students and their own accounts', uses: ['announcements'] },
  announcements: { about: 'texts of operators for their campus', uses: [] },
  campuses: { about: 'campuses: pauses, guest rules, limits, places, time zones', uses: [] },
};

/** Every room may import these; among them, each may import those after it. */
export const groundFloor = {
  push: "notifications on students' devices: which devices, what they say, sending them",
  mail: 'enqueueing and sending mails',
  idempotency: 'one effect per Idempotency-Key',
  jobs: 'queues in PostgreSQL, and their workers',
  http: 'Fastify: adapter, errors, logs, headers, web files',
  limits: 'rate limits',
  database: 'connection, transactions, faults, locks, tables, migrations',
  common: 'errors, ids, clock, pages',
  config: 'settings: the only reader of the environment',
};

/** Roles of files that other rooms may not import. */
export const privateRoles = ['controller', 'queries'];

/** Where the API may import TypeORM and pg: in these rooms, and in files of these roles in any room. */
export const sqlRooms = ['commands', 'database', 'jobs'];
export const sqlRoles = ['service', 'queries', 'module'];
export const sqlPackages = ['typeorm', 'pg'];

/** Every table and the one room that writes it. `rate_limits` is written by a library, the ledger by its functions. */
export const tables = {
  students: 'users',
  email_tokens: 'auth',
  sessions: 'sessions',
  idempotency_keys: 'idempotency',
  rate_limits: 'limits',
  meal_requests: 'requests',
  campuses: 'campuses',
  operators: 'operators',
  operator_recovery_codes: 'operators',
  operator_sessions: 'operators',
  operator_log: 'operators',
  matches: 'matches',
  ratings: 'ratings',
  reputations: 'ratings',
  reputation_changes: 'ratings',
  reports: 'reports',
  announcements: 'announcements',
  announcement_reads: 'announcements',
  alert_settings: 'alerts',
  alerts: 'alerts',
  alert_waves: 'alerts',
  strikes: 'strikes',
  push_subscriptions: 'push',
  notices: 'notices',
  orders: 'payments',
  stripe_events: 'payments',
  reconciliations: 'payments',
  ledger_audit: 'audit',
  'ledger.accounts': 'credits',
  'ledger.transfers': 'credits',
  'ledger.disputes': 'credits',
  'ledger.starting_meals': 'credits',
};

/** Rooms that work on the database as a whole. */
export const everyTable = {
  commands: 'fills, audits and grants all of it',
  database: 'migrations create it',
  audit: 'checks all of it',
};

/**
 * Reads of another room's table, by the reason that they share: `reads` has the tables by room. For everything else,
 * rooms call the owner's service or select columns that it exports.
 */
export const foreignReads = [
  {
    why: 'An exchange shows its meal, both students, their ratings and its dispute. A list of exchanges is one round trip.',
    reads: {
      credits: ['meal_requests'],
      requests: ['students', 'matches', 'ratings', 'reputations', 'reports', 'ledger.disputes'],
      matches: ['meal_requests', 'students', 'ratings'],
      reports: ['meal_requests', 'matches', 'students', 'ratings'],
      strikes: ['meal_requests', 'matches'],
      disputes: ['meal_requests', 'matches', 'students', 'ratings', 'ledger.disputes'],
    },
  },
  {
    why: 'Every signed-in call begins with one query for session, student, balance, strikes and overdue requests.',
    reads: { sessions: ['students', 'meal_requests'], users: ['ledger.accounts', 'strikes'] },
  },
  {
    why: 'Strikes and reputations follow from what others said, where accounts of one mailbox count as one person.',
    reads: {
      strikes: ['students', 'ratings', 'operators', 'operator_log'],
      ratings: ['students', 'matches', 'ledger.disputes'],
    },
  },
  {
    why: 'Alerts and notices are due by deadlines and statuses. One statement picks them, with only those who may get them.',
    reads: {
      alerts: ['meal_requests', 'matches', 'students', 'ledger.accounts', 'campuses', 'push_subscriptions'],
      notices: ['meal_requests', 'matches', 'students', 'ratings', 'push_subscriptions'],
    },
  },
  {
    why: 'A worker of a queue stands below the features. It asks whether a student still wants what it is about to send.',
    reads: {
      mail: ['students', 'alert_settings', 'meal_requests', 'campuses', 'matches'],
      push: ['students', 'alert_settings', 'sessions'],
    },
  },
  {
    why: 'The form suggests no place from a request that an operator removed.',
    reads: { requests: ['operator_log'] },
  },
  {
    why: 'A payment of a closed account is found by one query with its order.',
    reads: { payments: ['students'] },
  },
  {
    why: 'A student downloads, and an operator sees, everything about a student at one moment.',
    reads: {
      account: [
        'students',
        'sessions',
        'email_tokens',
        'idempotency_keys',
        'meal_requests',
        'matches',
        'ratings',
        'reputations',
        'reports',
        'announcement_reads',
        'strikes',
        'alert_settings',
        'alerts',
        'push_subscriptions',
        'notices',
        'orders',
        'operator_log',
        'ledger.accounts',
        'ledger.transfers',
        'ledger.disputes',
      ],
      desk: [
        'campuses',
        'students',
        'strikes',
        'matches',
        'meal_requests',
        'operators',
        'operator_log',
        'ratings',
        'ledger.accounts',
        'ledger.disputes',
        'reports',
      ],
      reports: ['operators'],
    },
  },
  {
    why: 'The gauges of the exchange are one query for each scrape.',
    reads: { health: ['meal_requests', 'ledger.disputes', 'strikes', 'stripe_events', 'ledger_audit'] },
  },
];

/** Functions of the ledger called outside `credits`. */
export const foreignCalls = [
  {
    room: 'requests',
    call: 'ledger.hold_credit_within',
    why: 'posting a request and holding its credit is one statement',
  },
];
