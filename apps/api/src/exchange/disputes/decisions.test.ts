import type { DisputeAward } from '@spareswipe/contract';
import { ROUNDS } from '../../../test/support/levels.js';
import { ok } from '../../../test/support/responses.js';
import { NO } from '../../../test/support/exchanges.js';
import { lunch } from '../../../test/support/lunch.js';
import { overtaken } from '../../../test/support/overtaken.js';
import { startCampus } from '../../../test/support/campus.js';
import { until } from '../../../test/support/until.js';
import { newId } from '../../platform/common/ids.js';

const { api, given, me, rate, complete, latestMatch, exchange, disputed, close } = await startCampus({ audited: true });

const creditsOf = async ({ ruth, finn }: { ruth: { id: string }; finn: { id: string } }) => [
  (await me(ruth)).credits,
  (await me(finn)).credits,
];
const strikesOf = async ({ ruth, finn }: { ruth: { id: string }; finn: { id: string } }) => [
  (await me(ruth)).strikes.count,
  (await me(finn)).strikes.count,
];

/** A dispute about a credit that Finn had spent. */
async function claimed() {
  const made = await exchange({ finn: await given.student({ name: 'Finn', credits: 0 }) });
  ok(await complete(made.finn, made.id));
  await given.request({ by: made.finn });
  ok(await rate(made.ruth, made.id, NO));
  return made;
}

async function earnOne(finn: Awaited<ReturnType<typeof claimed>>['finn']): Promise<void> {
  const { ruth, id } = await exchange({ finn });
  ok(await complete(ruth, id));
}

/** Takes the lock of `guard_dispute` first (decision 2): else it can deadlock with whoever ends the dispute meanwhile. */
const age = (ids: string[], days: number) =>
  api.db.query(
    `UPDATE ledger.disputes SET opened_at = opened_at - $2 * interval '1 day' WHERE match_id IN (
       SELECT d.match_id FROM ledger.disputes d JOIN ledger.accounts a ON a.id = d.debtor_account_id
        WHERE d.match_id = ANY ($1) ORDER BY a.id FOR NO KEY UPDATE OF a)`,
    [ids, days],
  );

/** Lets the time of disputes run out. Returns who got the credit of each. */
async function ended(...disputes: { id: string }[]): Promise<(DisputeAward | null)[]> {
  const ids = disputes.map(({ id }) => id);
  await age(ids, 14);
  return awardsOf(ids);
}

/** Waits until all are decided. */
async function awardsOf(ids: string[]): Promise<(DisputeAward | null)[]> {
  const awards = async () =>
    api.db.query<{ award: DisputeAward | null }>(
      `SELECT awarded_to AS award FROM unnest($1::uuid[]) WITH ORDINALITY asked (match_id, n)
         JOIN ledger.disputes USING (match_id) ORDER BY n`,
      [ids],
    );
  await until('the disputes to end', async () => (await awards()).every(({ award }) => award !== null));
  return (await awards()).map(({ award }) => award);
}

