import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '@spareswipe/local-services';
import { statusesOf, timesOf } from './posting.mjs';
import { callApi, meal } from './system.mjs';

const PER_SECOND = Number(process.env.DRILL_CALLS_PER_SECOND ?? 200);
const SECONDS = 30;
const WRITES = 0.1;

/** Restarts three instances one after the other under load: no call may fail. */
export async function run(drill) {
  const postgres = await drill.postgres();
  const launch = (port) => drill.api({ databaseUrl: postgres.url, port });
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()];
  const apis = await Promise.all(ports.map(launch));
  const students = await drill.students(30, { databaseUrl: postgres.url, origin: apis[0].origin });

  const responses = [];
  let isOver = false;
  let turn = 0;

  /** As nginx does: opens a connection for each call, tries another instance if one refuses it, and also repeats reads. */
  async function call(student) {
    const began = performance.now();
    const [method, sent] = Math.random() < WRITES ? ['POST', meal()] : ['GET'];
    const first = turn++;
    let outcome;
    for (let tries = 0; tries < ports.length; tries++) {
      const origin = `http://127.0.0.1:${ports[(first + tries) % ports.length]}`;
      outcome = await callApi(origin, student, method, 'requests', { agent: false, body: sent });
      if (outcome.status || (method === 'POST' && outcome.cause !== 'ECONNREFUSED')) break;
    }
    responses.push({ status: outcome.status || outcome.cause, ms: Math.round(performance.now() - began) });
  }
  async function load() {
    const calls = [];
    const began = Date.now();
    for (let sent = 0; !isOver;) {
      const due = ((Date.now() - began) / 1000) * PER_SECOND;
      for (; sent < due; sent++) calls.push(call(students[sent % students.length]));
      await wait(5);
    }
    await Promise.all(calls);
    return (calls.length / (Date.now() - began)) * 1000;
  }
  const running = load();
  const end = Date.now() + SECONDS * 1000;
  const exits = [];
  for (let n = 0; n < apis.length; n++) {
    await wait(3000);
    await apis[n].stop();
    exits.push(await apis[n].exit);
    apis[n] = await launch(ports[n]);
  }
  await wait(Math.max(0, end - Date.now()));
  isOver = true;
  const rate = await running;
  await drill.audit(postgres.url);
  const failed = responses.filter(({ status }) => status !== 200 && status !== 201).length;
  return {
    figures: {
      calls: responses.length,
      'calls a second': Math.round(rate),
      outcomes: statusesOf(responses),
      failed,
      'median, p99': timesOf(responses, [0.5, 0.99]),
      'exit codes': exits.join(', '),
    },
    promises: {
      'no call fails': failed === 0,
      'every instance ends with exit code 0': exits.every((code) => code === 0),
    },
  };
}
