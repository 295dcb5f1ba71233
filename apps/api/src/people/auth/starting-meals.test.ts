import { ok } from '../../../test/support/responses.js';
import { tokenIn } from '../../../test/support/inbox.js';
import { startApi, type Api } from '../../../test/support/start-api.js';
import { auditLedger } from '../../ledger/audit/invariants.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
beforeEach(() => api.forgetLimits());
afterEach(async () => expect(await auditLedger(api.db.pool)).toEqual([]));
afterAll(() => api.stop());

const PASSWORD = 'Secret1';
const linkOf = async (email: string, phoneNumber: string) => {
  ok(await api.client().auth.register({ body: { name: 'Ada', email, password: PASSWORD, phoneNumber } }));
  return tokenIn(await api.inbox.waitForMail(email, 'Verify'));
};
const verify = async (token: string) => ok(await api.client().auth.verifyEmail({ params: { token } }));
const join = async (email: string, phoneNumber: string) => verify(await linkOf(email, phoneNumber));

const NONE = {
  startingMeals: 0,
  user: { credits: 0, verified: true },
  message: expect.stringContaining('this mailbox or phone number had its starting meals before'),
  token: expect.any(String),
};

it('are two for a mailbox and a phone number that are new', async () => {
  expect(await join('ada@state.edu', '+1 650 253 0001')).toMatchObject({
    startingMeals: 2,
    user: { credits: 2 },
    message: 'Email verified successfully!',
  });
});

it('follow the number that the campus sets, if it sets one', async () => {
  const campusOf = async (institution: string, startingMeals: number) => {
    await join(`first@${institution}.edu`, `+1 650 253 01${startingMeals}0`);
    await api.db.query('UPDATE campuses SET starting_meals = $2 WHERE institution = $1', [institution, startingMeals]);
    return join(`second@${institution}.edu`, `+1 650 253 01${startingMeals}1`);
  };
  expect(await campusOf('generous', 5)).toMatchObject({ startingMeals: 5, user: { credits: 5 } });
  const none = await campusOf('frugal', 0);
  expect(none).toMatchObject({ user: { credits: 0 }, message: 'Email verified successfully!' });
  expect(none).not.toHaveProperty('startingMeals');
});

it('are not given again to the same mailbox by another tag, and the student learns why', async () => {
  await join('bo@state.edu', '+1 650 253 0002');
  expect(await join('bo+again@state.edu', '+1 650 253 0003')).toMatchObject(NONE);
});

it('are not given again to the same phone number, however it is written', async () => {
  await join('cy@state.edu', '+1 650 253 0004');
  expect(await join('di@state.edu', '650 253-0004')).toMatchObject(NONE);
});

it('are not given again after the account that had them is closed', async () => {
  const { token } = await join('ed@state.edu', '+1 650 253 0005');
  ok(await api.client(token).account.deactivate({ body: { password: PASSWORD } }));
  expect(await join('ed+2@state.edu', '+1 650 253 0006')).toMatchObject(NONE);
  expect(await join('flo@state.edu', '+1 650 253 0005')).toMatchObject(NONE);
});

it('are not given again after the account that had them changes its number', async () => {
  const { token } = await join('una@state.edu', '+1 650 253 0021');
  const { user } = ok(
    await api.client(token).users.updateProfile({ body: { name: 'Una', phoneNumber: '+1 650 253 0022' } }),
  );
  expect(user).toMatchObject({ phoneNumber: '+1 650 253 0022', credits: 2 });
  expect(await join('vic@state.edu', '+1 650 253 0021')).toMatchObject(NONE);
});

it('leave the phone number of an account that got none free for another account', async () => {
  await join('gus@state.edu', '+1 650 253 0007');
  await join('gus+2@state.edu', '+1 650 253 0008');
  expect(await join('hal@state.edu', '+1 650 253 0008')).toMatchObject({ startingMeals: 2 });
});

it('are given to one of several students who verify the same phone number at the same moment', async () => {
  const links = await Promise.all(['ida', 'jo', 'kim', 'lou'].map((name) => linkOf(`${name}@state.edu`, '6502530009')));
  const responses = await Promise.all(links.map(verify));
  expect(responses.map(({ startingMeals }) => startingMeals).sort()).toEqual([0, 0, 0, 2]);
});
