import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { wrongDeclaration } from './declaration.js';
import { withDiagrams } from './diagram.js';
import { wrongImports } from './imports.js';
import { wrongSql } from './sql.js';

/** `pnpm rooms` checks the rooms of this repository; with `--write` it brings the diagrams of ARCHITECTURE.md up to date. */

const root = join(import.meta.dirname, '../../..');
const file = join(root, 'ARCHITECTURE.md');

const document = readFileSync(file, 'utf8');
const drawn = await format(withDiagrams(document), { ...(await resolveConfig(file)), filepath: file });
if (process.argv.includes('--write')) writeFileSync(file, drawn);

const complaints = [
  ...wrongDeclaration(root),
  ...(await wrongImports(root)).map(({ from, to, comment }) => `${from} imports ${to}: ${comment}`),
  ...wrongSql(root),
  ...(readFileSync(file, 'utf8') === drawn ? [] : ['ARCHITECTURE.md is not what rooms.js says: pnpm rooms --write']),
];
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length ? 1 : 0;
