import { institutionFromEmail } from '@spareswipe/contract';
import pg from 'pg';
import { Passwords } from '../../people/auth/passwords.js';
import { newId } from '../../platform/common/ids.js';
import { readDatabaseUrl } from '../../platform/config/settings.js';
import { advisoryLocks } from '../../platform/database/advisory-locks.js';
import { runAsCommand } from './command.js';
import {
  DEMO_PASSWORD,
  DEMO_STARTING_CREDITS,
  demoRequests,
  demoStudents,
  type DemoMatch,
  type DemoRequest,
  type DemoStudent,
} from './demo-campus.js';
import {
  acceptRequest,
  completeMatch,
  grantCredits,
  insertRatings,
  insertStrikes,
  insertStudents,
  postRequest,
  refundRequest,
  type RequestRow,
} from './rows.js';

const LOG_INS = [demoStudents.alex.email, demoStudents.blake.email];

type Ids = Record<DemoStudent, string>;

type Posted = Required<Pick<RequestRow, 'id' | 'requester_id' | 'deadline' | 'created_at'>>;

const MINUTE_MS = 60_000;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 60 * MINUTE_MS);

/** Fills an empty database with the demo campus; does nothing if there are students. Credits move through the ledger. */
export async function seed(db: pg.ClientBase): Promise<void> {
  const passwordHash = await new Passwords().hash(DEMO_PASSWORD, 'seed');
  await db.query('BEGIN');
  try {
    await db.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.seed]);
    const { rowCount } = await db.query('SELECT FROM students LIMIT 1');
    if (!rowCount) {
      const ids = await addStudents(db, passwordHash);
      for (const request of demoRequests) await addRequest(db, request, ids);
    }
    await db.query('COMMIT');
  } catch (error) {
    await db.query('ROLLBACK');
    throw error;
  }
}

/** The addresses to log in with, as long as those demo students exist. */
export async function demoLogIns(db: pg.ClientBase): Promise<string[]> {
  const { rows } = await db.query<{ email: string }>(
    'SELECT email FROM students WHERE email = ANY ($1) AND deactivated_at IS NULL ORDER BY email',
    [LOG_INS],
  );
  return rows.map(({ email }) => email);
}

async function addStudents(db: pg.ClientBase, passwordHash: string): Promise<Ids> {
  const ids: Partial<Ids> = {};
  const joined = hoursFromNow(-20 * 24);
  for (const [index, [key, { name, email }]] of Object.entries(demoStudents).entries()) {
    const id = (ids[key as DemoStudent] = newId());
    await insertStudents(db, [
      {
        id,
        name,
        email,
        phone_number: `+1 555 010 0${101 + index}`,
        password_hash: passwordHash,
        institution: institutionFromEmail(email),
        verified_at: joined,
        created_at: joined,
      },
    ]);
    await grantCredits(db, id, DEMO_STARTING_CREDITS);
  }
  return ids as Ids;
}

/** Posts a request and takes it to its outcome. Finished exchanges end at their deadline. */
async function addRequest(db: pg.ClientBase, request: DemoRequest, ids: Ids): Promise<void> {
  const posted = {
    id: newId(),
    requester_id: ids[request.by],
    institution: institutionFromEmail(demoStudents[request.by].email),
    meal_period: request.mealPeriod,
    meal_description: request.mealDescription,
    location: request.location,
    description: request.description,
    urgency: request.urgency ?? 'medium',
    is_flexible: request.isFlexible ?? true,
    deadline: hoursFromNow(request.deadline),
    created_at: hoursFromNow(-request.created),
  } satisfies RequestRow;
  await postRequest(db, posted);
  const { outcome } = request;
  if (!outcome) return;
  if (typeof outcome === 'string') await refundRequest(db, posted.id, outcome);
  else await addMatch(db, posted, outcome, ids[outcome.fulfiller]);
}

async function addMatch(db: pg.ClientBase, posted: Posted, { status }: DemoMatch, fulfillerId: string) {
  const match = {
    id: newId(),
    request_id: posted.id,
    requester_id: posted.requester_id,
    fulfiller_id: fulfillerId,
    created_at: new Date(posted.created_at.getTime() + 30 * MINUTE_MS),
  };
  const { id, requester_id } = match;
  const over = posted.deadline;
  await acceptRequest(db, match);
  const byRequester = { match_id: id, side: 'requester', rater_id: requester_id } as const;
  if (status === 'completed') {
    await completeMatch(db, match, { by: 'requester', at: over });
    const byFulfiller = { match_id: id, side: 'fulfiller', rater_id: fulfillerId } as const;
    await insertRatings(db, [
      { ...byRequester, score: 5, comment: 'Friendly and on time.', followed_through: true },
      { ...byFulfiller, score: 5, comment: 'Easy to find.', followed_through: true },
    ]);
  }
  if (status === 'did not show up') {
    await insertRatings(db, [{ ...byRequester, score: null, comment: 'Nobody came.', followed_through: false }]);
    await refundRequest(db, posted.id, 'cancelled');
    await db.query(
      `UPDATE matches SET status = 'cancelled', cancelled_at = $2, cancelled_because = 'no_show' WHERE id = $1`,
      [id, over],
    );
    await insertStrikes(db, [
      { id: newId(), student_id: fulfillerId, accuser_id: requester_id, match_id: id, created_at: over },
    ]);
  }
}

/** The command. Refuses production, because everybody can read the password of the demo campus. */
export async function seedFrom(env: NodeJS.ProcessEnv): Promise<void> {
  if (env['NODE_ENV'] === 'production')
    throw new Error('The demo campus has a known password. It is not for production.');
  const db = new pg.Client({ connectionString: readDatabaseUrl(env, 'data') });
  await db.connect();
  try {
    await seed(db);
    for (const email of await demoLogIns(db)) console.log(`Log in as ${email}, password ${DEMO_PASSWORD}`);
  } finally {
    await db.end();
  }
}

await runAsCommand(import.meta.url, () => seedFrom(process.env));
