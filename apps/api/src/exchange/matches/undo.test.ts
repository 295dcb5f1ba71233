import { UNDO_ACCEPT_SECONDS } from '@spareswipe/contract';
import { atOnce, ok } from '../../../test/support/responses.js';
import { startCampus } from '../../../test/support/campus.js';
import { NO } from '../../../test/support/exchanges.js';
import { type GivenStudent } from '../../../test/support/given.js';
import { undoTimePasses } from '../../../test/support/time-passes.js';
import { until } from '../../../test/support/until.js';

const { api, given, close, accept, complete, rate, release } = await startCampus();

/** A request that Finn has just accepted through the API, so that its mails are on their way. */
async function accepted() {
  const [ruth, finn] = [await given.student({ name: 'Ruth' }), await given.student({ name: 'Finn' })];
  const requestId = await given.request({ by: ruth });
  const { match } = ok(await accept(finn, requestId));
  return { ruth, finn, id: match._id };
}
/** The names of all mails to a student, sent or not. */
const mailsTo = async ({ email }: GivenStudent) => {
  const mails = `SELECT data->>'mail' AS mail FROM pgboss.job WHERE name = 'mail' AND data->'to'->>'email' = $1 ORDER BY id`;
  return (await api.db.query<{ mail: string }>(mails, [email])).map(({ mail }) => mail).sort();
};

describe('an accept that is undone in time', () => {
  it('sends nobody a mail: two strangers never learn of each other', async () => {
    const { ruth, finn, id } = await accepted();
    expect([await mailsTo(ruth), await mailsTo(finn)]).toEqual([['contacts'], ['contacts']]);
    ok(await release(finn, id));
    expect([await mailsTo(ruth), await mailsTo(finn)]).toEqual([[], []]);
  });

  it('sends no contact details after a "No" or after either student left, either', async () => {
    const [voided, left, gone] = [await accepted(), await accepted(), await accepted()];
    ok(await rate(voided.ruth, voided.id, NO));
    ok(await close(left.ruth));
    ok(await close(gone.finn));
    expect([await mailsTo(voided.ruth), await mailsTo(voided.finn)]).toEqual([[], ['strike']]);
    expect([await mailsTo(left.ruth), await mailsTo(left.finn)]).toEqual([['deactivated'], ['withdrawn']]);
    expect([await mailsTo(gone.ruth), await mailsTo(gone.finn)]).toEqual([[], ['deactivated']]);
  });
});

it('a release says whether it undid the accept in time: then nothing is left at the requester', async () => {
  for (const isUndone of [true, false]) {
    const { ruth, finn, id } = await accepted();
    if (!isUndone) await undoTimePasses(api.db.pool);
    expect(ok(await release(finn, id))).toMatchObject({ isUndone });
    const listed = async (student: GivenStudent) => {
      const { matches, counts } = ok(await api.as(student).matches.mine({ query: {} }));
      return { statuses: matches.map(({ status }) => status), all: counts.all };
    };
    expect(await listed(finn)).toEqual({ statuses: ['cancelled'], all: 1 });
    expect(await listed(ruth)).toEqual(isUndone ? { statuses: [], all: 0 } : { statuses: ['cancelled'], all: 1 });
    expect((await api.as(ruth).matches.one({ params: { id } })).status).toBe(isUndone ? 404 : 200);
    const { data } = ok(await api.as(ruth).account.download());
    expect(data.parts['matches']!.records).toHaveLength(isUndone ? 0 : 1);
  }
});

