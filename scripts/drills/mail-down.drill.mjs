import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort, startInbox } from '@spareswipe/local-services';
import pg from 'pg';
import { timesOf } from './posting.mjs';
import { callApi, postRequest } from './system.mjs';

const STUDENTS = 24;
/** Each student may have ten open promises. */
const EXCHANGES = 100;
const OUTAGE_MINUTES = 60;
const STEP_MINUTES = 2;
const LONGEST_MINUTES = 24 * 60;

/**
 * Stops the mail server for an hour while students accept requests. The hour is compressed: every half second, waiting
 * jobs are moved two minutes closer.
 */
export async function run(drill) {
  const postgres = await drill.postgres();
  const ports = { httpPort: await findFreePort(), smtpPort: await findFreePort() };
  let inbox = await startInbox(ports);
  drill.onStop(() => inbox.stop());
  const api = await drill.api({ databaseUrl: postgres.url, smtpUrl: inbox.smtpUrl });
  const students = await drill.students(STUDENTS, { databaseUrl: postgres.url, origin: api.origin });
  const db = new pg.Client({ connectionString: postgres.url });
  await db.connect();
  drill.onStop(() => db.end());
  const [requesters, fulfillers] = [students.slice(0, STUDENTS / 2), students.slice(STUDENTS / 2)];

  const pass = (minutes) =>
    db.query(
      `UPDATE pgboss.job SET start_after = start_after - make_interval(mins => $1) WHERE name = 'mail' AND state < 'active'`,
      [minutes],
    );
  const count = async (where) => (await db.query(`SELECT count(*)::int AS n FROM pgboss.job WHERE ${where}`)).rows[0].n;
  const waiting = () => count(`name = 'mail' AND state < 'completed'`);
  /** Lets time pass until no mail waits; returns how many minutes that took. */
  async function drain() {
    for (let minutes = 0; ; minutes += STEP_MINUTES) {
      if (!(await waiting()) || minutes > LONGEST_MINUTES) return minutes;
      await pass(STEP_MINUTES);
      await wait(500);
    }
  }
  async function exchange() {
    const responses = [];
    for (let n = 0; n < EXCHANGES; n++) {
      const { id } = await postRequest(api.origin, requesters[n % requesters.length]);
      const accept = { body: { requestId: id } };
      responses.push(await callApi(api.origin, fulfillers[n % fulfillers.length], 'POST', 'matches', accept));
    }
    return responses;
  }
  const freeFulfillers = () => Promise.all(requesters.map((student) => completeAll(api.origin, student)));

  const usual = await exchange();
  await drain();
  const mailsBefore = (await mailsIn(inbox)).length;
  await freeFulfillers();
  await drain();
  await inbox.stop();

  const down = await exchange();
  for (let minutes = 0; minutes < OUTAGE_MINUTES; minutes += STEP_MINUTES) {
    await pass(STEP_MINUTES);
    await wait(500);
  }
  const piledUp = await waiting();
  const tries = (await db.query(`SELECT max(retry_count)::int AS n FROM pgboss.job WHERE name = 'mail'`)).rows[0].n;
  inbox = await startInbox(ports);
  const minutes = await drain();
  const mails = await mailsIn(inbox);
  const ids = new Set(mails.map(({ messageId }) => messageId));
  const dead = await count(`name = 'mail-dead'`);
  await drill.audit(postgres.url);
  const failed = down.filter(({ status }) => status !== 201).length;
  return {
    figures: {
      'accepts with the mail server, median and p99': timesOf(usual, [0.5, 0.99]),
      'accepts without it': timesOf(down, [0.5, 0.99]),
      'failed accepts': failed,
      'mails that waited after an hour; most tries of one': `${piledUp}; ${tries}`,
      'the last one went out, after the repair': `${minutes} minutes later`,
      'mails of as many exchanges before; delivered after the repair; twice; given up on': `${mailsBefore}; ${ids.size}; ${mails.length - ids.size}; ${dead}`,
    },
    promises: {
      'no call fails': failed === 0 && usual.every(({ status }) => status === 201),
      'every mail arrives, and once': ids.size === 2 * EXCHANGES && mails.length === ids.size,
      'no mail is given up on': dead === 0,
    },
  };
}

/** A student with ten open promises may not accept any more. The requester's word needs no confirmation. */
async function completeAll(origin, student) {
  const { body } = await callApi(origin, student, 'GET', 'matches/my?status=accepted&limit=50');
  for (const { _id } of body.matches) await callApi(origin, student, 'PUT', `matches/${_id}/complete`, { body: {} });
}

async function mailsIn({ url }) {
  return (await fetch(`${url}/email`)).json();
}
