import { writeFile } from 'node:fs/promises';
import { contract } from './dist/index.js';

// What `initClient` needs of the contract if it checks no response: methods and paths. Use it for nothing else, since its
// types promise schemas, too. `pnpm dev` serves the whole contract instead (the condition "development" in package.json),
// for it does not run this file after a change.
const route = ({ method, path }) => ({ method, path, responses: {} });
const each = (of, change) => Object.fromEntries(Object.entries(of).map(([name, one]) => [name, change(one)]));
const routes = each(contract, (group) => each(group, route));

await writeFile(new URL('dist/routes.js', import.meta.url), `export const contract = ${JSON.stringify(routes)};\n`);
