import { randomUUID } from 'node:crypto';
import type { PersonalData } from '@spareswipe/contract';
import { ok } from '../../test/support/responses.js';
import { exchangesIn, NO } from '../../test/support/exchanges.js';
import type { GivenStudent } from '../../test/support/given.js';
import { lunch } from '../../test/support/lunch.js';
import { operatorsIn, type GivenOperator } from '../../test/support/operators.js';
import { startApi, type Api } from '../../test/support/start-api.js';
import { undoTimePasses } from '../../test/support/time-passes.js';

type Row = Record<string, unknown>;

const SECRET = 'never shown';
const QUEUE = 'a note for the next run of a job, gone within a moment';
const INNER = 'for the bookkeeping of the database';
const ROLE = 'shown as the role of the student';
const RECORD = 'of one student, and that is the one who downloads';

/** What the download leaves out, by table or column, and why. A new table or column is in the download or here. */
const LEFT_OUT: Record<string, string> = {
  alert_waves: QUEUE,
  announcements: 'about campuses',
  campuses: 'about campuses',
  functions: 'about the database',
  ledger_audit: 'about the ledger as a whole',
  migrations: 'about the database',
  operator_recovery_codes: 'about operators',
  operator_sessions: 'about operators',
  operators: 'about operators',
  rate_limits: 'hashes that expire; nobody can tell whose they are',
  reconciliations: 'about comparing with Stripe',
  reputation_changes: QUEUE,
  sign_on_attempts: 'a sign-on under way, gone within an hour',
  'ledger.starting_meals': 'an HMAC of the mailbox; the grant is among the transfers',
  'students.id': RECORD,
  'students.password_hash': SECRET,
  'students.mailbox': SECRET,
  'students.deactivated_at': 'who has a closed account cannot download',
  'sessions.id': SECRET,
  'sessions.student_id': RECORD,
  'sessions.campus_session': SECRET,
  'sessions.campus_log_out': SECRET,
  'identities.student_id': RECORD,
  'email_tokens.id': INNER,
  'email_tokens.student_id': RECORD,
  'email_tokens.token_hash': SECRET,
  'email_tokens.registration': 'the account has it, or it was never that of this student',
  'meal_requests.requester_id': RECORD,
  'meal_requests.search_text': 'a copy of other columns',
  'matches.requester_id': ROLE,
  'matches.fulfiller_id': ROLE,
  'matches.requester_here_at': ROLE,
  'matches.fulfiller_here_at': ROLE,
  'matches.requester_met_at': ROLE,
  'matches.fulfiller_met_at': ROLE,
  'ratings.side': ROLE,
  'ratings.rater_id': ROLE,
  'reputations.student_id': RECORD,
  'strikes.student_id': RECORD,
  'strikes.accuser_id': 'the other side of the match',
  'reports.reporter_id': RECORD,
  'reports.operator_id': 'operators act for their campus',
  'announcement_reads.student_id': RECORD,
  'operator_log.id': INNER,
  'operator_log.operator_id': 'operators act for their campus',
  'operator_log.institution': 'the campus of the student',
  'operator_log.student_id': RECORD,
  'ledger.accounts.id': INNER,
  'ledger.accounts.student_id': RECORD,
  'ledger.accounts.last_transfer_id': INNER,
  'ledger.transfers.debit_account_id': 'shown as the kind of account, without naming another student',
  'ledger.transfers.credit_account_id': 'shown as the kind of account, without naming another student',
  'ledger.transfers.log_id': INNER,
  'ledger.disputes.debtor_account_id': 'whether the other side has spent the meal is theirs',
  'ledger.disputes.taken_id': 'whether the other side has spent the meal is theirs',
  'orders.student_id': RECORD,
  'orders.revision': INNER,
  'alert_settings.student_id': RECORD,
  'alert_settings.institution': 'the campus of the student',
  'alert_settings.unsubscribe_token': SECRET,
  'alerts.student_id': RECORD,
  'push_subscriptions.id': INNER,
  'push_subscriptions.student_id': RECORD,
  'push_subscriptions.session_id': SECRET,
  'push_subscriptions.endpoint_hash': 'made from the endpoint',
  'push_subscriptions.p256dh': SECRET,
  'push_subscriptions.auth': SECRET,
  'push_subscriptions.public_key': 'ours',
  'notices.student_id': RECORD,
  'idempotency_keys.student_id': RECORD,
  'idempotency_keys.body_hash': SECRET,
};

