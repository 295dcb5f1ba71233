import { writeFile } from 'node:fs/promises';
import { contract } from './dist/index.js';

// What a client needs of the contract if it checks no response: methods and paths, no schemas. `pnpm dev` serves the
// whole contract instead (the condition "development" in package.json), since it does not run this file after a change.
const route = ({ method, path }) => ({ method, path, responses: {} });
const each = (of, change) => Object.fromEntries(Object.entries(of).map(([name, one]) => [name, change(one)]));
const routes = each(contract, (group) => each(group, route));

await writeFile(new URL('dist/routes.js', import.meta.url), `export const contract = ${JSON.stringify(routes)};\n`);
