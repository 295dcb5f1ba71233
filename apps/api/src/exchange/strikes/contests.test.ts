import { ROUNDS } from '../../../test/support/levels.js';
import { atOnce, ok, tally } from '../../../test/support/responses.js';
import { about, startDesk, REASON } from '../../../test/support/desk.js';
import { DAY, HOUR, NO } from '../../../test/support/exchanges.js';
import type { GivenStudent } from '../../../test/support/given.js';
import type { GivenOperator } from '../../../test/support/operators.js';
import { timePasses } from '../../../test/support/time-passes.js';
import { until } from '../../../test/support/until.js';
import { newId } from '../../platform/common/ids.js';

const { api, given, exchanges, desk, elsewhere, platform, mailTo, profile, lastLine } = await startDesk();
beforeEach(() => api.forgetLimits());

const TEXT = 'I waited at the hall until two, nobody came.';
const COMMENT = 'No Finn at the door.';

/** Reports that Finn did not follow through, in an exchange made for it. Returns the strike's id. */
async function strike(finn: GivenStudent, accuser?: GivenStudent): Promise<string> {
  const { ruth, id } = await exchanges.exchange({ ruth: accuser, finn });
  ok(await exchanges.rate(ruth, id, { ...NO, comment: COMMENT }));
  const [row] = await api.db.query<{ id: string }>('SELECT id FROM strikes WHERE match_id = $1', [id]);
  return row!.id;
}
const contest = (student: GivenStudent, id: string, text = TEXT) =>
  api.as(student).strikes.contest({ params: { id }, body: { text } });
const mine = async (student: GivenStudent) => ok(await api.as(student).strikes.mine()).strikes;
const standing = async (student: GivenStudent) => (await exchanges.me(student)).strikes;
const open = async (operator?: GivenOperator) => ok(await desk(operator).contests({ query: { limit: 50 } })).contests;
const uphold = (id: string, operator?: GivenOperator) =>
  desk(operator).upholdStrike({ params: { id }, body: { reason: REASON } });
const withdraw = (id: string) => desk().withdrawStrike({ params: { id }, body: { reason: REASON } });

describe('a contested strike', () => {
  it('reaches the operators of the campus with what both students say', async () => {
    const finn = await given.student({ name: 'Finn' });
    const id = await strike(finn);
    expect((await mailTo(finn, 'strike')).text).toContain('you can contest it until');
    const [before] = await mine(finn);
    expect(before).toMatchObject({ _id: id, mealDescription: 'Veggie burrito', contest: null });
    const left = new Date(before!.contestableUntil!).getTime() - new Date(before!.createdAt).getTime();
    expect(left).toBe(72 * HOUR);

    const [after] = ok(await contest(finn, id)).strikes;
    expect(after).toMatchObject({ contestableUntil: null, contest: { isDecided: false } });
    const waiting = (operator?: GivenOperator) =>
      open(operator).then((all) => all.filter(({ strikeId }) => strikeId === id));
    for (const operator of [undefined, platform])
      expect(await waiting(operator)).toMatchObject([
        { student: { name: 'Finn' }, accuser: { name: 'Ruth' }, text: TEXT, comment: COMMENT },
      ]);
    expect(await waiting(elsewhere)).toEqual([]);
    expect((await profile(finn)).strikes).toMatchObject([{ state: 'contested' }]);
  });

  it('suspends nobody until it is decided: the suspension ends, and the other strike counts alone', async () => {
    const finn = await given.student({ credits: 3 });
    await strike(finn);
    const second = await strike(finn);
    expect((await standing(finn)).suspendedUntil).not.toBeNull();
    ok(await contest(finn, second));
    expect(await standing(finn)).toEqual({ count: 2, suspendedUntil: null });
    expect((await exchanges.accept(finn, await given.request())).status).toBe(201);
  });

  it('of one account ends the suspension of the mailbox, also if another account is struck at the same moment', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const campus = `${newId()}.edu`;
      const [sam, again] = [
        await given.student({ email: `sam@${campus}` }),
        await given.student({ email: `sam+2@${campus}` }),
      ];
      const first = await strike(sam);
      const { ruth, id } = await exchanges.exchange({ finn: again });
      const [contested, rated] = await Promise.all([contest(sam, first), exchanges.rate(ruth, id, NO)]);
      expect([contested.status, rated.status]).toEqual([200, 200]);
      for (const account of [sam, again]) expect(await standing(account)).toEqual({ count: 1, suspendedUntil: null });
      const [upheld, second] = await Promise.all([uphold(first), strike(again)]);
      expect(upheld.status).toBe(200);
      expect(second).toBeDefined();
      const ends = [await standing(sam), await standing(again)].map(({ suspendedUntil }) => suspendedUntil);
      expect(ends).toEqual([expect.any(String), ends[0]]);
      for (const each of [first, second]) ok(await withdraw(each));
      for (const account of [sam, again]) expect((await standing(account)).suspendedUntil).toBeNull();
    }
  });

  it('does not count towards the next suspension', async () => {
    const finn = await given.student();
    ok(await contest(finn, await strike(finn)));
    await strike(finn);
    expect(await standing(finn)).toEqual({ count: 2, suspendedUntil: null });
    await strike(finn);
    expect((await standing(finn)).suspendedUntil).not.toBeNull();
  });

  it('suspends when it stands, with the other one that counts: a mail says so', async () => {
    const finn = await given.student({ name: 'Finn' });
    await strike(finn);
    const second = await strike(finn);
    ok(await contest(finn, second));
    expect((await uphold(second, elsewhere)).status).toBe(404);
    expect(tally(await atOnce(2, () => uphold(second)))).toEqual({ 200: 1, '409 ALREADY_DECIDED': 1 });
    expect((await standing(finn)).suspendedUntil).not.toBeNull();
    const { text } = await mailTo(finn, 'News about your');
    for (const words of ['The strike that you contested stands.', 'Veggie burrito', 'suspended until', REASON])
      expect(text).toContain(words);
    expect(await lastLine(finn)).toMatchObject({ action: 'uphold-strike', before: { suspendedUntil: null } });
    expect(await contest(finn, second)).toMatchObject({ status: 409, body: { code: 'CONTEST_NOT_OPEN' } });
  });

  it('suspends for 7 days from the decision that it stands', async () => {
    const finn = await given.student();
    await strike(finn);
    const second = await strike(finn);
    await timePasses(api.db.pool, { hours: 48, of: [finn.id] });
    ok(await contest(finn, second));
    await timePasses(api.db.pool, { hours: 96, of: [finn.id] });
    expect((await standing(finn)).suspendedUntil).toBeNull();
    ok(await uphold(second));
    const left = new Date((await standing(finn)).suspendedUntil!).getTime() - Date.now();
    expect(left / DAY).toBeCloseTo(7, 1);
  });

  it('that is withdrawn no longer counts, and leaves the queue', async () => {
    const finn = await given.student();
    const id = await strike(finn);
    ok(await contest(finn, id));
    ok(await withdraw(id));
    expect(await standing(finn)).toEqual({ count: 0, suspendedUntil: null });
    expect((await mailTo(finn, 'News about your')).text).toContain('Veggie burrito');
    expect((await open()).map(({ strikeId }) => strikeId)).not.toContain(id);
    expect(await uphold(id)).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
  });

  it('that is withdrawn does not shield the student: the same accuser can report them again', async () => {
    const [ruth, finn] = [await given.student({ credits: 2 }), await given.student()];
    ok(await withdraw(await strike(finn, ruth)));
    await strike(finn, ruth);
    expect((await standing(finn)).count).toBe(1);
  });

  it('is withdrawn or stands, never both, when two operators decide at the same moment', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const finn = await given.student();
      const id = await strike(finn);
      ok(await contest(finn, id));
      const [withdrawn, upheld] = await Promise.all([withdraw(id), uphold(id, platform)]);
      expect(withdrawn.status).toBe(200);
      expect([200, 409]).toContain(upheld.status);
      expect((await standing(finn)).count).toBe(0);
    }
  });

  it('stands after 7 days without a decision, and suspends with the other one', async () => {
    const finn = await given.student({ name: 'Finn' });
    await strike(finn);
    const second = await strike(finn);
    ok(await contest(finn, second));
    const age = (days: number) =>
      api.db.query('UPDATE strikes SET contested_at = now() - make_interval(days => $2) WHERE id = $1', [second, days]);
    await age(6);
    expect((await open()).map(({ strikeId }) => strikeId)).toContain(second);
    await age(7);
    await until('the strike to stand', async () => (await standing(finn)).suspendedUntil !== null);
    const mail = await mailTo(finn, 'stands');
    expect(mail.subject).toBe('The strike that you contested stands, and your account is suspended');
    for (const words of ['Veggie burrito', 'Nobody decided within 7 days']) expect(mail.text).toContain(words);
    expect((await open()).map(({ strikeId }) => strikeId)).not.toContain(second);
  });
});

