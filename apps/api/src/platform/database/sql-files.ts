import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** The `.sql` files of a folder in the order of their names, which are those of what they hold. */
export const sqlFiles = (folder: URL) =>
  readdirSync(folder)
    .sort()
    .map((file) => ({ name: basename(file, '.sql'), text: readFileSync(new URL(file, folder), 'utf8') }));
