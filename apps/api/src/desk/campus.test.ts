import type { ChangeCampus } from '@spareswipe/contract/desk';
import { ok, tally } from '../../test/support/responses.js';
import { about, NO_SETTINGS, startDesk, REASON } from '../../test/support/desk.js';
import { DAY, NO } from '../../test/support/exchanges.js';
import type { GivenOperator } from '../../test/support/operators.js';

const { api, given, exchanges, operators, ines, elsewhere, platform, desk, profile, setCampus } = await startDesk();

describe('a campus', () => {
  it('is paused and opened again by its operator: students read why and until when', async () => {
    const [ruth, finn] = [await given.student({ institution: 'other' }), await given.student({ institution: 'other' })];
    const of = await given.request({ by: ruth });
    const pause = { notice: 'Closed for the fall break.', until: new Date(Date.now() + 7 * DAY).toISOString() };
    ok(await setCampus('other', { pause }, elsewhere));
    expect(ok(await api.as(ruth).campuses.mine()).campus.pause).toEqual(pause);
    expect((await api.as(finn).matches.accept({ body: { requestId: of } })).status).toBe(403);
    ok(await setCampus('other', { guestRules: { text: 'Two guests a week.', url: null } }, elsewhere));
    expect(ok(await api.as(ruth).campuses.mine()).campus).toMatchObject({
      pause: null,
      guestRules: { text: 'Two guests a week.', url: null },
    });
    expect((await api.as(finn).matches.accept({ body: { requestId: of } })).status).toBe(201);
    const { lines } = ok(await desk(elsewhere).log({ query: {} }));
    expect(lines[0]).toMatchObject({
      operator: elsewhere.email,
      action: 'change-campus',
      campus: 'other',
      reason: REASON,
    });
    expect(lines[1]).toMatchObject({ before: { pause: null, guestRules: null }, after: { pause } });
  });

  it('refuses a pause whose end has passed, and saves other settings after a pause has ended', async () => {
    const change = (settings: Partial<ChangeCampus>) => setCampus('other', settings, elsewhere);
    const pauseUntil = (until: number) => ({ notice: 'Spring break.', until: new Date(until).toISOString() });
    const message = 'The pause must end in the future';
    expect(await change({ pause: pauseUntil(Date.now() - 60_000) })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', message, errors: [{ path: 'pause.until', message }] },
    });
    ok(await change({ pause: pauseUntil(Date.now() + DAY) }));
    await api.db.query(`UPDATE campuses SET paused_until = now() WHERE institution = 'other'`);
    const [campus] = ok(await desk(elsewhere).campuses({ query: { limit: 50 } })).campuses;
    expect(campus!.pause).toBeNull();
    ok(await change({ pause: campus!.pause }));
  });

  it('shows its operator the limits and places that they set with a reason', async () => {
    const limits = {
      openRequestsMax: 2,
      startingMeals: 0,
      mealsOnSale: false,
      places: ['North Hall', 'Lakeside'],
      placesOnly: true,
      mealsGivenPerWeek: 3,
      term: { begins: '2027-01-11', mealsGiven: 20 },
    };
    const set = (fields: Partial<typeof limits>) => setCampus('other', { ...limits, ...fields }, elsewhere);
    ok(await set({}));
    expect(ok(await desk(elsewhere).campuses({ query: { limit: 50 } })).campuses[0]).toMatchObject(limits);
    const [line] = ok(await desk(elsewhere).log({ query: {} })).lines;
    expect(line).toMatchObject({
      action: 'change-campus',
      before: { openRequestsMax: null, places: [] },
      after: limits,
      reason: REASON,
    });
    const wrong = [
      await set({ openRequestsMax: 0 }),
      await set({ openRequestsMax: 51 }),
      await set({ startingMeals: -1 }),
      await set({ startingMeals: 1.5 }),
      await set({ places: [] }),
      await set({ mealsGivenPerWeek: 0 }),
      await set({ term: { begins: '', mealsGiven: 20 } }),
      await set({ term: { begins: '0000-01-01', mealsGiven: 20 } }),
      await set({ places: ['x'.repeat(101)] }),
      await set({ places: Array.from({ length: 21 }, (_, hall) => `Hall ${hall}`) }),
    ];
    expect(wrong.map(({ status }) => status)).toEqual(wrong.map(() => 400));
    expect(ok(await desk(elsewhere).campuses({ query: { limit: 50 } })).campuses[0]).toMatchObject(limits);
    ok(await setCampus('other', {}, elsewhere));
  });

  it('has the name and the time zone that its operator sets with a reason: students read both wherever a meal is', async () => {
    const [ruth, finn] = [await given.student({ institution: 'other' }), await given.student({ institution: 'other' })];
    const deadline = new Date('2031-11-20T18:00:00Z');
    const id = await given.request({ by: ruth, deadline });
    const campusOf = async () => ok(await api.as(finn).requests.one({ params: { id } })).request.campus;
    expect(await campusOf()).toEqual({ institution: 'other', name: 'other', clock: null });
    const set = { name: 'Other State University', timeZone: 'America/Los_Angeles' };
    ok(await setCampus('other', set, elsewhere));
    const clock = { zone: 'Pacific', utcOffsetMinutes: -480 };
    expect(await campusOf()).toEqual({ institution: 'other', name: set.name, clock });
    const { match } = ok(await api.as(finn).matches.accept({ body: { requestId: id } }));
    expect(match.request.campus).toEqual({ institution: 'other', name: set.name, clock });
    expect(ok(await api.as(ruth).campuses.mine()).campus).toMatchObject(set);
    const [line] = ok(await desk(elsewhere).log({ query: {} })).lines;
    expect(line).toMatchObject({ action: 'change-campus', before: { name: null, timeZone: null }, after: set });
    for (const wrong of [
      { name: 'x'.repeat(101) },
      { name: ' ' },
      { timeZone: 'Mars/Olympus' },
      { timeZone: 'UTC' },
      { timeZone: 'US/Pacific-New' },
    ])
      expect((await setCampus('other', wrong, elsewhere)).status).toBe(400);
    ok(await setCampus('other', {}, elsewhere));
  });

  it('keeps what a colleague set meanwhile, a pause included: of two operators who loaded the same settings only one can save', async () => {
    const loaded = NO_SETTINGS;
    const pause = { notice: 'The card readers are down.', until: null };
    const results = [
      await setCampus('other', { pause, before: loaded }, platform),
      await setCampus('other', { places: ['Lakeside'], before: loaded }, elsewhere),
    ];
    expect(tally(results)).toEqual({ 200: 1, '409 CAMPUS_CHANGED': 1 });
    expect(ok(await desk(elsewhere).campuses({ query: { limit: 50 } })).campuses[0]).toMatchObject({
      pause,
      places: [],
    });
    const atOnce = await Promise.all(
      ['Lakeside', 'North Hall'].map((place) =>
        setCampus('other', { places: [place], before: { ...loaded, pause } }, elsewhere),
      ),
    );
    expect(tally(atOnce)).toEqual({ 200: 1, '409 CAMPUS_CHANGED': 1 });
    ok(await setCampus('other', {}, elsewhere));
  });

  it('gives more starting meals only with a fresh code, since they are credits; fewer without', async () => {
    const stale = await operators.operator('other');
    const set = (startingMeals: number | null) => setCampus('other', { startingMeals }, stale);
    ok(await set(3));
    await api.db.query(`UPDATE operator_sessions SET confirmed_at = now() - interval '11 min' WHERE operator_id = $1`, [
      stale.id,
    ]);
    const refused = { status: 403, body: { code: 'CONFIRMATION_REQUIRED' } };
    expect(await set(4)).toMatchObject(refused);
    for (const fewer of [3, 1]) ok(await set(fewer));
    // as on every campus: 2
    expect(await set(null)).toMatchObject(refused);
    expect(await set(2)).toMatchObject(refused);
    ok(await set(0));
    ok(await setCampus('other', {}, platform));
  });

  it('names each place once, also where its operators wrote it twice', async () => {
    ok(await setCampus('other', { places: ['North Hall', 'Lakeside', 'north hall', 'North Hall'] }, elsewhere));
    expect(ok(await desk(elsewhere).campuses({ query: { limit: 50 } })).campuses[0]!.places).toEqual([
      'North Hall',
      'Lakeside',
    ]);
    ok(await setCampus('other', {}, elsewhere));
  });

  it('shows operators their own campus, and operators of the platform all of them', async () => {
    const names = async (operator: GivenOperator) =>
      ok(await desk(operator).campuses({ query: { limit: 50 } })).campuses.map(({ institution }) => institution);
    expect(await names(ines)).toEqual(['state']);
    expect(await names(platform)).toEqual(['other', 'state']);
  });
});