describe('an accept that is not undone', () => {
  it(`sends both mails ${UNDO_ACCEPT_SECONDS} s after it`, async () => {
    const { id } = await accepted();
    const waits = await api.db.query(
      `SELECT extract(epoch FROM start_after - m.created_at)::float AS seconds FROM pgboss.job j
         JOIN matches m ON m.id::text = j.data->'about'->>'matchId' WHERE m.id = $1`,
      [id],
    );
    expect(waits).toEqual([{ seconds: UNDO_ACCEPT_SECONDS }, { seconds: UNDO_ACCEPT_SECONDS }]);
  });

  it('keeps of each side, in the mails that wait, no more than how to reach them', async () => {
    const { id } = await accepted();
    const kept = await api.db.query(
      `SELECT DISTINCT jsonb_object_keys(data->'about'->'other') AS field FROM pgboss.job
        WHERE data->'about'->>'matchId' = $1 ORDER BY field`,
      [id],
    );
    expect(kept.map(({ field }) => field)).toEqual(['email', 'name', 'phoneNumber']);
  });

  it('informs the requester of a release also while the mails are late: the fulfiller already knows their contact', async () => {
    const { ruth, finn, id } = await accepted();
    await undoTimePasses(api.db.pool, { withMails: false });
    expect(ok(await api.as(finn).matches.one({ params: { id } })).match.contact).not.toBeNull();
    ok(await release(finn, id));
    expect([await mailsTo(ruth), await mailsTo(finn)]).toEqual([['released'], []]);
  });

  it('and is released later informs the requester', async () => {
    const { ruth, finn, id } = await accepted();
    await undoTimePasses(api.db.pool);
    await api.inbox.waitForMail(ruth.email, 'match');
    ok(await release(finn, id));
    await api.inbox.waitForMail(ruth.email, 'could not make it');
  });

  it('keeps its mails when it is completed at once', async () => {
    const { ruth, finn, id } = await accepted();
    ok(await complete(ruth, id));
    await undoTimePasses(api.db.pool);
    for (const { email } of [ruth, finn]) await api.inbox.waitForMail(email, 'match');
  });
});

it.each<[string, (of: Awaited<ReturnType<typeof accepted>>) => Promise<unknown>]>([
  ['the requester has closed the account', ({ ruth }) => close(ruth)],
  ['the fulfiller has closed the account', ({ finn }) => close(finn)],
  ['the fulfiller has given the meal back', ({ finn, id }) => rate(finn, id, NO)],
  ['the requester disputes the meal', ({ ruth, id }) => rate(ruth, id, NO)],
])('a match that was completed at once sends no contact details once %s', async (_, then) => {
  const made = await accepted();
  ok(await complete(made.finn, made.id));
  expect(await then(made)).toMatchObject({ status: 200 });
  await undoTimePasses(api.db.pool);
  await until('all mails to be sent', async () => {
    const open = `SELECT FROM pgboss.job WHERE name = 'mail' AND state < 'completed'`;
    return (await api.db.query(open)).length === 0;
  });
  for (const { email } of [made.ruth, made.finn])
    expect(api.inbox.to(email).map(({ subject }) => subject)).not.toContainEqual(
      expect.stringMatching(/^It's a match/),
    );
});

describe('a release at the moment at which the mails start', () => {
  it('informs exactly the side whose mail was taken', async () => {
    const { ruth, finn, id } = await accepted();
    await api.db.query(`UPDATE pgboss.job SET state = 'active', started_on = now() WHERE data->'to'->>'email' = $1`, [
      ruth.email,
    ]);
    ok(await release(finn, id));
    expect([await mailsTo(ruth), await mailsTo(finn)]).toEqual([['contacts', 'released'], []]);
  });

  it('sends no contacts by a mail that was taken and failed', async () => {
    const { ruth, finn, id } = await accepted();
    const set = (change: string) =>
      api.db.query(`UPDATE pgboss.job SET ${change} WHERE data->>'mail' = 'contacts' AND data->'to'->>'email' = $1`, [
        ruth.email,
      ]);
    await set(`state = 'active', started_on = now()`);
    ok(await release(finn, id));
    await set(`state = 'retry', start_after = now()`);
    await until('all mails to be sent', async () => {
      const open = `SELECT FROM pgboss.job WHERE state < 'completed' AND data->'to'->>'email' = $1`;
      return (await api.db.query(open, [ruth.email])).length === 0;
    });
    expect(api.inbox.to(ruth.email).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('could not make it'),
    ]);
  });

  it('never leaves a requester with a stranger’s details and no word that the match is over', async () => {
    const matches = await atOnce(8, accepted);
    await Promise.all([undoTimePasses(api.db.pool), ...matches.map(({ finn, id }) => release(finn, id).then(ok))]);
    await until('all mails to be sent', async () => {
      const open = `SELECT FROM pgboss.job WHERE state < 'completed' AND data->'to'->>'email' = ANY ($1)`;
      return (await api.db.query(open, [matches.map(({ ruth }) => ruth.email)])).length === 0;
    });
    for (const { ruth } of matches) {
      const subjects = api.inbox.to(ruth.email).map(({ subject }) => subject);
      expect(['', 'released', 'match, released']).toContain(
        subjects
          .map((subject) => (subject.includes('match') ? 'match' : 'released'))
          .sort()
          .join(', '),
      );
    }
  });
});
