import { atOnce, ok } from '../../../test/support/responses.js';
import { about, startDesk, REASON } from '../../../test/support/desk.js';
import { NO } from '../../../test/support/exchanges.js';
import type { GivenStudent } from '../../../test/support/given.js';
import type { GivenOperator } from '../../../test/support/operators.js';
import { until } from '../../../test/support/until.js';

const DAY = 24 * 3_600_000;
const SAFETY = 'A report about safety waits at the desk';
const DIGEST = 'Decisions wait at the desk';
const WORDS = 'They followed me to my room.';

const { api, given, exchanges, desk, ines, elsewhere, platform } = await startDesk();
beforeAll(() => given.student({ institution: 'lonely' }));
beforeEach(() => api.forgetLimits());

const mailsTo = ({ email }: { email: string }, subject: string) =>
  api.inbox.to(email).filter((mail) => mail.subject === subject);
const reportSafety = async (by: GivenStudent, request: string) =>
  ok(await api.as(by).reports.report({ body: { about: 'request', id: request, kind: 'safety', text: WORDS } }));
const answerAll = async (operator: GivenOperator) => {
  for (const report of ok(await desk(operator).reports({ query: { state: 'open', limit: 50 } })).reports)
    ok(await desk(operator).answerReport({ params: { id: report._id }, body: { reason: REASON } }));
};

describe('a report about safety', () => {
  it('reaches the operators of the campus at once, with a link and without names or words', async () => {
    const [ruth, finn] = [await given.student({ name: 'Ruth' }), await given.student({ name: 'Finn' })];
    await reportSafety(finn, await given.request({ by: ruth }));
    const { text, html } = await api.inbox.waitForMail(ines.email, SAFETY);
    expect(text).toContain('/desk/reports');
    for (const body of [text, html])
      expect(body).not.toMatch(new RegExp(`Ruth|Finn|followed|${ruth.email}|${finn.email}`));
    await answerAll(ines);
    for (const other of [elsewhere, platform]) expect(mailsTo(other, SAFETY)).toEqual([]);
  });

  it('about a visitor reaches the operators of both campuses', async () => {
    const [ruth, finn] = [await given.student(), await given.student({ institution: 'other' })];
    await reportSafety(finn, await given.request({ by: ruth }));
    for (const operator of [ines, elsewhere])
      expect((await api.inbox.waitForMail(operator.email, SAFETY)).text).toContain('other, state');
    await answerAll(ines);
    expect(mailsTo(platform, SAFETY)).toEqual([]);
  });

  it('of a campus without an operator reaches those of all campuses, whose desk shows it', async () => {
    const [ruth, finn] = [
      await given.student({ institution: 'lonely' }),
      await given.student({ institution: 'lonely' }),
    ];
    await reportSafety(finn, await given.request({ by: ruth }));
    expect((await api.inbox.waitForMail(platform.email, SAFETY)).text).toContain('Campus: lonely');
    const { reports } = ok(await desk(platform).reports({ query: { state: 'open' } }));
    expect(reports).toMatchObject([{ campus: 'lonely', text: WORDS }]);
    await answerAll(platform);
  });

  it('that is refused mails nobody', async () => {
    const [finn, before] = [await given.student(), mailsTo(ines, SAFETY).length];
    const id = await given.request();
    await reportSafety(finn, id);
    const again = await api.as(finn).reports.report({ body: { about: 'request', id, kind: 'safety', text: WORDS } });
    expect(again.status).toBe(409);
    await until('the mail', () => mailsTo(ines, SAFETY).length > before);
    const jobs = await api.db.query(`SELECT FROM pgboss.job WHERE data->>'mail' = 'safety-reported'`);
    expect(jobs).toHaveLength(
      [ines, elsewhere, platform].reduce((sum, operator) => sum + mailsTo(operator, SAFETY).length, 0),
    );
    await answerAll(ines);
  });
});

describe('the daily digest', () => {
  /** Lets this many days pass. The digests of the day are sent four times at the same moment. */
  const days = async (count: number) => {
    await api.aheadBy(count * DAY);
    await atOnce(4, () => api.sendDueDigests());
    const waiting = `SELECT FROM pgboss.job WHERE data->>'mail' = 'desk-digest' AND state <> 'completed'`;
    await until('the mails', async () => (await api.db.query(waiting)).length === 0);
  };
  const digests = () => [ines, elsewhere, platform].map((operator) => mailsTo(operator, DIGEST).length);

  it('reaches each operator once a day, however many send it at once, while something waits', async () => {
    const { ruth, finn, id } = await exchanges.exchange();
    ok(await exchanges.rate(ruth, id, NO));
    const [strike] = await api.db.query<{ id: string }>('SELECT id FROM strikes WHERE match_id = $1', [id]);
    ok(await api.as(finn).strikes.contest({ ...about(strike!), body: { text: 'I waited there until two.' } }));
    const dispute = await exchanges.disputed();
    const lonely = await given.student({ institution: 'lonely' });
    const request = await given.request({ by: lonely });
    const by = await given.student({ institution: 'lonely' });
    ok(await api.as(by).reports.report({ body: { about: 'request', id: request, kind: 'fake', text: WORDS } }));
    expect(digests()).toEqual([0, 0, 0]);

    await days(1);
    expect(digests()).toEqual([1, 0, 1]);
    const { text } = mailsTo(ines, DIGEST)[0]!;
    for (const words of ['On the campus state', '1 contested strike', '1 open dispute', '/desk'])
      expect(text).toContain(words);
    expect(text).not.toMatch(new RegExp(`open report|Ruth|Finn|${ruth.email}|${finn.email}`));
    expect(mailsTo(platform, DIGEST)[0]!.text).toContain('1 open report');
    expect(mailsTo(platform, DIGEST)[0]!.text).not.toContain('dispute\n');
    await days(2);
    expect(digests()).toEqual([2, 0, 2]);

    await api.aheadBy(0);
    ok(await desk().upholdStrike({ ...about(strike!), body: { reason: REASON } }));
    ok(await desk().decide({ ...about(dispute), body: { awardedTo: 'nobody', reason: REASON } }));
    await answerAll(platform);
    await days(3);
    expect(digests()).toEqual([2, 0, 2]);
  });
});