describe('what an operator sees', () => {
  it('finds students of their campus by a part of their name or by their whole address, and nobody else', async () => {
    const zoe = await given.student({ name: 'Zoë 100%' });
    await given.student({ name: 'Zoë Elsewhere', institution: 'other' });
    const found = async (search: string, operator = ines) =>
      ok(await desk(operator).students({ query: { search } })).students.map(({ name }) => name);
    expect(await found('zoë')).toEqual(['Zoë 100%']);
    expect(await found('0%')).toEqual(['Zoë 100%']);
    expect(await found(zoe.email.toUpperCase())).toEqual(['Zoë 100%']);
    expect(await found(zoe.email.slice(0, -1))).toEqual([]); // else the number of results would reveal addresses, unlogged
    expect(await found('zoë', platform)).toEqual(['Zoë 100%', 'Zoë Elsewhere']);
  });

  it('shows a student with credits, strikes, exchanges, and what operators did', async () => {
    const { ruth, finn, id } = await exchanges.exchange();
    ok(await exchanges.rate(ruth, id, NO));
    ok(await desk().suspend({ ...about(finn), body: { days: 3, reason: REASON } }));
    expect(await profile(finn)).toMatchObject({
      name: 'Finn',
      campus: 'state',
      credits: 2,
      held: 0,
      debt: 0,
      strikes: [{ accuser: 'Ruth', matchId: id, state: 'live' }],
      log: [{ action: 'suspend', operator: ines.email, reason: REASON, student: { _id: finn.id, name: 'Finn' } }],
    });
    const { exchanges: shown } = ok(await desk().studentExchanges({ ...about(finn), query: {} }));
    const how = { status: 'cancelled', cancelledBecause: 'no_show', role: 'fulfiller', other: 'Ruth' };
    expect(shown).toMatchObject([{ _id: id, campus: 'state', ...how }]);
  });

  it('shows of a visitor from another campus only what operators did on their own campus', async () => {
    const sam = await given.student({ name: 'Sam', institution: 'other' });
    const { id } = await exchanges.exchange({ finn: sam });
    const requestId = await given.request();
    const text = 'Nobody is ever at this hall.';
    ok(await api.as(sam).reports.report({ body: { about: 'request', id: requestId, kind: 'fake', text } }));
    const [report] = ok(await desk().reports({ query: { state: 'open' } })).reports;
    ok(await desk().answerReport({ ...about({ id: report!._id }), body: { reason: REASON } }));
    ok(await desk().voidExchange({ ...about({ id }), body: { reason: REASON } }));
    ok(await desk(elsewhere).suspend({ ...about(sam), body: { days: 1, reason: REASON } }));
    const actions = async (operator: GivenOperator) =>
      ok(await desk(operator).student(about(sam))).student.log.map(({ action }) => action);
    expect(await actions(elsewhere)).toEqual(['suspend']);
    expect(await actions(platform)).toEqual(['suspend', 'void', 'answer-report']);
  });

  it('reveals nothing of another campus: for reads and actions its things look as if they did not exist', async () => {
    const { ruth, finn, id } = await exchanges.disputed();
    const [strike] = await api.db.query<{ id: string }>(
      `INSERT INTO strikes (id, student_id, accuser_id, match_id) VALUES (gen_random_uuid(), $1, $2, $3) RETURNING id`,
      [finn.id, ruth.id, id],
    );
    const at = desk(elsewhere);
    const body = { reason: REASON };
    const results = [
      await at.student(about(finn)),
      await at.suspend({ ...about(finn), body: { ...body, days: 3 } }),
      await at.liftSuspension({ ...about(finn), body }),
      await at.withdrawStrike({ ...about(strike!), body }),
      await at.voidExchange({ ...about({ id }), body }),
      await at.adjust({ ...about(finn), body: { ...body, amount: 1 } }),
      await at.close({ ...about(finn), body }),
      await at.reopen({ ...about(finn), body }),
      await at.decide({ ...about({ id }), body: { ...body, awardedTo: 'nobody' } }),
      await at.changeCampus({ ...about({ id: 'state' }), body: { ...body, ...NO_SETTINGS, before: NO_SETTINGS } }),
      await at.student(about({ id: 'not an id' })),
    ];
    expect(results.map(({ status }) => status)).toEqual(results.map(() => 404));
    expect(ok(await at.disputes({ query: { limit: 50 } })).disputes).toEqual([]);
    expect(ok(await desk().disputes({ query: { limit: 50 } })).disputes.map(({ matchId }) => matchId)).toContain(id);
  });
});
