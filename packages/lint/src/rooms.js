/**
 * The rooms of this repository and what each may use. Plain data: the import check (imports.js), the SQL check (sql.js)
 * and the diagrams of ARCHITECTURE.md (diagram.js) are made from it. `pnpm rooms` runs them.
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
    uses: ['auth', 'disputes', 'operators', 'campuses', 'audit'],
  },
  scheduler: {
    about:
      'when expiry, completion, alerts, undecided disputes and contests, reputations, pruning, comparing with Stripe and checking the ledger run',
    uses: [
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
  live: { about: 'streams that tell open screens which lists have changed', uses: [] },
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
  reports: { about: 'what students report to operators', uses: ['users'] },
  payments: { about: 'orders, Stripe, its events, comparing with it', uses: ['campuses', 'users', 'credits'] },
  matches: { about: 'accepting, completing, releasing', uses: ['requests', 'users', 'credits'] },
  requests: { about: 'posting, browsing, cancelling, expiring: the feature to copy', uses: ['campuses', 'credits'] },
  operators: {
    about: 'operators: their log-in with a second factor, and the log of what they do',
    uses: ['auth', 'sessions'],
  },
  auth: { about: 'register, verify, log in, forgotten passwords', uses: ['campuses', 'sessions', 'users', 'credits'] },
  sessions: { about: 'tokens, sessions, and who may call a route', uses: ['campuses', 'users'] },
  announcements: { about: 'what operators tell their campus', uses: [] },
  campuses: { about: 'campuses: pauses, guest rules, limits, places, time zones', uses: [] },
  users: { about: 'students and their own accounts', uses: [] },
  credits: { about: 'movements of the ledger, and their history', uses: [] },
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

/** What others may not import from a room, by the ending of the file's name. */
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

