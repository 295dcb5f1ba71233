import { ok } from '../../../test/support/responses.js';
import { startCampus } from '../../../test/support/campus.js';
import { type GivenStudent } from '../../../test/support/given.js';
import { lunch } from '../../../test/support/lunch.js';

const { api, given } = await startCampus();

const post = (student: GivenStudent) => api.as(student).requests.create({ body: lunch() });

/** A fulfiller who spent the credits that are disputed now. */
async function disputed(credits: number) {
  const fulfiller = await given.student({ credits: 0 });
  const matches = [];
  for (let each = 0; each < credits; each++) matches.push(await given.completed({ by: fulfiller }));
  for (let each = 0; each < credits; each++) await given.request({ by: fulfiller });
  for (const { id } of matches) await api.db.query('SELECT ledger.open_dispute($1)', [id]);
  return fulfiller;
}

it.each([
  [1, 'Your next meal goes to a disputed exchange.'],
  [2, 'Your next 2 meals go to disputed exchanges.'],
])('says that the next credits go to disputes, when %i are missing there', async (claimed, reason) => {
  const { body } = await post(await disputed(claimed));
  expect(body).toMatchObject({
    code: 'INSUFFICIENT_CREDITS',
    claimed,
    message: `Insufficient meals! ${reason} Buy more or fulfill other requests to earn meals.`,
  });
  expect(body).not.toHaveProperty('owed');
});

it('never turns a dispute into debt', async () => {
  const fulfiller = await disputed(1);
  const history = await api.as(fulfiller).credits.history({ query: {} });
  expect(ok(history)).toMatchObject({ owed: 0, claimed: 1 });
});
