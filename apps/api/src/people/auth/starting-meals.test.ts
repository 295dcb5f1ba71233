import { createHash } from 'node:crypto';
import { ok } from '../../../test/support/responses.js';
import { tokenIn } from '../../../test/support/inbox.js';
import { startCampus } from '../../../test/support/campus.js';

const { api } = await startCampus({ audited: true });
beforeEach(() => api.forgetLimits());

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
  message: expect.stringContaining('this mailbox had its starting meals before'),
  token: expect.any(String),
};

it('are two for a mailbox that is new', async () => {
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

it('are given to every mailbox, whatever its phone number: numbers prove nothing', async () => {
  await join('cy@state.edu', '+1 650 253 0004');
  expect(await join('di@state.edu', '650 253-0004')).toMatchObject({ startingMeals: 2 });
});

it('are not given again after the account that had them is closed', async () => {
  const { token } = await join('ed@state.edu', '+1 650 253 0005');
  ok(await api.client(token).account.deactivate({ body: { password: PASSWORD } }));
  expect(await join('ed+2@state.edu', '+1 650 253 0006')).toMatchObject(NONE);
});

it('are given to one of several accounts of a mailbox that are verified at the same moment', async () => {
  const emails = ['ida', 'ida+1', 'ida+2', 'ida+3'].map((name) => `${name}@state.edu`);
  const links = await Promise.all(emails.map((email) => linkOf(email, '6502530009')));
  const responses = await Promise.all(links.map(verify));
  expect(responses.map(({ startingMeals }) => startingMeals).sort()).toEqual([0, 0, 0, 2]);
});

it('leave of a mailbox what nobody can compute who reads the database, after its account is closed, too', async () => {
  const { user, token } = await join('gus@state.edu', '+1 650 253 0007');
  const kept = async () => {
    const rows = await api.db.query<Record<string, string>>(
      `SELECT s.email, encode(s.mailbox, 'hex') AS mailbox, encode(m.mailbox, 'hex') AS granted
         FROM students s JOIN ledger.starting_meals m ON m.student_id = s.id WHERE s.id = $1`,
      [user!._id],
    );
    return JSON.stringify(rows[0]);
  };
  const plain = createHash('sha256').update('gus@state.edu').digest('hex');
  expect(await kept()).not.toContain(plain);
  ok(await api.client(token).account.deactivate({ body: { password: PASSWORD } }));
  expect(await kept()).toContain('@closed.invalid');
  expect(await kept()).not.toMatch(new RegExp(`gus|${plain}`));
});
