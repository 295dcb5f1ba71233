import { ROUNDS } from '../../../test/support/levels.js';
import { atOnce, ok, tally } from '../../../test/support/responses.js';
import { DAY, HOUR, NO } from '../../../test/support/exchanges.js';
import type { GivenStudent } from '../../../test/support/given.js';
import { lunch } from '../../../test/support/lunch.js';
import { startCampus } from '../../../test/support/campus.js';
import { newId } from '../../platform/common/ids.js';
import { mealTime } from '../../delivery/mail/meal-time.js';

const { api, given, me, rate, exchange, accept } = await startCampus();
afterEach(() => api.aheadBy(0));

/** Reports that a student did not follow through, in an exchange made for it. */
async function strike(student: GivenStudent, deadline?: Date): Promise<void> {
  const { ruth, id } = await exchange({ finn: student, ...(deadline && { deadline }) });
  ok(await rate(ruth, id, NO));
}

describe('strikes', () => {
  it('suspend with the second: no creating, no accepting, everything else goes on, and a mail says until when [spec §4.16 §6.6 §9.7]', async () => {
    const finn = await given.student({ credits: 3 });
    const own = await given.request({ by: finn });
    await strike(finn);
    await strike(finn);
    const { strikes } = await me(finn);
    expect(strikes.count).toBe(2);
    const days = (new Date(strikes.suspendedUntil!).getTime() - Date.now()) / DAY;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThanOrEqual(7);
    const mail = await api.inbox.waitForMail(finn.email, 'suspended');
    expect(mail.subject).toBe('You received a strike, and your account is suspended');
    const { text } = mealTime(strikes.suspendedUntil!);
    for (const body of [mail.text, mail.html])
      for (const fact of ['suspended until', text]) expect(body).toContain(fact);

    const refused = [await api.as(finn).requests.create({ body: lunch() }), await accept(finn, await given.request())];
    expect(tally(refused)).toEqual({ '403 ACCOUNT_SUSPENDED': 2 });
    expect(await api.as(finn).requests.cancel({ params: { id: own } })).toMatchObject({ status: 200 });
  });

  it('of all accounts of a mailbox count together, also at the same moment: the second suspends, and the next is a warning', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const campus = `${newId()}.edu`;
      const accounts = await atOnce(2, (place) => given.student({ email: `sam+${place}@${campus}` }));
      const matches = [];
      for (const finn of accounts) matches.push(await exchange({ finn }));
      expect(tally(await Promise.all(matches.map(({ ruth, id }) => rate(ruth, id, NO))))).toEqual({ 200: 2 });
      for (const sam of accounts)
        expect((await me(sam)).strikes).toEqual({ count: 1, suspendedUntil: expect.any(String) });
      await api.db.query('UPDATE sessions SET last_used_at = now() + make_interval(days => 6)');
      await api.aheadBy(7 * DAY + HOUR);
      await strike(await given.student({ email: `sam+third@${campus}` }));
      for (const sam of accounts) expect((await me(sam)).strikes).toEqual({ count: 0, suspendedUntil: null });
      await api.aheadBy(0);
    }
  });

  it('of one student end no suspension of another', async () => {
    const sam = await given.student();
    await strike(sam);
    await strike(sam);
    await strike(await given.student());
    expect((await me(sam)).strikes.suspendedUntil).not.toBeNull();
  });

  it('suspend every account of the mailbox: none of them creates or accepts', async () => {
    const campus = `${newId()}.edu`;
    const sam = await given.student({ email: `sam@${campus}` });
    await strike(sam);
    await strike(sam);
    const again = await given.student({ email: `sam+2@${campus}` });
    const refused = [
      await api.as(again).requests.create({ body: lunch() }),
      await accept(again, await given.request()),
    ];
    const { suspendedUntil } = (await me(sam)).strikes;
    for (const answer of refused)
      expect(answer).toMatchObject({
        status: 403,
        body: {
          code: 'ACCOUNT_SUSPENDED',
          suspendedUntil,
          message: expect.stringContaining('Your account is suspended until'),
        },
      });
    expect((await me(again)).strikes).toEqual({ count: 0, suspendedUntil });
    expect((await me(await given.student({ email: `samuel@${campus}` }))).strikes.suspendedUntil).toBeNull();
  });

  it('are used up by the suspension, so the next one counts as the first', async () => {
    const finn = await given.student();
    await strike(finn);
    await strike(finn);
    await api.db.query('UPDATE sessions SET last_used_at = now() + make_interval(days => 6)');
    await api.aheadBy(7 * DAY + HOUR);
    expect((await me(finn)).strikes).toEqual({ count: 0, suspendedUntil: null });
    await strike(finn, new Date(Date.now() + 7 * DAY));
    expect((await me(finn)).strikes).toEqual({ count: 1, suspendedUntil: null });
  });

  it('during a suspension start its 7 days again and leave nothing behind', async () => {
    const finn = await given.student();
    await strike(finn);
    await strike(finn);
    const first = (await me(finn)).strikes.suspendedUntil!;
    const { ruth, id } = await exchange({ finn, deadline: new Date(Date.now() + 3 * DAY) });
    await api.db.query('UPDATE sessions SET last_used_at = now() + make_interval(days => 3)');
    await api.aheadBy(3 * DAY);
    ok(await rate(ruth, id, NO));
    const { count, suspendedUntil } = (await me(finn)).strikes;
    expect(count).toBe(2);
    expect((new Date(suspendedUntil!).getTime() - new Date(first).getTime()) / DAY).toBeCloseTo(3, 1);
    const [left] = await api.db.query(
      'SELECT count(*)::int FROM strikes WHERE student_id = $1 AND consumed_at IS NULL',
      [finn.id],
    );
    expect(left).toEqual({ count: 0 });
  });

  it('lapse after 180 days', async () => {
    const finn = await given.student();
    await strike(finn);
    const date = (age: string) =>
      api.db.query('UPDATE strikes SET created_at = now() - $2::interval WHERE student_id = $1', [finn.id, age]);
    await date('179 days 23 hours');
    expect((await me(finn)).strikes.count).toBe(1);
    expect(ok(await api.as(finn).strikes.mine()).strikes).toHaveLength(1);
    await date('180 days 1 minute');
    expect((await me(finn)).strikes.count).toBe(0);
    expect(ok(await api.as(finn).strikes.mine()).strikes).toEqual([]);
    await strike(finn);
    expect((await me(finn)).strikes).toEqual({ count: 1, suspendedUntil: null });
  });

  it('from two accusers at the same moment suspend exactly once', async () => {
    const finn = await given.student();
    const matches = await Promise.all([exchange({ finn }), exchange({ finn })]);
    const responses = await Promise.all(matches.map(({ ruth, id }) => rate(ruth, id, NO)));
    expect(tally(responses)).toEqual({ 200: 2 });
    expect((await me(finn)).strikes.count).toBe(2);
    expect((await me(finn)).strikes.suspendedUntil).not.toBeNull();
  });
});

