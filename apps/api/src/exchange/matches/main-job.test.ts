import { newCampus } from '../../../test/support/alerts.js';
import { undoTimePasses } from '../../../test/support/time-passes.js';
import { startCampus } from '../../../test/support/campus.js';
import { lunch } from '../../../test/support/lunch.js';
import { auditLedger } from '../../ledger/audit/invariants.js';

const { api, given } = await startCampus();

it('moves one credit from the student who asked to the one who brought the meal [spec §1.3 §4.20 §9.1]', async () => {
  const institution = newCampus();
  const ruth = await given.student({ name: 'Ruth Requester', institution });
  const finn = await given.student({ name: 'Finn Fulfiller', institution });
  const meal = lunch();

  const created = await api.as(ruth).requests.create({ body: meal });
  expect(created).toMatchObject({ status: 201, body: { creditsRemaining: 1, request: { status: 'active' } } });

  const browsed = await api.as(finn).requests.browse({ query: { campus: 'mine' } });
  expect(browsed.body).toMatchObject({ requests: [{ ...meal, requester: { name: 'Ruth Requester' }, isOwn: false }] });
  const [found] = (browsed.body as { requests: { _id: string }[] }).requests;

  const accepted = await api.as(finn).matches.accept({ body: { requestId: found!._id, message: 'On my way at noon' } });
  expect(accepted).toMatchObject({ status: 201, body: { match: { status: 'accepted', userRole: 'fulfiller' } } });
  const matchId = (accepted.body as { match: { _id: string } }).match._id;

  await undoTimePasses(api.db.pool);
  const toRuth = await api.inbox.waitForMail(ruth.email, 'match');
  const toFinn = await api.inbox.waitForMail(finn.email, 'match');
  for (const part of ['Finn Fulfiller', finn.email, 'North Hall', 'Veggie burrito'])
    expect(toRuth.text).toContain(part);
  for (const part of ['Ruth Requester', ruth.email, 'North Hall', 'Veggie burrito'])
    expect(toFinn.text).toContain(part);
  // nobody's mail carries words of a stranger
  for (const { text } of [toRuth, toFinn]) expect(text).not.toContain('On my way');
  expect(toFinn.attachments[0]?.content).toContain('BEGIN:VEVENT');

  const completed = await api.as(ruth).matches.complete({ params: { id: matchId } });
  expect(completed).toMatchObject({ status: 200, body: { match: { status: 'completed', userRole: 'requester' } } });
  expect((await api.as(ruth).users.me()).body).toMatchObject({ user: { credits: 1 } });
  expect((await api.as(finn).users.me()).body).toMatchObject({ user: { credits: 3 } });
  expect(await auditLedger(api.db.pool)).toEqual([]);
});
