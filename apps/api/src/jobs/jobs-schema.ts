import PgBoss from 'pg-boss';

/**
 * In the order in which workers take jobs. pg-boss has no such index: it sorts all that wait, each time, and the mails of
 * a hundred thousand refunds would keep PostgreSQL busy with nothing else.
 */
const NEXT_JOB_INDEX = `
  CREATE INDEX IF NOT EXISTS ix_job_next ON pgboss.job (name, priority DESC, created_on, id) WHERE state < 'active'`;

/** Creates or updates the job queue's tables and queues, so that the API's own role need not be able to. */
export async function prepareJobs(url: string, queues: PgBoss.Queue[]): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  for (const queue of queues) {
    await boss.createQueue(queue.name, queue);
    await boss.updateQueue(queue.name, queue);
  }
  await boss.getDb().executeSql(NEXT_JOB_INDEX, []);
  await boss.stop({ graceful: false });
}
