import { ANNOUNCEMENT_DAYS, counted, IDEMPOTENCY_KEY_HOURS } from '@spareswipe/contract';
import { readFileSync } from 'node:fs';
import { ok } from '../../test/support/responses.js';
import { createTestDatabase } from '../../test/support/database.js';
import { givenIn, PASSWORD } from '../../test/support/given.js';
import { startApi } from '../../test/support/start-api.js';
import { until } from '../../test/support/until.js';
import { NOTICES_KEPT_DAYS } from '../exchange/notices/notices.service.js';
import { LINKS_KEPT_DAYS } from '../people/auth/link-tokens.service.js';
import { DELETED_TEXT } from '../platform/common/deleted-text.js';
import { Settings } from '../platform/config/settings.js';
import { DONE_JOBS_KEPT_MINUTES, JOBS_KEPT_DAYS } from '../platform/jobs/queues.js';
import { rateLimits } from '../platform/limits/rate-limits.js';

const ABOUT_NOBODY = ['campuses', 'functions', 'ledger_audit', 'migrations', 'reconciliations'];
const security = readFileSync(new URL('../../../../SECURITY.md', import.meta.url), 'utf8');
const rows = /\n\| what .+?\n\n/s.exec(security)![0].trim().split('\n').slice(2);
const kept = rows.map((row) => {
  const [, howLong, , tables] = row.split('|').slice(1);
  return { howLong: howLong!.trim(), tables: tables!.match(/[^ `,]+/g)! };
});

it('is stated for every table about people', async () => {
  const db = await createTestDatabase();
  const tables = await db.query<{ name: string }>(
    `SELECT DISTINCT CASE table_schema WHEN 'pgboss' THEN 'pgboss.*'
                     ELSE concat(nullif(table_schema, 'public') || '.', table_name) END AS name
       FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  await db.close();
  const names = tables.map(({ name }) => name).filter((name) => !ABOUT_NOBODY.includes(name));
  expect(kept.flatMap((each) => each.tables).sort()).toEqual(names.sort());
});

it('stands in SECURITY.md as it is', () => {
  const days = (count: number) => counted(count, 'day');
  const settings = new Settings();
  const longestLimit = Math.max(...Object.values(rateLimits).map(({ durationSeconds }) => durationSeconds));
  const limited = kept.filter(({ howLong }) => /\d/.test(howLong));
  expect(Object.fromEntries(limited.map(({ tables, howLong }) => [tables[0], howLong]))).toEqual({
    students: `as long as the account; ${days(settings.KEEP_UNVERIFIED_DAYS)} if nobody verifies it, and while a link still can`,
    sessions: `${days(settings.KEEP_SESSIONS_DAYS)} after they end`,
    email_tokens: `${days(LINKS_KEPT_DAYS)} after they expire`,
    sign_on_attempts: counted(1, 'hour'),
    idempotency_keys: counted(IDEMPOTENCY_KEY_HOURS, 'hour'),
    strikes: `for good; what students wrote in reports and contests ${days(settings.KEEP_REPORTS_DAYS)} after the decision`,
    announcements: `for good, and who dismissed them for ${days(ANNOUNCEMENT_DAYS)}`,
    alerts: days(settings.KEEP_ALERTS_DAYS),
    notices: days(NOTICES_KEPT_DAYS),
    rate_limits: `at most ${days(longestLimit / (24 * 3600))}`,
    'pgboss.*': `${counted(DONE_JOBS_KEPT_MINUTES, 'minute')} after they are done, ${days(JOBS_KEPT_DAYS)} if they cannot be`,
    operator_sessions: `${days(settings.KEEP_SESSIONS_DAYS)} after they end`,
  });
});

describe('pruning', () => {
  it('follows the settings, and forgets registrations that nobody verified', async () => {
    const db = await createTestDatabase();
    const given = givenIn(db);
    const [ruth, unverified, fresh, askedAgain] = [
      await given.student(),
      await given.student({ verified: false, email: 'late@state.edu' }),
      await given.student({ verified: false, email: 'soon@state.edu' }),
      await given.student({ verified: false, email: 'again@state.edu' }),
    ];
    const request = await given.request({ by: ruth });
    const other = await given.request({ by: ruth });
    // the trigger that writes updated_at must not run
    await db.transaction([
      [`SET LOCAL session_replication_role = replica`],
      [
        `UPDATE students SET created_at = now() - d * interval '1 day', updated_at = now() - d * interval '1 day'
           FROM (VALUES ($1::uuid, 4), ($2, 2), ($3, 4)) aged (student, d) WHERE id = student`,
        [unverified.id, fresh.id, askedAgain.id],
      ],
    ]);
    await db.query(
      `INSERT INTO email_tokens (id, student_id, purpose, token_hash, registration, expires_at)
       VALUES (gen_random_uuid(), $1, 'verify', 'secret', '{}', now() + interval '1 hour')`,
      [askedAgain.id],
    );
    await db.query(
      `INSERT INTO alerts VALUES ($2, $1, 1, now() - interval '6 days'), ($3, $1, 1, now() - interval '4 days')`,
      [ruth.id, request, other],
    );
    await db.query(
      `INSERT INTO sessions (id, student_id, expires_at, ended_at)
       SELECT gen_random_uuid(), $1, now() + interval '9 days', now() - d * interval '1 day' FROM unnest('{2,4}'::int[]) d`,
      [ruth.id],
    );
    const [operator] = await db.query<{ id: string }>(
      `INSERT INTO operators (id, email, sealed_secret) VALUES (gen_random_uuid(), 'ines@dining.example', '') RETURNING id`,
    );
    await db.query(
      `INSERT INTO operator_sessions (id, operator_id, confirmed_at, expires_at, ended_at)
       SELECT gen_random_uuid(), $1, now(), now() - expired * interval '1 day', now() - ended * interval '1 day'
         FROM (VALUES (2, 3), (4, NULL), (-1, 4), (-1, NULL)) AS aged (expired, ended)`,
      [operator!.id],
    );
    await db.query(
      `INSERT INTO reports (id, reporter_id, request_id, kind, text, state, operator_id, answer, answered_at)
       SELECT gen_random_uuid(), $1, $2, kind, 'My words about it.', 'answered', $3, 'We talked.', now() - age * interval '1 day'
         FROM (VALUES ('safety', 31), ('fake', 29)) AS aged (kind, age)`,
      [ruth.id, request, operator!.id],
    );
    await db.query(
      `INSERT INTO reports (id, reporter_id, request_id, kind, text, created_at)
       VALUES (gen_random_uuid(), $1, $2, 'money', 'My words about it.', now() - interval '40 days')`,
      [ruth.id, request],
    );
    const exchanges = [await given.match(), await given.match()].map(({ id }) => id);
    await db.query(
      `INSERT INTO strikes (id, student_id, accuser_id, match_id, contest, contested_at, contest_decided_at)
       SELECT gen_random_uuid(), m.fulfiller_id, m.requester_id, m.id, 'I waited until two.', now() - interval '35 days', now() - age * interval '1 day'
         FROM unnest($1::uuid[], '{31,29}'::int[]) aged (match_id, age) JOIN matches m ON m.id = match_id`,
      [exchanges],
    );
    const api = await startApi({
      db,
      settings: {
        KEEP_SESSIONS_DAYS: '3',
        KEEP_ALERTS_DAYS: '5',
        KEEP_REPORTS_DAYS: '30',
        KEEP_UNVERIFIED_DAYS: '3',
      },
    });
    let old: { text: string } | undefined;
    await until('the old registration to be forgotten', async () => {
      const closed = 'SELECT s::text AS text FROM students s WHERE id = $1 AND deactivated_at IS NOT NULL';
      [old] = await db.query<{ text: string }>(closed, [unverified.id]);
      return old !== undefined;
    });
    expect(old!.text).not.toMatch(/Sam|late@|\+1|argon2/);
    const left = async (table: string) =>
      (await db.query(`SELECT FROM ${table} WHERE student_id = $1`, [ruth.id])).length;
    expect([await left('alerts'), await left('sessions')]).toEqual([1, 1]);
    const logins = await db.query('SELECT FROM operator_sessions WHERE operator_id = $1', [operator!.id]);
    expect(logins).toHaveLength(1);
    expect(await db.query('SELECT kind, text, answer FROM reports ORDER BY kind')).toEqual([
      { kind: 'fake', text: 'My words about it.', answer: 'We talked.' },
      { kind: 'money', text: 'My words about it.', answer: null },
      { kind: 'safety', text: DELETED_TEXT, answer: 'We talked.' },
    ]);
    const contests = await db.query<{ contest: string }>('SELECT contest FROM strikes ORDER BY contest_decided_at');
    expect(contests.map(({ contest }) => contest)).toEqual([DELETED_TEXT, 'I waited until two.']);
    const login = (email: string) => api.client().auth.login({ body: { email, password: PASSWORD } });
    expect(await login(unverified.email)).toMatchObject({ body: { code: 'INVALID_CREDENTIALS' } });
    for (const { email } of [fresh, askedAgain])
      expect(await login(email)).toMatchObject({ body: { code: 'EMAIL_NOT_VERIFIED' } });
    const body = { name: 'Sam', email: unverified.email, password: 'Secret1', phoneNumber: '+1 617 555 0100' };
    ok(await api.client().auth.register({ body }));
    await api.stop();
    await db.close();
  });
});
