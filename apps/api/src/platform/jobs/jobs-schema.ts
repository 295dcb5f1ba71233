import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { PgBoss, type Queue } from 'pg-boss';
import { moveOldJobs, setOldTablesAside } from './old-jobs.js';

const BUILD_MINUTES = 10;

/** Creates or updates the job queue's tables and queues, so that the API's role needs no right to. */
export async function prepareJobs(url: string, queues: Queue[]): Promise<void> {
  const db = new pg.Client({ connectionString: url });
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false, registerInstance: false });
  boss.on('error', (error) => console.error(error));
  await db.connect();
  try {
    await setOldTablesAside(db);
    await boss.start();
    for (const { name, ...options } of queues) {
      await boss.createQueue(name, options);
      await boss.updateQueue(name, options);
    }
    await moveOldJobs(db, boss);
    await untilIndexesAreBuilt(boss);
  } finally {
    await boss.stop({ graceful: false });
    await db.end();
  }
}

/** After an update pg-boss builds its new indexes in the background, which only the tables' owner may do. */
async function untilIndexesAreBuilt(boss: PgBoss): Promise<void> {
  const end = Date.now() + BUILD_MINUTES * 60_000;
  while (Date.now() < end) {
    const builds = await boss.getBamStatus();
    if (builds.some(({ status }) => status === 'failed')) throw new Error('An index of the job queue was not built.');
    if (builds.every(({ status }) => status === 'completed')) return;
    await pause(50);
  }
  throw new Error(`The indexes of the job queue were not built within ${BUILD_MINUTES} minutes.`);
}
