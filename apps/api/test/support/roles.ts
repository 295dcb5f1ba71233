import { randomBytes } from 'node:crypto';
import type { TestDatabase } from './database.js';

/** Creates a role for a test; the end of the run drops it. Returns its name and the database's URL as that role. */
export async function createTestRole(db: TestDatabase): Promise<{ role: string; url: string }> {
  const role = `${process.env['TEST_RUN']}_${randomBytes(4).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await db.query(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`);
  const url = new URL(db.url);
  url.username = role;
  url.password = password;
  return { role, url: url.href };
}
