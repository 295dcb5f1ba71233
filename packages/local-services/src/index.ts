export { findFreePort, isPortFree } from './ports.js';
export { startInbox, type Inbox } from './inbox.js';
export { startPostgres, type Postgres, type StartPostgres } from './postgres.js';
export { findRunningPostgres } from './running-postgres.js';
export { LocalServiceError } from './local-service-error.js';