describe("an operator's decision", () => {
  it.each([
    { awardedTo: 'requester', credits: [1, 2], strikes: [0, 1] },
    { awardedTo: 'fulfiller', credits: [0, 3], strikes: [1, 0] },
    { awardedTo: 'nobody', credits: [0, 2], strikes: [0, 0] },
  ] as const)(
    'for the $awardedTo moves the meal, and strikes the side that lost',
    async ({ awardedTo, credits, strikes }) => {
      const dispute = await disputed();
      await api.decide(dispute.id, awardedTo);
      expect(await creditsOf(dispute)).toEqual(credits);
      expect(await strikesOf(dispute)).toEqual(strikes);
      expect((await latestMatch(dispute.finn)).dispute).toMatchObject({ decidedAt: expect.any(String), awardedTo });
    },
  );

  it('tells both sides who gets the meal, the reason, and of a strike', async () => {
    const { ruth, finn, id } = await disputed();
    await api.decide(id, 'requester', 'The card reader has no such swipe.');
    const [toRuth, toFinn] = [
      await api.inbox.waitForMail(ruth.email, 'is decided'),
      await api.inbox.waitForMail(finn.email, 'is decided'),
    ];
    expect(toRuth.text).toContain('The meal is yours. It is in your account.');
    expect(toRuth.text).toContain('This adds no strike to your account.');
    expect(toFinn.text).toContain('The meal goes to Ruth.');
    expect(toFinn.text).toContain('You get a strike for it.');
    for (const { text } of [toRuth, toFinn]) expect(text).toContain('The card reader has no such swipe.');
  });

  it.each([
    { awardedTo: 'requester', credits: [1, 0] },
    { awardedTo: 'fulfiller', credits: [0, 1] },
    { awardedTo: 'nobody', credits: [0, 0] },
  ] as const)(
    'for the $awardedTo about a meal that was spent settles with the next one earned',
    async ({ awardedTo, credits }) => {
      const dispute = await claimed();
      await api.decide(dispute.id, awardedTo);
      expect(await creditsOf(dispute)).toEqual([0, 0]);
      await earnOne(dispute.finn);
      expect(await creditsOf(dispute)).toEqual(credits);
    },
  );

  it('counts once when two are made at the same moment', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const dispute = await disputed();
      const outcomes = await Promise.allSettled([
        api.decide(dispute.id, 'requester'),
        api.decide(dispute.id, 'fulfiller'),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const isForRequester = outcomes[0].status === 'fulfilled';
      expect(await creditsOf(dispute)).toEqual(isForRequester ? [1, 2] : [0, 3]);
      expect(await strikesOf(dispute)).toEqual(isForRequester ? [0, 1] : [1, 0]);
    }
  });

  it('gives a meal that the winner can spend once, when their requests and the closing of the other account meet it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { ruth, finn, id } = await disputed();
      const post = () => api.as(ruth).requests.create({ body: lunch() });
      const [, closed, ...posted] = await Promise.all([api.decide(id, 'requester'), close(finn), post(), post()]);
      expect(closed.status).toBe(200);
      const spent = posted.filter(({ status }) => status === 201).length;
      expect((await me(ruth)).credits).toBe(1 - spent);
    }
  });

  it('strikes again for the same accuser, since somebody looked at each exchange', async () => {
    const [ruth, finn] = [await given.student({ credits: 2 }), await given.student()];
    for (const dispute of [await disputed({ ruth, finn }), await disputed({ ruth, finn })])
      await api.decide(dispute.id, 'requester');
    expect((await me(finn)).strikes.suspendedUntil).not.toBeNull();
    await api.inbox.waitForMail(finn.email, 'your account is suspended');
  });

  it('adds no second strike for one match to a student who has one for it', async () => {
    const { ruth, finn, id } = await disputed();
    ok(await rate(finn, id, NO));
    await api.decide(id, 'fulfiller');
    expect((await me(ruth)).strikes).toEqual({ count: 1, suspendedUntil: null });
  });

  it('is refused for a match without a dispute, and the second time', async () => {
    const { id } = await disputed();
    const undisputed = await exchange();
    await expect(api.decide(newId(), 'nobody')).rejects.toThrow('Not found');
    await expect(api.decide(undisputed.id, 'nobody')).rejects.toThrow('Not found');
    await api.decide(id, 'nobody');
    await expect(api.decide(id, 'requester')).rejects.toThrow('This dispute is already decided');
  });

  it('reaches students who have left, without a mail', async () => {
    const { ruth, finn, id } = await disputed();
    for (const student of [ruth, finn]) ok(await close(student));
    await api.decide(id, 'requester');
    expect(await api.db.query(`SELECT FROM strikes WHERE student_id = $1`, [finn.id])).toHaveLength(1);
    const mails = `SELECT FROM pgboss.job WHERE name = 'mail' AND data->'to'->>'email' LIKE '%closed.invalid'`;
    expect(await api.db.query(mails)).toEqual([]);
  });
});

