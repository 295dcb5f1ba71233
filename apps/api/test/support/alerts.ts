import { randomUUID } from 'node:crypto';
import type { ChangeAlertSettings } from '@spareswipe/contract';
import { ok } from './responses.js';
import type { givenIn, GivenStudent } from './given.js';
import type { Api } from './start-api.js';
import { until } from './until.js';

type Given = ReturnType<typeof givenIn>;

/** The same time twice: no quiet hours, so that tests pass at every hour of the day. */
const AWAKE = { from: '00:00', until: '00:00' };

const MINUTE = 'floor(extract(epoch FROM (now() AT TIME ZONE time_zone)::time) / 60)::int';
/** SQL: sets quiet hours that began a minute ago and end in an hour. */
export const QUIET_NOW = `quiet_from = (${MINUTE} + 1439) % 1440, quiet_until = (${MINUTE} + 60) % 1440`;
/** SQL: sets quiet hours that begin in an hour at most and end an hour later. */
export const QUIET_IN_AN_HOUR = `quiet_from = (${MINUTE} + 60) % 1440, quiet_until = (${MINUTE} + 120) % 1440`;

/** Students with alerts, and the state of a request's waves. */
export function alertsIn(api: Api, given: Given) {
  /** A student with alerts by mail, unless the choices say otherwise. */
  async function helper(
    institution: string,
    choices: ChangeAlertSettings = {},
    details: Parameters<Given['student']>[0] = {},
  ): Promise<GivenStudent> {
    const student = await given.student({ institution, ...details });
    ok(await api.as(student).alerts.changeSettings({ body: { mail: true, quietHours: AWAKE, ...choices } }));
    return student;
  }

  return {
    helper,
    helpers: (institution: string, count: number) =>
      Promise.all(Array.from({ length: count }, () => helper(institution))),

    /** The students who were alerted to the request, in the order of the waves. */
    async heard(requestId: string): Promise<string[]> {
      const rows = await api.db.query<{ id: string }>(
        'SELECT student_id AS id FROM alerts WHERE request_id = $1 ORDER BY wave, student_id',
        [requestId],
      );
      return rows.map(({ id }) => id);
    },

    /** Waits until this many waves of the request went out. */
    waves: (requestId: string, count: number) =>
      until(`wave ${count}`, async () => {
        await api.sendDueWaves();
        const rows = await api.db.query('SELECT FROM alert_waves WHERE request_id = $1 AND wave >= $2', [
          requestId,
          count,
        ]);
        return rows.length > 0;
      }),

    noMoreWaves: (requestId: string) =>
      until('the waves to end', async () => {
        await api.sendDueWaves();
        const rows = await api.db.query('SELECT FROM alert_waves WHERE request_id = $1', [requestId]);
        return rows.length === 0;
      }),

    /** The pause until the next wave is over. */
    pausePasses: (...requestIds: string[]) =>
      api.db.query('UPDATE alert_waves SET due_at = now() WHERE request_id = ANY ($1)', [requestIds]),

    pauseCampus: (institution: string) =>
      api.db.query(`UPDATE campuses SET paused_at = now(), pause_notice = 'Break' WHERE institution = $1`, [
        institution,
      ]),

    openCampus: (institution: string) =>
      api.db.query('UPDATE campuses SET paused_at = NULL, pause_notice = NULL WHERE institution = $1', [institution]),
  };
}

/** A campus that no other test uses. */
export const newCampus = () => `campus-${randomUUID()}`;

export const idsOf = (students: { id: string }[]) => students.map(({ id }) => id).sort();
