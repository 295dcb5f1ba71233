import { alertsIn, newCampus, QUIET_NOW } from '../../../test/support/alerts.js';
import { ok } from '../../../test/support/responses.js';
import { startCampus } from '../../../test/support/campus.js';
import { until } from '../../../test/support/until.js';

const { api, given, close } = await startCampus();
const alerts = alertsIn(api, given);

it('sends only the alerts that are still wanted once the mail server is back', async () => {
  api.inbox.refuse(451);
  const asked = async () => {
    const institution = newCampus();
    const helper = await alerts.helper(institution);
    const requester = await given.student({ institution });
    return { helper, requester, requestId: await given.request({ by: requester }) };
  };
  type Alert = Awaited<ReturnType<typeof asked>>;
  const set = (table: string, change: string, column: string, id: string) =>
    api.db.query(`UPDATE ${table} SET ${change} WHERE ${column} = $1`, [id]);
  const unsubscribe = async ({ helper }: Alert) => {
    const [row] = await api.db.query<{ token: string }>(
      'SELECT unsubscribe_token AS token FROM alert_settings WHERE student_id = $1',
      [helper.id],
    );
    ok(await api.client().alerts.unsubscribe({ params: { token: row!.token } }));
  };
  const meanwhile: Record<string, (alert: Alert) => Promise<unknown>> = {
    taken: ({ requestId }) => given.match({ of: requestId }),
    cancelled: ({ requestId: id, requester }) => api.as(requester).requests.cancel({ params: { id } }),
    over: ({ requestId }) => set('meal_requests', 'deadline = now()', 'id', requestId),
    unsubscribed: unsubscribe,
    deactivated: ({ helper }) => close(helper),
    'closed by an operator': ({ helper }) => set('students', 'deactivated_at = now()', 'id', helper.id),
    suspended: ({ helper }) => set('students', `suspended_until = now() + interval '1 h'`, 'id', helper.id),
    'suspended through another account of the mailbox': async ({ helper }) => {
      const { id } = await given.student({ email: helper.email.replace('@', '+2@') });
      await set('students', `suspended_until = now() + interval '1 h'`, 'id', id);
    },
    asleep: ({ helper }) => set('alert_settings', QUIET_NOW, 'student_id', helper.id),
    paused: ({ helper: { institution } }) =>
      set('campuses', `paused_at = now(), pause_notice = 'Break'`, 'institution', institution),
    'still wanted': () => Promise.resolve(),
  };

  const alertsOf = await Promise.all(Object.keys(meanwhile).map(async (what) => [what, await asked()] as const));
  await until('a failed try to mail each alert, with none under way', async () => {
    const tried = `UPDATE pgboss.job SET start_after = now() + interval '1 h'
                    WHERE name = 'mail' AND state = 'retry' AND data->'to'->>'email' = ANY ($1) RETURNING id`;
    return (await api.db.query(tried, [alertsOf.map(([, { helper }]) => helper.email)])).length === alertsOf.length;
  });
  for (const [what, alert] of alertsOf) await meanwhile[what]!(alert);
  api.inbox.refuse(undefined);
  await api.db.query(`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`);
  await until('all alerts to be sent or dropped', async () => {
    const open = `SELECT FROM pgboss.job WHERE name = 'mail' AND state < 'completed' AND data->>'mail' = 'meal-wanted'`;
    return (await api.db.query(open)).length === 0;
  });
  const alerted = (address: string) => api.inbox.to(address).some(({ subject }) => subject.includes('needs a meal'));
  expect(alertsOf.filter(([, { helper }]) => alerted(helper.email)).map(([what]) => what)).toEqual(['still wanted']);
});