it('sends no mail about a decision to an account that closes at the same moment', async () => {
  const { ruth, finn, id } = await disputed();
  const closing = `UPDATE students SET email = id || '@closed.invalid', deactivated_at = now() WHERE id = $1`;
  await overtaken(api.db, [closing, [ruth.id]], () => api.decide(id, 'fulfiller'));
  const mails = `SELECT data->'to'->>'email' AS email FROM pgboss.job
                  WHERE name = 'mail' AND data->>'mail' = 'dispute-decided' AND data->'to'->>'email' = ANY ($1)`;
  expect(await api.db.query(mails, [[ruth.email, finn.email]])).toEqual([{ email: finn.email }]);
});

describe('a side that concedes', () => {
  const concede = (student: { id: string }, id: string) => api.as(student).ratings.concede({ params: { id } });

  it('while an operator decides has one winner', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const dispute = await disputed();
      const [conceded, decided] = await Promise.allSettled([
        concede(dispute.finn, dispute.id).then(ok),
        api.decide(dispute.id, 'fulfiller'),
      ]);
      expect([conceded.status, decided.status].sort()).toEqual(['fulfilled', 'rejected']);
      const isConceded = conceded.status === 'fulfilled';
      expect(await creditsOf(dispute)).toEqual(isConceded ? [1, 2] : [0, 3]);
      expect(await strikesOf(dispute)).toEqual(isConceded ? [0, 0] : [1, 0]);
    }
  });

  it('while the 14 days end has one winner', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const dispute = await disputed();
      const [conceded, [award]] = await Promise.all([concede(dispute.finn, dispute.id), ended(dispute)]);
      expect(award).toBe(conceded.status === 200 ? 'requester' : 'nobody');
      expect(await creditsOf(dispute)).toEqual(conceded.status === 200 ? [1, 2] : [0, 2]);
    }
  });
});

