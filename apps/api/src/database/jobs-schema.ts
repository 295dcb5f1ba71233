import PgBoss from 'pg-boss';

/** Creates or updates the job queue's tables and queues, so that the API's own role need not be able to. */
export async function prepareJobs(url: string, queues: PgBoss.Queue[]): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  for (const queue of queues) {
    await boss.createQueue(queue.name, queue);
    await boss.updateQueue(queue.name, queue);
  }
  await boss.stop({ graceful: false });
}
