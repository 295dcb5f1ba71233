import type { Push } from './pushes.js';

/** The data of one job of the push queue. The device's keys stay in its table, so a removed device gets nothing. */
export interface PushJob {
  deviceId: string;
  push: Push;
  expiresAt: string;
}