describe('a dispute that nobody decides', () => {
  it('counts no dispute that a side has ended', async () => {
    const ruth = await given.student({ name: 'Ruth', credits: 2 });
    const conceded = await disputed({ ruth });
    ok(await api.as(ruth).ratings.concede({ params: { id: conceded.id } }));
    expect(await ended(await disputed({ ruth }))).toEqual(['nobody']);
  });

  it('stays open until 14 days are over', async () => {
    const [younger, older] = [await disputed(), await disputed()];
    await age([younger.id], 13.9);
    await ended(older);
    expect((await latestMatch(younger.ruth)).dispute!.decidedAt).toBeNull();
  });

  it('ends in a tie after the first dispute of both: neither has the meal, nobody a strike, and mails say why', async () => {
    const dispute = await disputed();
    expect(await ended(dispute)).toEqual(['nobody']);
    expect(await creditsOf(dispute)).toEqual([0, 2]);
    expect(await strikesOf(dispute)).toEqual([0, 0]);
    for (const { email } of [dispute.ruth, dispute.finn]) {
      const { text } = await api.inbox.waitForMail(email, 'is decided');
      expect(text).toContain('Nobody decided within 14 days.');
      expect(text).toContain('you both have as many');
    }
    ok(await rate(dispute.finn, dispute.id, NO));
    expect(await strikesOf(dispute)).toEqual([0, 0]);
  });

  it('goes to the side with fewer disputes, and strikes a side with two different students', async () => {
    const finn = await given.student({ name: 'Finn' });
    const [first, next] = [await disputed({ finn }), await disputed({ finn })];
    expect(await ended(first)).toEqual(['requester']);
    expect(await strikesOf(first)).toEqual([0, 1]);
    expect((await api.inbox.waitForMail(finn.email, 'is decided')).text).toContain(
      'You get a strike for it, because you have had disputes with at least two different students in 180 days.',
    );
    expect(await ended(next)).toEqual(['requester']);
    expect(await creditsOf(next)).toEqual([1, 2]);
    expect((await me(finn)).strikes.suspendedUntil).not.toBeNull();
  });

  it('does not strike a student whose disputes are all with the same other', async () => {
    const [ruth, finn] = [await given.student({ credits: 2 }), await given.student()];
    const disputes = [await disputed({ ruth, finn }), await disputed({ ruth, finn })];
    expect(await ended(...disputes)).toEqual(['nobody', 'nobody']);
    expect(await strikesOf({ ruth, finn })).toEqual([0, 0]);
  });

  it('counts all accounts of one mailbox as one person, so that a pack of them wins nothing', async () => {
    const ruth = await given.student({ credits: 3 });
    const campus = `${newId()}.edu`;
    const disputes = [];
    for (const mailbox of ['liar', 'liar+1', 'liar+2'])
      disputes.push(await disputed({ ruth, finn: await given.student({ email: `${mailbox}@${campus}` }) }));
    expect(await ended(...disputes)).toEqual(['nobody', 'nobody', 'nobody']);
    expect((await me(ruth)).strikes.count).toBe(0);
  });

  it('does not count disputes that an operator awarded to that side, or that are older than 180 days', async () => {
    const finn = await given.student();
    const [proven, ancient, now] = [await disputed({ finn }), await disputed({ finn }), await disputed({ finn })];
    await api.decide(proven.id, 'fulfiller');
    await api.decide(ancient.id, 'nobody');
    await age([ancient.id], 181);
    expect(await ended(now)).toEqual(['nobody']);
    expect((await me(finn)).strikes.count).toBe(0);
  });

  it("goes to the others when one denies every meal, and strikes nobody for that student's third report in 30 days", async () => {
    const liar = await given.student({ credits: 3 });
    const disputes = [await disputed({ ruth: liar }), await disputed({ ruth: liar }), await disputed({ ruth: liar })];
    const victim = disputes[2]!.finn;
    const other = await disputed({ finn: victim });
    expect(await ended(...disputes)).toEqual(['fulfiller', 'fulfiller', 'fulfiller']);
    expect((await me(victim)).strikes.count).toBe(0);
    expect((await me(liar)).strikes.count).toBe(2);
    await ended(other);
    expect((await me(victim)).strikes.count).toBe(1);
  });

  it('waits its turn behind calls of its sides, which may follow each other without a gap', async () => {
    const dispute = await disputed();
    const call = 'SELECT FROM students WHERE id = $1 FOR NO KEY UPDATE';
    expect(await overtaken(api.db, [call, [dispute.ruth.id]], () => ended(dispute))).toEqual(['nobody']);
  });

  it('ends once, with one mail to each side, when two instances and an operator do so at the same moment', async () => {
    const disputes = [];
    for (let count = 0; count < 5; count++) disputes.push(await disputed());
    const ids = disputes.map(({ id }) => id);
    await age(ids, 14);
    const decided = await Promise.allSettled(ids.map((id) => api.decide(id, 'requester')));
    const awards = await awardsOf(ids);
    for (const [index, dispute] of disputes.entries()) {
      const byOperator = decided[index]!.status === 'fulfilled';
      expect(awards[index]).toBe(byOperator ? 'requester' : 'nobody');
      expect(await creditsOf(dispute)).toEqual(byOperator ? [1, 2] : [0, 2]);
      const mails = `SELECT data->'to'->>'email' AS email FROM pgboss.job
                      WHERE name = 'mail' AND data->>'mail' = 'dispute-decided' AND data->'to'->>'email' = ANY ($1)`;
      expect(await api.db.query(mails, [[dispute.ruth.email, dispute.finn.email]])).toHaveLength(2);
    }
  });

  it('is put aside when it cannot end, and the others end', async () => {
    const [bad, good] = [await disputed(), await disputed()];
    await api.db.query(`
      CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not this one'; END $$;
      CREATE TRIGGER refuse_one BEFORE UPDATE ON ledger.disputes FOR EACH ROW
        WHEN (NEW.match_id = '${bad.id}' AND NEW.awarded_to IS NOT NULL) EXECUTE FUNCTION refuse_one()`);
    await age([bad.id], 15);
    expect(await ended(good)).toEqual(['nobody']);
    await until('the bad dispute to be put aside', async () => JSON.stringify(await api.logs()).includes(bad.id));
    await api.db.query('DROP FUNCTION refuse_one CASCADE');
    await api.decide(bad.id, 'nobody');
  });
});
