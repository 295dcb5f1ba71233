import { givenIn } from '../../../test/support/given.js';
import { startApi } from '../../../test/support/start-api.js';

const api = await startApi({ own: 'breaks' });
const second = await startApi({ db: api.db, inbox: api.inbox });
beforeAll(() => givenIn(api.db).student({ credits: 1 }));
afterAll(async () => {
  await second.stop();
  await api.stop();
});

const metric = async (name: string) =>
  new RegExp(`^${name} (.+)$`, 'm').exec(await (await api.fetch('/api/metrics')).text())?.[1];
const makeDue = (ago = '0 s') => api.db.query(`UPDATE ledger_audit SET due_at = now() - $1::interval`, [ago]);
const checks = async () =>
  [...(await api.logs()), ...(await second.logs())].filter(({ msg }) => msg === 'checked the ledger').length;

it('does not check the ledger before that is due', async () => {
  await api.checkLedger();
  expect(await checks()).toBe(0);
  expect(await metric('ledger_audit_broken')).toBeUndefined();
  expect(await metric('ledger_audit_overdue_seconds')).toBe('0');
});

it('checks the ledger once, however many instances there are', async () => {
  await makeDue('2 hours');
  expect(Number(await metric('ledger_audit_overdue_seconds'))).toBeGreaterThanOrEqual(7200);
  await Promise.all([api, second, api].map((instance) => instance.checkLedger()));
  expect(await checks()).toBe(1);
  expect(await metric('ledger_audit_broken')).toBe('0');
  expect(await metric('ledger_audit_overdue_seconds')).toBe('0');
  expect(Number(await metric('ledger_audit_seconds'))).toBeGreaterThan(0);
  const [row] = await api.db.query<{ hour: number; isAhead: boolean }>(
    `SELECT extract(hour FROM due_at AT TIME ZONE 'UTC')::int AS hour,
            due_at BETWEEN now() AND now() + interval '1 day' AS "isAhead" FROM ledger_audit`,
  );
  expect(row).toEqual({ hour: 9, isAhead: true });
});

it('tells operators which invariant of the ledger is broken', async () => {
  await api.db.query(`
    ALTER TABLE ledger.accounts DISABLE TRIGGER USER;
    UPDATE ledger.accounts SET balance = balance + 1 WHERE kind = 'available'`);
  await makeDue();
  await api.checkLedger();
  expect(Number(await metric('ledger_audit_broken'))).toBeGreaterThan(0);
  const alerts = (await api.logs()).filter(({ alert }) => alert === 'ledger-broken');
  expect(alerts.map(({ invariant }) => invariant)).toContain('every balance is the sum of its transfers');
});
