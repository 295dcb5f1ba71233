import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '@spareswipe/local-services';
import { startNames, startNginx } from './nginx.mjs';
import { statusesOf, timesOf } from './posting.mjs';
import { callApi, meal } from './system.mjs';

const MINUTES = Number(process.env.DRILL_MINUTES ?? 60);
const STREAMS = Number(process.env.DRILL_STREAMS ?? 5000);
const STREAMS_OF_STUDENT = 5;
const PER_SECOND = 100;
/** The calls in turns: two exchanges a second, and lists. */
const CALLS = ['post', 'accept', 'complete', ...Array(47).fill('list')];
const HOSTS = ['127.0.0.1', '127.0.0.2'];
/** As a container of 768 MB, of which Node gives half to objects. */
const NODE_OPTIONS = '--enable-source-maps --max-old-space-size=384';
/** A process ends a stream after an hour, and the screen opens another. */
const AGE_MS = 59 * 60_000;
const GROWTH = 0.05;

/** An hour of two processes behind nginx: 5,000 open screens of one campus and 100 calls a second. */
export async function run(drill) {
  const postgres = await drill.postgres();
  const port = await findFreePort();
  const settings = { TRUST_PROXY: '127.0.0.1', NODE_OPTIONS };
  const apis = [];
  for (const host of HOSTS) apis.push(await drill.api({ databaseUrl: postgres.url, host, port, settings }));
  const folder = mkdtempSync(join(tmpdir(), 'spareswipe-hour-'));
  drill.onStop(() => rmSync(folder, { recursive: true }));
  const names = await startNames(...HOSTS);
  drill.onStop(() => names.close());
  const nginx = await startNginx(folder, { resolver: names.resolver, apiPort: port });
  drill.onStop(() => nginx.stop());
  const students = await drill.students(STREAMS / STREAMS_OF_STUDENT, {
    databaseUrl: postgres.url,
    origin: apis[0].origin,
  });
  for (const { origin } of apis) while (!(await isListening(origin))) await wait(100);

  const screens = openScreens(nginx.origin, students);
  drill.onStop(() => screens.close());
  while (screens.opened.length < STREAMS) await screens.openMore(Math.min(100, STREAMS - screens.opened.length));
  const streamsOf = await Promise.all(apis.map(({ origin }) => gauge(origin, 'live_streams')));
  console.log(`${screens.held()} streams are open, ${streamsOf.join(' and ')} of a process`);

  const memory = apis.map(() => []);
  const sample = () => apis.forEach(({ pid }, n) => memory[n].push(residentMb(pid)));
  const processes = [...apis.map(({ pid }) => pid), ...childrenOf(nginx.pid)];
  const processorBefore = processes.map(processorSeconds);
  sample();
  const sampling = setInterval(sample, 10_000);
  const responses = await callAtEvenIntervals(nginx.origin, students);
  clearInterval(sampling);
  sample();
  const processor = processes.map((pid, n) => (processorSeconds(pid) - processorBefore[n]) / (MINUTES * 60));
  await drill.audit(postgres.url);

  const failed = responses.filter(({ status }) => status !== 200 && status !== 201);
  const growths = memory.map(growthOfSecondHalf);
  const unheard = screens.opened.filter(({ events }) => events === 0).length;
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  const each = (numbers, print) => numbers.map(print).join(', ');
  return {
    figures: {
      'streams opened, held at the end, lost': `${screens.opened.length}, ${screens.held()}, ${screens.lost()}`,
      'events received': screens.opened.reduce((sum, { events }) => sum + events, 0),
      'calls by status': statusesOf(responses),
      'first failures': each(failed.slice(0, 3), ({ what }) => what),
      'p50, p99, longest call': timesOf(responses, [0.5, 0.99, 1]),
      'memory of each process at start, half, end, MB': each(memory, (mb) =>
        [mb[0], mb[Math.floor(mb.length / 2)], mb.at(-1)].map(Math.round).join(' → '),
      ),
      'the most': each(memory, (mb) => `${Math.round(Math.max(...mb))} MB`),
      'growth in the second half': each(growths, percent),
      'processor of each process': each(processor.slice(0, apis.length), percent),
      'memory of nginx at the end, MB': Math.round(
        childrenOf(nginx.pid).reduce((sum, pid) => sum + residentMb(pid), 0),
      ),
      'processor of nginx': percent(processor.slice(apis.length).reduce((sum, share) => sum + share, 0)),
    },
    promises: {
      'every screen has its stream, for an hour and again': screens.lost() === 0 && screens.held() === STREAMS,
      'every screen hears of changes': unheard === 0,
      'no call fails': failed.length === 0,
      // a process grows while it warms up
      ...(MINUTES >= 60 && { 'no process grows by more than 5 %': growths.every((growth) => growth <= GROWTH) }),
    },
  };
}

