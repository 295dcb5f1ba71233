import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'apps/api/src/platform/database/tables';

/** The entities of the API: each file with the name of its table. */
export function entityFiles(root) {
  return readdirSync(join(root, FOLDER))
    .filter((name) => name.endsWith('.entity.ts'))
    .map((name) => {
      const source = readFileSync(join(root, FOLDER, name), 'utf8');
      const [, table, schema] = /@Entity\('(\w+)'(?:, \{ schema: '(\w+)' \})?\)/.exec(source);
      return { file: `${FOLDER}/${name}`, table: schema ? `${schema}.${table}` : table };
    });
}
