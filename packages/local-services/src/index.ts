export { findFreePort, isPortFree } from './ports.js';
export { startInbox, type Inbox } from './inbox.js';
export { startPushService, type DeliveredPush, type PushServiceStandIn } from './push-service.js';
export { startPostgres, type Postgres, type StartPostgres } from './postgres.js';
export { findRunningPostgres } from './running-postgres.js';
export { LocalServiceError } from './local-service-error.js';
export { createCluster, readPassword } from './cluster.js';
export { findBinaries } from './embedded-binaries.js';
export { chooseAccount } from './server-account.js';