describe('contesting', () => {
  it('is open for 72 hours', async () => {
    const finn = await given.student();
    const id = await strike(finn);
    await api.db.query('UPDATE strikes SET created_at = now() - make_interval(hours => 72) WHERE id = $1', [id]);
    expect(await contest(finn, id)).toMatchObject({ status: 409, body: { code: 'CONTEST_NOT_OPEN' } });
    expect(await mine(finn)).toMatchObject([{ _id: id, contestableUntil: null }]);
  });

  it('counts once, also at the same moment', async () => {
    const finn = await given.student();
    const id = await strike(finn);
    expect(tally(await atOnce(3, () => contest(finn, id)))).toEqual({ 200: 1, '409 CONTEST_NOT_OPEN': 2 });
  });

  it("is for the struck student: another's strike is not found", async () => {
    const finn = await given.student();
    const id = await strike(finn);
    expect(await contest(await given.student(), id)).toMatchObject({ status: 404 });
    expect(await contest(finn, 'not an id')).toMatchObject({ status: 404 });
  });

  it('leaves a suspension alone that an operator gave', async () => {
    const finn = await given.student();
    const id = await strike(finn);
    ok(await desk().suspend({ ...about(finn), body: { days: 30, reason: REASON } }));
    ok(await contest(finn, id));
    const { suspendedUntil } = await standing(finn);
    expect(new Date(suspendedUntil!).getTime()).toBeGreaterThan(Date.now() + 29 * DAY);
  });

  it('is not offered on a campus that nobody runs, and opens when somebody does', async () => {
    await api.db.query('UPDATE operators SET revoked_at = now() WHERE id = $1', [platform.id]);
    const finn = await given.student({ institution: 'nobody’s' });
    const id = await strike(finn);
    expect((await mailTo(finn, 'strike')).text).not.toContain('contest');
    expect(await mine(finn)).toMatchObject([{ contestableUntil: null }]);
    expect(await contest(finn, id)).toMatchObject({ status: 409, body: { code: 'CONTEST_NOT_OPEN' } });
    await api.db.query('UPDATE operators SET revoked_at = NULL WHERE id = $1', [platform.id]);
    ok(await contest(finn, id));
  });
});