/** Reads of another room's table, where asking its owner would cost a round trip on a hot path or a second source of truth. */
export const foreignReads = [
  { room: 'users', table: 'ledger.accounts', why: 'an account shows its balance; every signed-in call reads it' },
  { room: 'users', table: 'strikes', why: 'an account shows its strikes; every signed-in call reads it' },
  { room: 'users', table: 'announcements', why: 'an account says whether announcements wait, without a call for them' },
  { room: 'push', table: 'sessions', why: 'a device subscribes only while its session lives' },
  { room: 'sessions', table: 'students', why: 'session and student in the one query before every signed-in call' },
  { room: 'sessions', table: 'meal_requests', why: 'the same query says whether the student has overdue requests' },
  { room: 'credits', table: 'meal_requests', why: 'an entry of the history names its meal' },
  { room: 'credits', table: 'students', why: 'what an account owes stays with its mailbox' },
  {
    room: 'requests',
    table: 'students',
    why: 'a request shows its requester; posting and accepting lock an open account',
  },
  {
    room: 'requests',
    table: 'matches',
    why: 'an own request shows its match; a listed one, whether the viewer released it',
  },
  { room: 'requests', table: 'ratings', why: 'an own request, and so a match, shows the ratings of both sides' },
  { room: 'requests', table: 'campuses', why: 'mails about a request name its time on the clocks of its campus' },
  { room: 'requests', table: 'reputations', why: 'every listed name shows its reputation' },
  { room: 'requests', table: 'reports', why: 'a rating hides the comment that its reader reported' },
  { room: 'requests', table: 'ledger.disputes', why: 'an own request, and so a match, shows its dispute' },
  {
    room: 'disputes',
    table: 'ledger.disputes',
    why: 'which are open and due; only functions of the ledger write them',
  },
  { room: 'disputes', table: 'matches', why: 'the disputes of a student are those of their matches' },
  { room: 'disputes', table: 'meal_requests', why: 'the list of open disputes is one query: it names the meal' },
  { room: 'disputes', table: 'students', why: 'the same list names both students' },
  { room: 'disputes', table: 'ratings', why: 'and says what each of them said' },
  { room: 'strikes', table: 'students', why: 'reports by accounts of one mailbox are those of one person' },
  { room: 'strikes', table: 'ratings', why: 'reports by one accuser strike at most twice in 30 days' },
  { room: 'strikes', table: 'operator_log', why: 'a suspension that an operator gave or lifted is in their log' },
  { room: 'strikes', table: 'operators', why: 'a strike is contested only where somebody decides' },
  { room: 'strikes', table: 'matches', why: 'a strike names its meal' },
  { room: 'strikes', table: 'meal_requests', why: 'a strike names its meal' },
  { room: 'reports', table: 'matches', why: 'a report is about a match of its student' },
  { room: 'reports', table: 'meal_requests', why: 'or about a request, and its campus decides who reads it' },
  { room: 'reports', table: 'students', why: 'operators read the names of both sides' },
  { room: 'reports', table: 'ratings', why: 'and the comment that was reported' },
  { room: 'announcements', table: 'students', why: 'a student reads those of their campus' },
  { room: 'matches', table: 'meal_requests', why: 'a match shows its request, and locks it first' },
  { room: 'matches', table: 'students', why: 'a match shows both sides' },
  {
    room: 'matches',
    table: 'ratings',
    why: 'a completion is announced to a requester who has not rated, and a "Yes" confirms it',
  },
  { room: 'alerts', table: 'meal_requests', why: 'a wave reads its request after the lock on its own row' },
  { room: 'alerts', table: 'matches', why: 'the metrics count the alerts whose student accepted' },
  { room: 'alerts', table: 'students', why: 'the next students of a wave are picked in one statement' },
  { room: 'alerts', table: 'ledger.accounts', why: 'and among equals those with fewer credits come first' },
  { room: 'alerts', table: 'campuses', why: 'the zone of quiet hours until a browser names one' },
  ...[
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
  ].map((table) => ({ room: 'desk', table, why: 'an operator sees a student whole, and only those of their campus' })),
  ...[
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
  ].map((table) => ({
    room: 'account',
    table,
    why: 'the download of a student is everything kept about them at one moment, in one query',
  })),
  { room: 'ratings', table: 'students', why: 'ratings by accounts of one mailbox are those of one person' },
  { room: 'ratings', table: 'matches', why: 'a reputation counts the ratings of completed matches' },
  { room: 'ratings', table: 'ledger.disputes', why: 'and not those of disputed ones' },
  ...['students', 'alert_settings', 'meal_requests', 'campuses'].map((table) => ({
    room: 'mail',
    table,
    why: 'an alert that waited for a mail server is sent only if its student and its request still want it',
  })),
  { room: 'push', table: 'students', why: 'the keys of a device only if its student still has an account' },
  { room: 'push', table: 'alert_settings', why: 'whether a locked screen may show details, as chosen when it is sent' },
  { room: 'alerts', table: 'push_subscriptions', why: 'who has a device, in the one statement that picks a wave' },
  { room: 'notices', table: 'meal_requests', why: 'what is due follows from deadlines and statuses, in one query' },
  { room: 'notices', table: 'matches', why: 'the same query: whose request was accepted, and who promised a meal' },
  { room: 'notices', table: 'ratings', why: 'who has already said how it was is not asked' },
  { room: 'notices', table: 'students', why: 'the columns of a request name its requester' },
  { room: 'notices', table: 'push_subscriptions', why: 'nothing is recorded for students without a device' },
  ...['meal_requests', 'ledger.disputes', 'strikes', 'stripe_events', 'ledger_audit'].map((table) => ({
    room: 'health',
    table,
    why: 'the gauges of the exchange are one query for each scrape',
  })),
  { room: 'payments', table: 'students', why: 'payments of closed accounts, in one query with the orders' },
];

/** Functions of the ledger called outside `credits`. */
export const foreignCalls = [
  {
    room: 'requests',
    call: 'ledger.hold_credit_within',
    why: 'posting a request and holding its credit is one statement',
  },
];
