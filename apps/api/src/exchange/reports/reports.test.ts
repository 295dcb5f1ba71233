import { OPEN_REPORTS_MAX, type ProblemKind } from '@spareswipe/contract';
import { newId } from '../../platform/common/ids.js';
import { atOnce, ok, tally } from '../../../test/support/responses.js';
import { about, startDesk, REASON } from '../../../test/support/desk.js';
import { YES } from '../../../test/support/exchanges.js';
import type { GivenOperator } from '../../../test/support/operators.js';

const { api, given, exchanges, desk, ines, elsewhere, platform, mailTo, profile, lastLine } = await startDesk();
beforeEach(() => api.forgetLimits());

const TEXT = 'They asked me for cash at the door.';
const report = (
  student: { id: string },
  subject: { match: string } | { request: string },
  { kind = 'money', text = TEXT }: { kind?: ProblemKind; text?: string } = {},
) => {
  const [kindOfSubject, id] = Object.entries(subject)[0] as ['match' | 'request', string];
  return api.as(student).reports.report({ body: { about: kindOfSubject, id, kind, text } });
};
const queue = async (operator?: GivenOperator, state: 'open' | 'answered' = 'open') =>
  ok(await desk(operator).reports({ query: { state, limit: 50 } })).reports;
const inQueue = async (reporter: { id: string }, ...args: Parameters<typeof queue>) =>
  (await queue(...args)).filter((each) => each.reporter._id === reporter.id);

