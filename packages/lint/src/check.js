import { join } from 'node:path';
import { wrongDeclaration } from './declaration.js';
import { wrongImports } from './imports.js';
import { wrongSql } from './sql.js';

/** `pnpm rooms` checks the rooms of this repository. */

const root = join(import.meta.dirname, '../../..');

const complaints = [
  ...wrongDeclaration(root),
  ...(await wrongImports(root)).map(({ from, to, comment }) => `${from} imports ${to}: ${comment}`),
  ...wrongSql(root),
];
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length ? 1 : 0;
