import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { apiRooms, everyTable, tables } from './rooms.js';

/** The SQL check: in the texts of `apps/api/src`, only the room that owns a table writes it. */

const SOURCES = 'apps/api/src';

const WRITE = /\b(?:INTO|UPDATE|TRUNCATE|TABLE|DELETE\s+FROM)\s+(?:ONLY\s+)?"?([a-z_]+(?:"?\."?[a-z_]+)?)/g;

/** Our tables that an SQL text writes. */
export const writtenBy = (sql) =>
  [...sql.matchAll(WRITE)].map(([, name]) => name.replaceAll('"', '')).filter((name) => name in tables);

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

const roomOf = (file) => apiRooms.find((room) => file.startsWith(`${room}/`));

/** Every write of a table by a room that does not own it. */
export const wrongSql = (root) =>
  sourcesIn(root)
    .filter((file) => !everyTable.includes(roomOf(file)))
    .flatMap((file) =>
      textsOf(file, readFileSync(join(root, SOURCES, file), 'utf8'))
        .flatMap(writtenBy)
        .filter((table) => tables[table] !== roomOf(file))
        .map((table) => `${file} writes ${table}, which belongs to ${tables[table]}`),
    );