/** Streams as browsers keep them. */
function openScreens(origin, students) {
  const agent = new Agent({ maxSockets: Infinity });
  const opened = [];
  let isOver = false;

  function open(screen) {
    const headers = { authorization: `Bearer ${screen.token}` };
    return new Promise((resolve) => {
      const openedAt = Date.now();
      const end = (isOpened) => {
        resolve();
        if (isOver || !screen.isOpen) return;
        screen.isOpen = false;
        if (isOpened && Date.now() - openedAt > AGE_MS) setTimeout(() => open(screen), 1000 + Math.random() * 2000);
        else screen.isLost = true;
      };
      screen.isOpen = true;
      get(`${origin}/api/live`, { agent, headers }, (response) => {
        if (response.statusCode !== 200) return end(false);
        resolve();
        response.on('data', (text) => (screen.events += String(text).split('data:').length - 1));
        response.on('error', () => undefined).once('close', () => end(true));
      }).on('error', () => end(false));
    });
  }
  return {
    opened,
    held: () => opened.filter(({ isOpen }) => isOpen).length,
    lost: () => opened.filter(({ isLost }) => isLost).length,
    openMore(count) {
      const more = Array.from({ length: count }, (_, n) => students[(opened.length + n) % students.length]);
      const screens = more.map(({ token }) => ({ token, events: 0, isOpen: false, isLost: false }));
      opened.push(...screens);
      return Promise.all(screens.map(open));
    },
    close() {
      isOver = true;
      agent.destroy();
    },
  };
}

/** Each call is counted from the moment when it was due. */
async function callAtEvenIntervals(origin, students) {
  const agent = new Agent({ keepAlive: true });
  const [posted, accepted] = [[], []];
  const responses = [];

  async function call(number, due) {
    // each post by another student
    const student = students[(number + Math.floor(number / CALLS.length)) % students.length];
    const kind = CALLS[number % CALLS.length];
    const send = async (method, path, by, sent) => {
      const { status, body } = await callApi(origin, by, method, path, { agent, body: sent });
      const ms = Math.round(performance.now() - due);
      responses.push({ status, ms, what: `${method} ${path} ${status} ${body.code}` });
      return body;
    };
    if (kind === 'post') {
      const { request } = await send('POST', 'requests', student, meal());
      if (request) posted.push({ id: request._id, student });
    } else if (kind === 'accept' && posted.length > 0 && posted[0].student !== student) {
      const { id: requestId, student: requester } = posted.shift();
      const { match } = await send('POST', 'matches', student, { requestId });
      if (match) accepted.push({ id: match._id, requester });
    } else if (kind === 'complete' && accepted.length > 0) {
      const { id, requester } = accepted.shift();
      await send('PUT', `matches/${id}/complete`, requester, {});
    } else await send('GET', `requests?page=${1 + (number % 3)}&limit=10`, student);
  }
  const calls = [];
  const began = performance.now();
  while (calls.length < MINUTES * 60 * PER_SECOND) {
    const due = began + (calls.length * 1000) / PER_SECOND;
    const early = due - performance.now();
    if (early > 0) await wait(early);
    calls.push(call(calls.length, due));
  }
  await Promise.all(calls);
  agent.destroy();
  return responses;
}

async function gauge(origin, name) {
  const text = await (await fetch(`${origin}/api/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}
const isListening = async (origin) => (await gauge(origin, 'live_listening')) === 1;

const residentMb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

/** Processor time since its start, in the kernel's hundredths of a second. */
function processorSeconds(pid) {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
  return (Number(afterName[11]) + Number(afterName[12])) / 100;
}
const childrenOf = (pid) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');

/** Of the last third of the second half against its first third. */
function growthOfSecondHalf(memory) {
  const half = memory.slice(memory.length / 2);
  const third = Math.max(1, Math.floor(half.length / 3));
  const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return mean(half.slice(-third)) / mean(half.slice(0, third)) - 1;
}
