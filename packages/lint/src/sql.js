import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { everyTable, foreignCalls, foreignReads, tables } from './rooms.js';

/**
 * The SQL check: in the texts of `apps/api/src`, only the room that owns a table writes it, and another room reads it
 * only if rooms.js lists that read with its reason.
 */

const SOURCES = 'apps/api/src';

/** A table is what follows one of these words, or a comma between two tables. */
const MENTION =
  /\b(FROM|JOIN|INTO|UPDATE|TRUNCATE|TABLE)\s+(?:ONLY\s+|LATERAL\s+)*"?([a-z_]+(?:"?\."?[a-z_]+)?)|,\s*([a-z_]+(?:\.[a-z_]+)?)\s+(?:AS\s+)?[a-z_]+\b(?!\s*[(.])/g;
const CALL = /\b(ledger\.[a-z_]+)\s*\(/g;
const WRITES = ['INTO', 'UPDATE', 'TRUNCATE', 'TABLE', 'DELETE'];

/** The mentions of our tables in one SQL text, each as `{ table, writes }`, and the functions that it calls. */
export function usesIn(sql) {
  const mentions = [...sql.matchAll(MENTION)].map(({ 1: word, 2: name, 3: listed, index }) => ({
    table: (name ?? listed).replaceAll('"', ''),
    writes: WRITES.includes(word) || /\bDELETE\s+$/.test(sql.slice(0, index)),
  }));
  return {
    mentions: mentions.filter(({ table }) => table in tables),
    calls: [...sql.matchAll(CALL)].map(([, name]) => name).filter((name) => !(name in tables)),
  };
}

/** Every string and template of a file; what is filled into a template leaves a gap. */
function textsOf(file, source) {
  const texts = [];
  const visit = (node) => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' … '));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest));
  return texts;
}

const sourcesIn = (root) =>
  readdirSync(join(root, SOURCES), { recursive: true }).filter((file) => /(?<!\.test|\.d)\.ts$/.test(file));

const declared = [
  ...foreignReads.flatMap(({ reads }) =>
    Object.entries(reads).flatMap(([room, names]) => names.map((name) => ({ room, name }))),
  ),
  ...foreignCalls.map(({ room, call }) => ({ room, name: call })),
];

/** Every use of a table by a room that does not own it, and every declared use that is not there. */
export function wrongSql(root) {
  const complaints = [];
  const needed = new Set();
  const isDeclared = (room, name) => {
    const found = declared.find((use) => use.room === room && use.name === name);
    if (found) needed.add(found);
    return found !== undefined;
  };
  for (const file of sourcesIn(root)) {
    const [room] = file.split(/[/\\]/);
    if (room in everyTable) continue;
    for (const text of textsOf(file, readFileSync(join(root, SOURCES, file), 'utf8'))) {
      const { mentions, calls } = usesIn(text);
      for (const { table, writes } of mentions.filter(({ table }) => tables[table] !== room))
        if (writes) complaints.push(`${file} writes ${table}, which belongs to ${tables[table]}`);
        else if (!isDeclared(room, table))
          complaints.push(
            `${file} reads ${table}, which belongs to ${tables[table]}: call its service, move this to a room above it, or name the read in rooms.js`,
          );
      for (const call of calls)
        if (room !== tables['ledger.transfers'] && !isDeclared(room, call))
          complaints.push(`${file} calls ${call}: ask credits`);
    }
  }
  for (const use of declared)
    if (!needed.has(use)) complaints.push(`rooms.js names ${use.name} for ${use.room}, which does not use it`);
  return complaints;
}
