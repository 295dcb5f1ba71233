import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '@spareswipe/local-services';
import { bundleApi } from './process/compile.js';

const SERVERS = {
  given: 'the server at TEST_DATABASE_URL',
  docker: 'a container (Testcontainers)',
  embedded: 'the embedded server',
};

/** One server for the whole run: TEST_DATABASE_URL, else Docker, else embedded. Plain JavaScript: Jest loads it as it is. */
export default async function globalSetup() {
  const notes = [];
  const log = (line) => notes.push(line);
  const postgres = await startPostgres({ url: process.env.TEST_DATABASE_URL, docker: true, log });
  console.error([`PostgreSQL of this run: ${SERVERS[postgres.how]}`, ...notes].join('\n'));
  await bundleApi();
  // processes of the API start with a third less work
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));
  globalThis.stopPostgres = () => postgres.stop();
  process.env.TEST_SERVER_URL = postgres.url;
  // Separates the databases of runs that share a server.
  process.env.TEST_RUN = `spareswipe_test_${randomBytes(4).toString('hex')}`;
}