describe('a report', () => {
  it('of a match reaches the operators of its campus and of the platform, with both sides and the words', async () => {
    const { ruth, finn, id } = await exchanges.exchange();
    ok(await report(finn, { match: id }));
    for (const operator of [undefined, platform])
      expect(await inQueue(finn, operator)).toMatchObject([
        {
          kind: 'money',
          text: TEXT,
          reporter: { name: 'Finn' },
          reported: { _id: ruth.id, name: 'Ruth' },
          campus: 'state',
          matchId: id,
          mealDescription: 'Veggie burrito',
          answeredAt: null,
        },
      ]);
    expect(await inQueue(finn, elsewhere)).toEqual([]);
    expect((await profile(ruth)).reports).toMatchObject([{ text: TEXT, reporter: { _id: finn.id } }]);
    expect((await profile(finn)).reports).toHaveLength(1);
  });

  it('about safety stands before older ones about anything else', async () => {
    const { ruth, id } = await exchanges.exchange();
    for (const kind of ['money', 'other', 'safety'] as const) ok(await report(ruth, { match: id }, { kind }));
    expect((await inQueue(ruth)).map(({ kind }) => kind)).toEqual(['safety', 'money', 'other']);
  });

  it('about a visitor reaches the operators of both campuses, who see which of them answered', async () => {
    const ruth = await given.student({ name: 'Ruth', institution: 'other' });
    const sam = await given.student();
    ok(await report(sam, { request: await given.request({ by: ruth }) }, { kind: 'fake' }));
    const expected = { kind: 'fake', matchId: null, reported: { _id: ruth.id }, campus: 'other' };
    for (const operator of [undefined, elsewhere, platform])
      expect(await inQueue(sam, operator)).toMatchObject([expected]);

    const [found] = await inQueue(sam);
    ok(await desk().answerReport({ params: { id: found!._id }, body: { reason: REASON } }));
    for (const operator of [undefined, elsewhere]) {
      expect(await inQueue(sam, operator)).toEqual([]);
      expect((await inQueue(sam, operator, 'answered'))[0]).toMatchObject({ answeredBy: ines.email, answer: REASON });
    }
    expect(ok(await desk().log({ query: {} })).lines[0]).toMatchObject({ operator: ines.email, campus: 'state' });
  });

  it('is for the sides of a match, and about requests of others', async () => {
    const { ruth, id, requestId } = await exchanges.exchange();
    const sam = await given.student();
    const refused = [
      await report(sam, { match: id }),
      await report(sam, { match: requestId }),
      await report(ruth, { request: requestId }),
      await report(sam, { request: id }),
    ];
    expect(tally(refused)).toEqual({ '404 NOT_FOUND': 4 });
  });

  it('responds to a cancelled request as to one that never existed', async () => {
    const ruth = await given.student();
    const request = await given.request({ by: ruth });
    ok(await api.as(ruth).requests.cancel({ params: { id: request } }));
    expect(await report(await given.student(), { request })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
  });

  it('tells the other side nothing, neither on a screen nor by mail nor in a log line with words', async () => {
    const { ruth, finn, id } = await exchanges.exchange();
    const before = await exchanges.latestMatch(ruth);
    ok(await report(finn, { match: id }));
    const [found] = await inQueue(finn);
    ok(await desk().answerReport({ params: { id: found!._id }, body: { reason: REASON } }));
    await mailTo(finn, 'About what you reported');
    expect(await exchanges.latestMatch(ruth)).toEqual(before);
    const mails = await api.db.query(`SELECT FROM pgboss.job WHERE name = 'mail' AND data->'to'->>'email' = $1`, [
      ruth.email,
    ]);
    expect(mails).toEqual([]);
    const logged = (await api.logs()).filter((line) => line.alert === 'problem-reported' && line.match === id);
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).not.toMatch(/cash|Finn|Ruth|@/);
  });

  it('is possible again after an answer, and waits as one of five', async () => {
    const { finn, id } = await exchanges.exchange();
    const again = 'They asked me for cash again, today.';
    ok(await report(finn, { match: id }));
    expect(tally([await report(finn, { match: id }, { text: again })])).toEqual({ '409 ALREADY_REPORTED': 1 });
    const [first] = await inQueue(finn);
    ok(await desk().answerReport({ params: { id: first!._id }, body: { reason: REASON } }));

    const results = await atOnce(4, () => report(finn, { match: id }, { text: again }));
    expect(tally(results)).toEqual({ 200: 1, '409 ALREADY_REPORTED': 3 });
    expect((await inQueue(finn)).map(({ text }) => text)).toEqual([again]);
    const requests = await atOnce(OPEN_REPORTS_MAX, () => given.request());
    const others = await Promise.all(requests.map((request) => report(finn, { request })));
    expect(tally(others)).toEqual({ 200: OPEN_REPORTS_MAX - 1, '403 TOO_MANY_OPEN_REPORTS': 1 });
  });

  it('of a request is possible again after an answer', async () => {
    const [sam, request] = [await given.student(), await given.request()];
    ok(await report(sam, { request }, { kind: 'fake' }));
    const [first] = await inQueue(sam);
    ok(await desk().answerReport({ params: { id: first!._id }, body: { reason: REASON } }));
    ok(await report(sam, { request }, { kind: 'fake' }));
    expect(await inQueue(sam)).toHaveLength(1);
  });

  it('counts once for each kind of problem, also at the same moment', async () => {
    const { finn, id } = await exchanges.exchange();
    const results = await atOnce(4, () => report(finn, { match: id }));
    expect(tally(results)).toEqual({ 200: 1, '409 ALREADY_REPORTED': 3 });
    ok(await report(finn, { match: id }, { kind: 'safety' }));
    expect(await inQueue(finn)).toHaveLength(2);
  });

  it('is possible five times at once, not counting reported comments, until operators have answered', async () => {
    const finn = await given.student({ name: 'Finn' });
    const commented = await exchanges.exchange({ finn });
    ok(await exchanges.complete(commented.ruth, commented.id));
    ok(await exchanges.rate(commented.ruth, commented.id, { ...YES, comment: 'You smell' }));
    ok(await exchanges.rate(finn, commented.id, YES));
    ok(await api.as(finn).ratings.report({ ...about(commented), body: { text: 'This is an insult.' } }));
    const requests = await atOnce(OPEN_REPORTS_MAX + 1, () => given.request());
    const results = await Promise.all(requests.map((request) => report(finn, { request })));
    expect(tally(results)).toEqual({ 200: OPEN_REPORTS_MAX, '403 TOO_MANY_OPEN_REPORTS': 1 });

    const [comment, oldest] = await inQueue(finn);
    expect(comment).toMatchObject({ kind: 'comment', comment: 'You smell', reported: { _id: commented.ruth.id } });
    ok(await desk().answerReport({ params: { id: oldest!._id }, body: { reason: REASON } }));
    ok(await report(finn, { request: requests[results.findIndex(({ status }) => status === 403)]! }));
  });

  it('is possible five times for all accounts of a mailbox together, also at the same moment', async () => {
    const campus = `${newId()}.edu`;
    const accounts = await atOnce(3, (place) => given.student({ email: `sam+${place}@${campus}` }));
    const requests = await atOnce(2, () => given.request());
    const reports = accounts.flatMap((sam) => requests.map((request) => report(sam, { request })));
    expect(tally(await Promise.all(reports))).toEqual({ 200: OPEN_REPORTS_MAX, '403 TOO_MANY_OPEN_REPORTS': 1 });
  });

  it('keeps hostile text as plain text', async () => {
    const text = `<img src=x onerror=alert(1)>'); DROP TABLE reports; --\n{{to.email}}`;
    const { finn, id } = await exchanges.exchange();
    ok(await report(finn, { match: id }, { text }));
    const [found] = await inQueue(finn);
    expect(found!.text).toBe(text);
    ok(await desk().answerReport({ params: { id: found!._id }, body: { reason: text } }));
    const mail = await mailTo(finn, 'About what you reported');
    expect(mail.html).not.toContain('<img');
    expect(mail.text).toContain('{{to.email}}');
  });

  it.each(['too short', '🥪'.repeat(9), 'x'.repeat(501)])(
    'says what happened in 10 to 500 characters, unlike "%s"',
    async (text) => {
      const { finn, id } = await exchanges.exchange();
      expect(await report(finn, { match: id }, { text })).toMatchObject({
        status: 400,
        body: { message: 'Please say what happened in 10 to 500 characters' },
      });
    },
  );
});

