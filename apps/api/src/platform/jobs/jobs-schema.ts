import { setTimeout as pause } from 'node:timers/promises';
import { PgBoss, type Queue } from 'pg-boss';

const BUILD_MINUTES = 10;

/** Creates or updates the job queue's tables and queues, so that the API's role needs no right to. */
export async function prepareJobs(url: string, queues: Queue[]): Promise<void> {
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false, registerInstance: false });
  boss.on('error', (error) => console.error(error));
  try {
    await boss.start();
    for (const { name, policy, ...options } of queues) {
      await boss.createQueue(name, { policy, ...options });
      await boss.updateQueue(name, options);
    }
    await untilIndexesAreBuilt(boss);
  } finally {
    await boss.stop({ graceful: false });
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
