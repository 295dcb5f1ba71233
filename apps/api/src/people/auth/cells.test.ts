import { givenIn, PASSWORD } from '../../../test/support/given.js';
import { ok } from '../../../test/support/responses.js';
import { startApi } from '../../../test/support/start-api.js';
import { cellOf } from '../../platform/config/cells.js';

const HERE = 'https://swipes.example.edu';
const CELLS = {
  'west.edu': 'https://west.swipes.example',
  'law.west.edu': HERE,
  'here.edu': HERE,
};
const api = await startApi({ settings: { CELLS: JSON.stringify(CELLS) } });
afterAll(() => api.stop());

it.each([
  ['ada@west.edu', 'https://west.swipes.example'],
  ['ada@CS.West.edu', 'https://west.swipes.example'],
  ['ada@law.west.edu', undefined],
  ['ada@here.edu', undefined],
  ['ada@midwest.edu', undefined],
  ['ada@constructor.edu', undefined],
])('%s belongs to %s', (email, origin) => {
  expect(cellOf(email, { CELLS, APP_ORIGIN: HERE })).toBe(origin);
});

it('sends a student of another installation there, before any password is compared or account made', async () => {
  const message = 'Your campus is at west.swipes.example';
  const elsewhere = {
    status: 409,
    body: {
      code: 'CAMPUS_ELSEWHERE',
      origin: 'https://west.swipes.example',
      message,
      errors: [{ path: 'email', message }],
    },
  };
  const email = 'ada@cs.west.edu';
  const registration = { name: 'Ada', email, phoneNumber: '+1 617 555 0100', password: PASSWORD };
  expect(await api.client().auth.register({ body: registration })).toMatchObject(elsewhere);
  expect(await api.client().auth.login({ body: { email, password: PASSWORD } })).toMatchObject(elsewhere);
  expect(await api.db.query('SELECT FROM students')).toEqual([]);
  const ruth = await givenIn(api.db).student({ email: 'ruth@here.edu' });
  ok(await api.client().auth.login({ body: { email: ruth.email, password: PASSWORD } }));
});