describe('an answer', () => {
  it('reaches the student who reported, once, and the log says who gave it', async () => {
    const { finn, id } = await exchanges.exchange();
    ok(await report(finn, { match: id }));
    const [found] = await inQueue(finn);
    const answer = (operator?: GivenOperator) =>
      desk(operator).answerReport({ params: { id: found!._id }, body: { reason: REASON } });
    expect((await answer(elsewhere)).status).toBe(404);
    expect(tally([...(await Promise.all([answer(), answer(platform)]))])).toEqual({ 200: 1, '409 ALREADY_DECIDED': 1 });

    const { text } = await mailTo(finn, 'About what you reported');
    for (const words of [TEXT, REASON]) expect(text).toContain(words);
    expect(await inQueue(finn)).toEqual([]);
    expect((await inQueue(finn, undefined, 'answered'))[0]).toMatchObject({
      answer: REASON,
      answeredAt: expect.any(String),
    });
    expect(await lastLine(finn)).toMatchObject({
      action: 'answer-report',
      exchange: { matchId: id },
      reason: REASON,
      before: { reportId: found!._id, state: 'open' },
      after: { state: 'answered' },
    });
  });

  it('to a student who has left is kept without a mail', async () => {
    const { finn, id } = await exchanges.exchange();
    ok(await report(finn, { match: id }));
    const [found] = await inQueue(finn);
    ok(await desk().close({ ...about(finn), body: { reason: REASON } }));
    ok(await desk().answerReport({ params: { id: found!._id }, body: { reason: REASON } }));
    const mails = `SELECT FROM pgboss.job WHERE name = 'mail' AND data->>'mail' = 'report-answered'
                      AND data->'to'->>'email' = $1`;
    expect(await api.db.query(mails, [finn.email])).toEqual([]);
  });
});