describe('strikes count people:', () => {
  const reportAll = (matches: { ruth: GivenStudent; id: string }[]) =>
    Promise.all(matches.map(({ ruth, id }) => rate(ruth, id, NO)));
  const struck = async (students: { finn: GivenStudent }[]) =>
    Promise.all(students.map(async ({ finn }) => (await me(finn)).strikes.count));

  it('two reports of one student against the same other strike once, also at the same moment', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [ruth, finn] = [await given.student(), await given.student()];
      const matches = [await exchange({ ruth, finn }), await exchange({ ruth, finn })];
      expect(tally(await reportAll(matches))).toEqual({ 200: 2 });
      expect((await me(finn)).strikes).toEqual({ count: 1, suspendedUntil: null });
      expect((await me(ruth)).credits).toBe(2);
    }
  });

  it('two accounts of one mailbox are one person, and cannot suspend anybody alone', async () => {
    const finn = await given.student();
    const campus = `${newId()}.edu`;
    for (const mailbox of ['liar', 'liar+1']) {
      const { ruth, id } = await exchange({ ruth: await given.student({ email: `${mailbox}@${campus}` }), finn });
      ok(await rate(ruth, id, NO));
    }
    expect((await me(finn)).strikes).toEqual({ count: 1, suspendedUntil: null });
  });

  it('nobody uses up their strikes with another account of their own', async () => {
    const campus = `${newId()}.edu`;
    const [finn, ruth] = [
      await given.student({ email: `sam@${campus}` }),
      await given.student({ email: `sam+2@${campus}` }),
    ];
    await strike(finn);
    const { id } = await exchange({ ruth, finn });
    ok(await rate(ruth, id, NO));
    expect((await me(finn)).strikes).toEqual({ count: 1, suspendedUntil: null });
  });

  it('one student cannot suspend a person with two accounts', async () => {
    const [ruth, campus] = [await given.student({ credits: 2 }), `${newId()}.edu`];
    const matches = [];
    for (const mailbox of ['sam', 'sam+work'])
      matches.push(await exchange({ ruth, finn: await given.student({ email: `${mailbox}@${campus}` }) }));
    expect(tally(await reportAll(matches))).toEqual({ 200: 2 });
    expect((await struck(matches)).sort()).toEqual([0, 1]);
    for (const { finn } of matches) expect((await me(finn)).strikes.suspendedUntil).toBeNull();
  });

  it('a report that strikes nobody still voids the exchange, and a mail says so', async () => {
    const [ruth, finn] = [await given.student(), await given.student()];
    for (const { id } of [await exchange({ ruth, finn }), await exchange({ ruth, finn })]) ok(await rate(ruth, id, NO));
    const { subject, text } = await api.inbox.waitForMail(finn.email, 'called off');
    expect(subject).toBe('A match was called off');
    expect(text).toContain('You get no strike for it');
  });

  it('the same student may strike again after 180 days', async () => {
    const [ruth, finn] = [await given.student({ credits: 2 }), await given.student()];
    const first = await exchange({ ruth, finn });
    ok(await rate(ruth, first.id, NO));
    const age = `interval '180 days 1 minute'`;
    await api.db.query(`UPDATE strikes SET created_at = now() - ${age} WHERE student_id = $1`, [finn.id]);
    const second = await exchange({ ruth, finn });
    ok(await rate(ruth, second.id, NO));
    expect((await me(finn)).strikes.count).toBe(1);
  });

  it('of four reports of one student at the same moment two strike, and all void', async () => {
    const ruth = await given.student({ credits: 4 });
    const matches = [];
    for (let count = 0; count < 4; count++) matches.push(await exchange({ ruth }));
    expect(tally(await reportAll(matches))).toEqual({ 200: 4 });
    expect((await struck(matches)).sort()).toEqual([0, 0, 1, 1]);
    expect((await me(ruth)).credits).toBe(4);
  });

  it('and of four reports by four accounts of one mailbox, two', async () => {
    const campus = `${newId()}.edu`;
    const matches = [];
    for (const mailbox of ['liar', 'liar+1', 'liar+2', 'liar+3'])
      matches.push(await exchange({ ruth: await given.student({ credits: 1, email: `${mailbox}@${campus}` }) }));
    expect(tally(await reportAll(matches))).toEqual({ 200: 4 });
    expect((await struck(matches)).sort()).toEqual([0, 0, 1, 1]);
  });

  it("a student's third report strikes again when the first is 30 days old", async () => {
    const ruth = await given.student({ credits: 4 });
    const matches = [
      await exchange({ ruth }),
      await exchange({ ruth }),
      await exchange({ ruth }),
      await exchange({ ruth }),
    ];
    await reportAll(matches.slice(0, 2));
    await reportAll(matches.slice(2, 3));
    const age = `interval '30 days 1 minute'`;
    await api.db.query(`UPDATE ratings SET created_at = created_at - ${age} WHERE rater_id = $1`, [ruth.id]);
    await reportAll(matches.slice(3));
    expect(await struck(matches)).toEqual([1, 1, 0, 1]);
  });
});
