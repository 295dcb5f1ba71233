import { OPEN_MATCHES_MAX } from '@spareswipe/contract';
import { atOnce, tally } from '../../support/responses.js';
import { startCampus } from '../../support/campus.js';
import { startApi } from '../../support/start-api.js';

const ROUNDS = 1000;
const RIVALS = 200;

const { api: first, given } = await startCampus({ audited: true });
const second = await startApi({ db: first.db, inbox: first.inbox });
afterAll(() => second.stop());

it(`lets one of ${RIVALS} students who accept at the same moment win, ${ROUNDS} times over two processes`, async () => {
  const newRivals = async () => {
    const rivals = await atOnce(RIVALS, () => given.student());
    return Promise.all(
      rivals.map(async (rival, index) => (index % 2 ? first : second).client(await first.tokenOf(rival))),
    );
  };
  let calls = await newRivals();
  for (let round = 0; round < ROUNDS; round++) {
    await first.forgetLimits();
    // a student with this many promises may not make another
    if (round > 0 && round % OPEN_MATCHES_MAX === 0) calls = await newRivals();
    const requestId = await given.request();
    const responses = await Promise.all(calls.map((call) => call.matches.accept({ body: { requestId } })));
    expect(tally(responses)).toEqual({ 201: 1, '409 REQUEST_NOT_AVAILABLE': RIVALS - 1 });
  }
  expect(await first.db.query('SELECT FROM matches')).toHaveLength(ROUNDS);
}, 3_600_000);