/** Rows that name the student or their match and are about or of somebody else, or not to be seen yet. */
const isOfOthers: Record<string, (row: Row) => boolean> = {
  strikes: ({ student_id }) => student_id !== sam.id,
  reports: ({ reporter_id }) => reporter_id !== sam.id,
  ratings: ({ rater_id, match_id }) => rater_id !== sam.id && !ratedBySam.includes(match_id),
  // what it did is in the log
  idempotency_keys: ({ route }) => (route as string).startsWith('desk.'),
  operator_log: ({ action, student_id }) => action === 'withdraw-strike' && student_id !== sam.id,
};

const camelCase = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

let api: Api;
let sam: GivenStudent;
let pat: GivenStudent;
let tess: GivenStudent;
let ines: GivenOperator;
let ratedBySam: unknown[];
let data: PersonalData;

beforeAll(async () => {
  api = await startApi();
  await api.rest(); // nothing changes by itself
  const exchanges = exchangesIn(api);
  const { given } = exchanges;
  const operators = operatorsIn(api);
  sam = await given.student({ name: 'Sam Samson', credits: 9 });
  pat = await given.student({ name: 'Pat Partner', credits: 9 });
  tess = await given.student({ name: 'Tess Third', credits: 9 });
  ines = await operators.operator('state');
  const sql = (text: string, ...parameters: unknown[]) => api.db.query(text, parameters);
  await sql(`UPDATE students SET phone_number = '+1 617 555 0177' WHERE id = $1`, pat.id);
  await sql(`UPDATE students SET phone_number = '+1 617 555 0188' WHERE id = $1`, tess.id);
  const meal = (mealDescription: string) => ({
    headers: { 'idempotency-key': randomUUID() },
    body: lunch({ mealDescription }),
  });
  const exchange = async (asks: GivenStudent, helps: GivenStudent, food: string) => {
    const { request } = ok(await api.as(asks).requests.create(meal(food)));
    const body = { requestId: request._id };
    return { requestId: request._id, id: ok(await api.as(helps).matches.accept({ body })).match._id };
  };
  const say = (comment: string) => ({ followedThrough: true, score: 4, comment });

  const rated = await exchange(sam, pat, 'Ramen');
  ok(await exchanges.complete(pat, rated.id));
  ok(await exchanges.rate(sam, rated.id, say('Pat was kind.')));
  ok(await exchanges.rate(pat, rated.id, say('Sam was early.')));
  const blind = await exchange(pat, sam, "Pat's pasta");
  ok(await exchanges.rate(pat, blind.id, say('Blind until Sam rates.')));
  const disputed = await exchange(pat, sam, 'Disputed dal');
  ok(await exchanges.complete(sam, disputed.id));
  ok(await exchanges.rate(pat, disputed.id, { ...NO, comment: 'Pat accuses Sam.' }));
  ok(await exchanges.rate(sam, disputed.id, say('Sam was there.')));
  await api.decide(disputed.id, 'requester', 'The reader at the hall says no.');
  const accused = await exchange(sam, pat, 'Pat did not come');
  ok(await exchanges.rate(sam, accused.id, NO));
  const reported = await exchange(pat, sam, 'Reported rice');
  ok(await exchanges.rate(pat, reported.id, say('Nice.')));
  ok(await exchanges.rate(sam, reported.id, say('Thanks.')));
  ok(await api.as(sam).ratings.report({ params: { id: reported.id }, body: { text: 'Sam reports this comment.' } }));
  await exchange(sam, pat, 'Open okra'); // its contact is on the screens now, and not in the download

  const desk = operators.as(ines).desk;
  const reason = 'The reader at the hall was broken.';
  const key = () => ({ headers: { 'idempotency-key': randomUUID() } }); // as the desk sends them
  ok(await desk.suspend({ params: { id: sam.id }, body: { days: 2, reason }, ...key() }));
  ok(await desk.adjust({ params: { id: sam.id }, body: { amount: 2, reason }, ...key() }));
  const [strike] = await sql('SELECT id FROM strikes WHERE accuser_id = $1', sam.id);
  ok(await desk.withdrawStrike({ params: { id: strike!.id as string }, body: { reason: 'Tess saw Pat there.' } }));

  const problem = { about: 'match', id: accused.id, kind: 'other', text: 'Sam says what happened.' } as const;
  ok(await api.as(sam).reports.report({ body: problem }));
  for (const { _id } of ok(await desk.reports({ query: { state: 'open' } })).reports)
    ok(await desk.answerReport({ params: { id: _id }, body: { reason } }));
  ok(await desk.announce({ body: { campus: 'state', text: 'The hall is closed today.' } }));

  for (const student of [sam, tess]) {
    const [announcement] = ok(await api.as(student).announcements.unread()).announcements;
    ok(await api.as(student).announcements.read({ params: { id: announcement!._id } }));
    ok(await api.as(student).alerts.changeSettings({ body: { mail: true, timeZone: 'America/New_York' } }));
    await sql(
      `INSERT INTO push_subscriptions (id, student_id, session_id, endpoint, endpoint_hash, p256dh, auth, public_key, name)
       SELECT gen_random_uuid(), $1, gen_random_uuid(), 'https://push.example/' || $2, sha256($2::bytea), 'key of ' || $2,
              'auth of ' || $2, 'ours', 'Firefox of ' || $2`,
      student.id,
      student.email,
    );
    await sql(
      `INSERT INTO email_tokens (id, student_id, purpose, token_hash, expires_at)
       SELECT gen_random_uuid(), $1, 'reset', sha256($2::bytea), now()`,
      student.id,
      student.email,
    );
    await sql(`INSERT INTO identities VALUES ('https://sso.state.edu', $2, $1)`, student.id, student.email);
    await sql(`INSERT INTO notices (subject_id, student_id, kind) VALUES ($2, $1, 'due')`, student.id, rated.id);
    await sql(`INSERT INTO alerts VALUES ($2, $1, 1, now())`, student.id, accused.requestId);
    await sql(`INSERT INTO reputations VALUES ($1, 9, 3)`, student.id);
    await sql(
      `INSERT INTO orders (id, student_id, package_id, credits, amount_cents, currency, livemode)
       VALUES (gen_random_uuid(), $1, 'small', 5, 2499, 'usd', false)`,
      student.id,
    );
  }
  const others = await exchange(tess, pat, "Tess's tofu");
  ok(await exchanges.complete(tess, others.id));
  ok(await exchanges.rate(tess, others.id, say('Tess thanks Pat.')));
  ok(await desk.adjust({ params: { id: tess.id }, body: { amount: 1, reason: 'Tess was right about it.' } }));
  await undoTimePasses(api.db.pool); // contacts are open from here on
  ratedBySam = [rated.id, disputed.id, accused.id, reported.id];
  ({ data } = ok(await api.as(sam).account.download()));
});
afterAll(() => api.stop());

