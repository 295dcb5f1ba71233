import { ok } from '../../../test/support/responses.js';
import { lunch } from '../../../test/support/lunch.js';
import { startCampus } from '../../../test/support/campus.js';

const { api, given } = await startCampus();

it('of a student restricts nothing: helpers may post requests, and requesters may help [spec §1.10 §6.5]', async () => {
  const [helper, asker] = [await given.student(), await given.student()];
  for (const [student, rolePreference] of [
    [helper, 'fulfiller'],
    [asker, 'requester'],
  ] as const) {
    const { user } = ok(await api.as(student).users.updateProfile({ body: { name: 'Ada', rolePreference } }));
    expect(user.rolePreference).toBe(rolePreference);
  }
  const { request } = ok(await api.as(helper).requests.create({ body: lunch() }));
  const { match } = ok(await api.as(asker).matches.accept({ body: { requestId: request._id } }));
  expect(match).toMatchObject({ status: 'accepted', userRole: 'fulfiller' });
});
