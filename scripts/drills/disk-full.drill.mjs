import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startCluster } from './cluster.mjs';
import { acknowledged, compareWithStored, startPosting, statusesOf } from './posting.mjs';
import { callApi, seconds } from './system.mjs';
import { UserFacingError } from '../start/terminal.mjs';

const WORKERS = 8;
const DISK = '240m';
const BEFORE_MS = 4000;
const FULL_MS = 15_000;
const AFTER_MS = 15_000;

/** Fills the disk of PostgreSQL under load, and makes room again. Docker restarts PostgreSQL if it ends, so this does too. */
export async function run(drill) {
  const parent = await smallDisk(drill);
  const cluster = await startCluster(drill, { parent });
  const settings = { max_wal_size: '64MB', min_wal_size: '32MB' };
  let postgres = await cluster.startPrimary(settings);
  let ends = 0;
  let isOver = false;
  drill.onStop(() => (isOver = true));
  keepRunning();
  await drill.migrate(postgres.url);
  const api = await drill.api({ databaseUrl: postgres.url });
  const students = await drill.students(WORKERS + 1, { databaseUrl: postgres.url, origin: api.origin });

  /** On the same port, as a container does. */
  async function keepRunning() {
    while (!isOver) {
      await postgres.exit;
      if (isOver) return;
      ends++;
      await wait(500);
      postgres =
        (await cluster.start('primary', { ...settings, port: postgres.port }).catch(() => undefined)) ?? postgres;
    }
  }
  const { responses, stop } = startPosting(students.slice(1), [api.origin]);
  await wait(BEFORE_MS);
  const fullAt = Date.now();
  const filler = join(parent, 'filler');
  await fill(filler);
  const read = () => callApi(api.origin, students[0], 'GET', 'requests');
  const reads = [];
  for (const end = fullAt + FULL_MS; Date.now() < end; await wait(250)) reads.push(await read());
  const roomAt = Date.now();
  await rm(filler);
  await wait(AFTER_MS);
  await stop();

  const during = responses.filter(({ at }) => at > fullAt + 2000 && at < roomAt);
  const back = acknowledged(responses).find(({ at }) => at > roomAt)?.at ?? Infinity;
  const { lost, unacknowledged } = await compareWithStored(responses, postgres);
  await drill.audit(postgres.url);
  isOver = true;
  const isShed = ({ status }) => status === 201 || status === 503;
  return {
    figures: {
      'posts while the disk is full, by status (0: none)': statusesOf(during),
      'reads while the disk is full, by status': statusesOf(reads),
      'PostgreSQL ended and was started again': `${ends} times`,
      'serves again, after there is room': seconds(back - roomAt),
      'acknowledged in all, lost, stored but not acknowledged': `${acknowledged(responses).length}, ${lost}, ${unacknowledged}`,
    },
    promises: {
      'posts are stored or get 503': during.length > 0 && during.every(isShed),
      'reads go on': reads.length > 0 && reads.every(({ status }) => status === 200),
      'the disk was full': during.some(({ status }) => status === 503),
      'serves again within 10 s, without a restart of the API': back - roomAt < 10_000,
      'no acknowledged write is lost, and nothing happens twice': lost === 0 && unacknowledged === 0,
    },
  };
}

/** A disk in memory, so that no other program runs out of room. Only root may mount one. */
async function smallDisk({ onStop }) {
  const folder = await mkdtemp(join(tmpdir(), 'spareswipe-disk-'));
  onStop(() => rm(folder, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=755`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    throw new UserFacingError(`This drill mounts a small disk, which only root may: ${error.stderr}`);
  }
  onStop(() => execFileSync('umount', ['--lazy', folder]));
  return folder;
}

/** Writes until nothing more fits. */
const fill = (path) => new Promise((full) => execFile('dd', ['if=/dev/zero', `of=${path}`, 'bs=64k'], () => full()));