const columns = () =>
  api.db.query<{ table: string; column: string }>(
    `SELECT concat(nullif(table_schema, 'public') || '.', table_name) AS table, column_name AS column
       FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema', 'pgboss')
      ORDER BY 1, ordinal_position`,
  );

/** Rows that hold the student's id anywhere, or refer to one of their accounts or matches, as JSON. */
async function rowsAbout({ id }: GivenStudent): Promise<{ table: string; row: Row }[]> {
  const references = await api.db.query<{ table: string; column: string; target: string }>(
    `SELECT conrelid::regclass::text AS table, attname AS column, confrelid::regclass::text AS target
       FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
      WHERE contype = 'f' AND (confrelid = 'ledger.accounts'::regclass
         -- a transfer is about the students whose accounts it moves
         OR confrelid = 'matches'::regclass AND conrelid <> 'ledger.transfers'::regclass)`,
  );
  const own: Record<string, string> = {
    'ledger.accounts': 'SELECT id FROM ledger.accounts WHERE student_id = $1::uuid',
    matches: 'SELECT id FROM matches WHERE $1::uuid IN (requester_id, fulfiller_id)',
  };
  const found: { table: string; row: Row }[] = [];
  for (const table of new Set((await columns()).map((each) => each.table))) {
    const refers = references
      .filter((reference) => reference.table === table)
      .map(({ column, target }) => ` OR t.${column} IN (${own[target]!})`);
    const rows = await api.db.query<{ row: Row }>(
      `SELECT to_jsonb(t) AS row FROM ${table} t WHERE to_jsonb(t)::text LIKE '%' || $1 || '%'${refers.join('')}`,
      [id],
    );
    found.push(...rows.map(({ row }) => ({ table, row })));
  }
  return found;
}

