import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { entityFiles } from './entities.js';
import {
  apiRooms,
  contractDependencies,
  packages,
  privateRoles,
  sqlPackages,
  sqlRoles,
  sqlRooms,
  tables,
  webLayers,
} from './rooms.js';

/**
 * The import check. dependency-cruiser checks the file that an import resolves to, so a rule holds for relative paths,
 * package names, types and `import()` alike, and needs no list of files; eslint-plugin-boundaries sees one file at a time.
 */

const API = '^apps/api/src/';
const WEB = '^apps/web/src/';
const CONTRACT = '^packages/contract/src/';
const TESTS = [String.raw`\.test\.[jt]sx?$`, '^apps/[^/]+/test/', '^apps/e2e/'];

const either = (names) => `(?:${names.join('|')})`;
/** A package of the registry, installed or not. */
const registry = (names) => `(?:^|/node_modules/)${either(names)}(?:/|$)`;
/** A package of the workspace, built or not. */
const workspace = (place) => `^(?:${place}/|@spareswipe/${place.split('/').at(-1)}(?:/|$))`;

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const roomRules = apiRooms.map((room, floor) =>
  forbid(
    `api-${room}`,
    'a room may import those below it (rooms.js)',
    { path: `${API}${room}/`, pathNot: TESTS },
    { path: API, pathNot: `${API}${either(apiRooms.slice(floor))}/` },
  ),
);

/** An entity is its table: only files of the owner use it. */
const tableRules = (root) =>
  entityFiles(root).map(({ file, table }) =>
    forbid(
      `api-table-${table}`,
      `${table} belongs to ${tables[table]}; ask its service`,
      { path: API, pathNot: [`${API}${either([tables[table], 'platform/database'])}/`, ...TESTS] },
      { path: `^${file}$` },
    ),
  );

const packageRules = Object.entries(packages).flatMap(([place, { uses, testsUse = [] }]) => {
  const rule = (name, allowed, from) => {
    const others = Object.keys(packages).filter((other) => other !== place && !allowed.includes(other));
    return forbid(name, `${place} imports ${allowed.join(', ') || 'no package of ours'}`, from, {
      path: others.map(workspace),
    });
  };
  return [
    rule(`package-${place}`, uses, { path: `^${place}/`, pathNot: TESTS }),
    rule(`tests-${place}`, [...uses, ...testsUse], { path: `^${place}/` }),
  ];
});

const rules = (root) => [
  ...packageRules,
  forbid(
    'reaching-in',
    'import another package by its name, not by a path into it',
    { path: '^((?:apps|packages)/[^/]+|scripts)/' },
    { path: '^(?:apps|packages|scripts)/', pathNot: '^$1/', dependencyTypes: ['local'] },
  ),
  forbid(
    'contract',
    `the contract runs in the browser and on the server; it imports ${contractDependencies.join(' and ')} only`,
    { path: CONTRACT, pathNot: TESTS },
    { pathNot: [CONTRACT, registry(contractDependencies)] },
  ),
  ...roomRules,
  ...tableRules(root),
  forbid(
    'api-private',
    `the ${privateRoles.join(', ')} of a room are its own; import its module or service`,
    { path: `${API}(${either(apiRooms)})/`, pathNot: TESTS },
    { path: String.raw`${API}.*[.-]${either(privateRoles)}\.ts$`, pathNot: `${API}$1/` },
  ),
  forbid(
    'api-sql',
    `TypeORM and pg belong in *.${sqlRoles.join('.ts, *.')}.ts and in ${sqlRooms.join(', ')}`,
    { path: API, pathNot: [`${API}${either(sqlRooms)}/`, String.raw`\.${either(sqlRoles)}\.ts$`, ...TESTS] },
    { path: registry(sqlPackages) },
  ),
  forbid(
    'api-circle',
    'two files that need each other are one, or there is a third',
    { path: API },
    { circular: true },
  ),
  ...webLayers
    .slice(1)
    .map((layer, above) =>
      forbid(
        `web-${layer}-layer`,
        webLayers.join(' → '),
        { path: `${WEB}${layer}/` },
        { path: `${WEB}${either(webLayers.slice(0, above + 1))}/` },
      ),
    ),
  forbid(
    'web-features',
    'features do not know each other; a page composes them',
    { path: `${WEB}features/([^/]+)/` },
    { path: `${WEB}features/`, pathNot: `${WEB}features/$1/` },
  ),
];

const NOT_SOURCE = /^(?:\..*|node_modules|dist|coverage|test-results|playwright-report)$/;

/** The folders and files of all packages, without what is installed or built. */
const sourcesIn = (root) =>
  Object.keys(packages)
    .filter((place) => existsSync(join(root, place)))
    .flatMap((place) =>
      readdirSync(join(root, place))
        .filter((name) => !NOT_SOURCE.test(name))
        .map((name) => `${place}/${name}`),
    );

/** Every import of the workspace at `root` that no arrow allows: `{ from, to, rule, comment }`. */
export async function wrongImports(root) {
  const { output } = await cruise(sourcesIn(root), {
    baseDir: root,
    doNotFollow: { path: '(^|/)(node_modules|dist)/' },
    tsPreCompilationDeps: true,
    ruleSet: { forbidden: rules(root) },
    validate: true,
  });
  const comments = new Map(rules(root).map(({ name, comment }) => [name, comment]));
  return output.summary.violations.map(({ from, to, rule }) => ({
    from,
    to,
    rule: rule.name,
    comment: comments.get(rule.name),
  }));
}
