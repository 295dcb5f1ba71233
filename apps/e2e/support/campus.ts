import { UNDO_ACCEPT_SECONDS } from '@spareswipe/contract';
import { escapeLiteral } from 'pg';
import { query } from './database.js';
import { acceptedMatch, api, postedRequest, verifiedStudent, type Student } from './students.js';
import { until } from './until.js';

/** Moves a request's deadline to this many minutes from now. */
export async function moveDeadline(requestId: string, minutes: number) {
  await query(`UPDATE meal_requests SET deadline = now() + interval '1 min' * $2 WHERE id = $1`, [requestId, minutes]);
}

/**
 * The seconds in which the accepts of this student can be undone are over: both sides see each other's contact, and their
 * mails are sent.
 */
export const endUndo = (student: Pick<Student, 'email'>) => passUndo(student, UNDO_ACCEPT_SECONDS);

/** The accepts of this student can be undone for ten more minutes, so that a test on a slow machine is in time. */
export const prolongUndo = (student: Pick<Student, 'email'>) => passUndo(student, -600);

/** This many seconds pass since the accepts of this student. The guard of the history of matches is off meanwhile. */
async function passUndo({ email }: Pick<Student, 'email'>, seconds: number) {
  const theirs = `status = 'accepted' AND fulfiller_id = (SELECT id FROM students WHERE email = ${escapeLiteral(email)})`;
  // sent as one text, the statements are one transaction, which an error ends
  await query(`
    ALTER TABLE matches DISABLE TRIGGER matches_lifecycle;
    UPDATE matches SET created_at = created_at - interval '${seconds} s' WHERE ${theirs};
    ALTER TABLE matches ENABLE ALWAYS TRIGGER matches_lifecycle;
    UPDATE pgboss.job SET start_after = start_after - interval '${seconds} s'
     WHERE name = 'mail' AND state = 'created'
       AND data->'about'->>'matchId' IN (SELECT id::text FROM matches WHERE ${theirs})`);
}

/** Moves a request's deadline into the past and waits for the sweep that refunds it. */
export async function letExpire(student: Student, requestId: string) {
  await moveDeadline(requestId, -1 / 60);
  await until(
    'the refund of the request',
    async () => {
      const mine = await api(student.token).requests.mine({ query: { status: 'expired' } });
      return mine.status === 200 && mine.body.pagination.total > 0;
    },
    { seconds: 10 },
  );
}

const complete = (student: Student, id: string) => api(student.token).matches.complete({ params: { id } });

/** Earns credits by fulfilling requests of other students. */
async function earn(student: Student, credits: number) {
  for (let earned = 0; earned < credits; earned += 2) {
    const other = await verifiedStudent(`Hungry ${earned}`);
    for (const request of [await postedRequest(other), await postedRequest(other)]) {
      const match = await acceptedMatch(student, request._id);
      await complete(student, match._id);
    }
  }
}

/** Gives the student strikes, each from the "did not follow through" of a different student, since each accuser counts once. */
async function strike(student: Student, strikes: number) {
  for (let given = 0; given < strikes; given++) {
    const letDown = await verifiedStudent('Letty Down');
    const match = await acceptedMatch(student, (await postedRequest(letDown))._id);
    const body = { followedThrough: false };
    const rated = await api(letDown.token).ratings.rate({ params: { id: match._id }, body });
    if (rated.status !== 200) throw new Error(`Rating returned ${rated.status}`);
  }
}

export interface Campus {
  /** Has a request in every status, matches on both sides, ratings given and missing. */
  mia: Student;
  /** Fulfilled a request of Mia's. */
  noah: Student;
  /** Just verified: has two meals and nothing else. */
  newcomer: Student;
  /** Has spent both meals. */
  broke: Student;
  /** Has one strike. */
  warned: Student;
  /** Has two strikes. */
  suspended: Student;
}

/** Creates a small campus in which every screen has something to show. */
export async function foundCampus(): Promise<Campus> {
  const names = ['Mia Chen', 'Noah Park', 'Nia New', 'Bo Broke', 'Wes Warned', 'Sue Spended'];
  const [mia, noah, newcomer, broke, warned, suspended] = (await Promise.all(
    names.map((name) => verifiedStudent(name)),
  )) as [Student, Student, Student, Student, Student, Student];
  await Promise.all([earn(mia, 4), strike(warned, 1), strike(suspended, 2)]);

  const soon = new Date(Date.now() + 3_600_000).toISOString();
  await postedRequest(mia, {
    mealDescription: 'Veggie burrito',
    description: 'No cilantro, please',
    urgency: 'high',
    deadline: soon,
  });
  const cancelled = await postedRequest(mia, { mealDescription: 'Waffles', mealPeriod: 'breakfast' });
  await api(mia.token).requests.cancel({ params: { id: cancelled._id } });
  await acceptedMatch(noah, (await postedRequest(mia, { mealDescription: 'Ramen', isFlexible: false }))._id);
  const done = await acceptedMatch(noah, (await postedRequest(mia, { mealDescription: 'Salad', urgency: 'low' }))._id);
  await complete(noah, done._id);
  await api(mia.token).ratings.rate({ params: { id: done._id }, body: { score: 5, followedThrough: true } });
  const unanswered = await postedRequest(mia, { mealDescription: 'Pancakes' });
  await letExpire(mia, unanswered._id);

  await postedRequest(broke, { mealDescription: 'Falafel' });
  await postedRequest(broke, { mealDescription: 'Sushi bowl', mealPeriod: 'any' });
  return { mia, noah, newcomer, broke, warned, suspended };
}