it('has every column that the database holds, or says why not', async () => {
  const known = await columns();
  for (const [name, { records }] of Object.entries(data.parts))
    expect({ name, count: records.length }).not.toEqual({ name, count: 0 });
  const isShown = (table: string, column: string) => camelCase(column) in (data.parts[table]?.records[0] ?? {});
  const undecided = known
    .filter(({ table, column }) => !isShown(table, column) && !LEFT_OUT[table] && !LEFT_OUT[`${table}.${column}`])
    .map(({ table, column }) => `${table}.${column}`);
  expect(undecided).toEqual([]);
  const names = known.flatMap(({ table, column }) => [table, `${table}.${column}`]);
  expect(Object.keys(LEFT_OUT).filter((name) => !names.includes(name))).toEqual([]);
});

it('has every row about the student with its values, and no others', async () => {
  const missing: unknown[] = [];
  const counts = new Map(Object.keys(data.parts).map((table) => [table, 0]));
  for (const { table, row } of await rowsAbout(sam)) {
    if (LEFT_OUT[table] || isOfOthers[table]?.(row)) continue;
    counts.set(table, counts.get(table)! + 1);
    const expected = Object.entries(row)
      .filter(([column]) => !LEFT_OUT[`${table}.${column}`])
      .map(([column, value]) => [camelCase(column), value] as const);
    // Sam reported the one, and the other came with a "No"
    const isHidden = table === 'ratings' && ['Nice.', 'Pat accuses Sam.'].includes(row.comment as string);
    const record = { ...Object.fromEntries(expected), ...(isHidden && { comment: null }) };
    const found = data.parts[table]?.records.filter((each) =>
      Object.entries(record).every(([key, value]) => JSON.stringify(each[key]) === JSON.stringify(value)),
    );
    if (!found?.length) missing.push({ table, record });
  }
  expect(missing).toEqual([]);
  expect(Object.fromEntries(counts)).toEqual(
    Object.fromEntries(Object.entries(data.parts).map(([table, { records }]) => [table, records.length])),
  );
});

it('has nothing of a third student, and of a partner only the name', () => {
  const text = JSON.stringify(data);
  for (const known of ['Pat Partner', 'Sam was early.', "Pat's pasta", sam.email]) expect(text).toContain(known);
  for (const other of [
    ...[tess.id, tess.email, '617 555 0188', 'Tess', 'tofu'],
    ...[pat.id, pat.email, '617 555 0177', 'Blind until', 'Nice.', 'Pat accuses'],
    ...[ines.id, ines.email, '$argon2id', 'auth of', 'key of'],
  ])
    expect(text).not.toContain(other);
});

it('is for the student alone, and limited', async () => {
  expect((await api.client().account.download()).status).toBe(401);
  for (let call = 0; call < 20; call++) ok(await api.as(tess).account.download());
  expect(await api.as(tess).account.download()).toMatchObject({ status: 429 });
});
