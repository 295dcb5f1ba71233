import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localVapidKey, vapidPublicKey } from './vapid-key.js';

it('makes the key of a local start once, so that browsers stay subscribed, and for its owner only', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'data-'));
  const key = localVapidKey(dataDir);
  expect(localVapidKey(dataDir)).toBe(key);
  expect(statSync(join(dataDir, 'vapid-private-key')).mode & 0o077).toBe(0);
  expect(Buffer.from(vapidPublicKey(key), 'base64url')).toHaveLength(65);
  rmSync(dataDir, { recursive: true });
});
