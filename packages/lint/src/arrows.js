import { posix } from 'node:path';

/**
 * The arrows between the rooms of this repository (ARCHITECTURE.md draws them). Rooms are read off the path of a file,
 * so a new folder is guarded from its first file on.
 */

/** What each feature of the API may import besides itself and the ground floor. A feature not named here: nothing. */
const API_ARROWS = {
  credits: [],
  users: ['credits'],
  auth: ['users', 'credits'],
  requests: ['users', 'credits'],
  matches: ['requests', 'users', 'credits'],
  ratings: ['matches', 'requests', 'users', 'credits'],
  payments: ['users', 'credits'],
  account: ['auth', 'users', 'requests', 'matches', 'credits'],
  scheduler: ['auth', 'requests', 'matches', 'ratings', 'payments'],
};

/** Rooms of the API that everybody may import; between them the arrows go from left to right. */
const API_GROUND_FLOOR = ['mail', 'jobs', 'idempotency', 'common', 'database', 'config'];

/** What one feature may not take from another. */
const PRIVATE_ROLES = ['controller', 'queries', 'test'];

/** Layers of the web app; imports go from left to right only. */
const WEB_LAYERS = ['app', 'pages', 'features', 'shared'];

const CONTRACT_PACKAGES = ['zod', '@ts-rest/core'];

const DATABASE_PACKAGES = ['typeorm', 'pg'];

/** Files of the API that may speak SQL. */
const SPEAKS_SQL =
  /\.(service|queries|entity|module|test)\.ts$|^src\/(database|jobs)\/|^src\/common\/transaction\b|^test\//;

/** @returns {{ workspace: string, inside: string } | undefined} `inside` is the path below the workspace. */
function locate(file) {
  const match = /(?:^|\/)(?:apps|packages)\/([^/]+)\/(.+)$/.exec(file);
  return match ? { workspace: match[1], inside: match[2] } : undefined;
}

/** The room of an API file, or undefined for what composes all: main, the app module, migration, seed, test support. */
function apiRoom(inside) {
  if (/^src\/database\/(seed|migrate)/.test(inside)) return undefined;
  return /^src\/([^/]+)\//.exec(inside)?.[1];
}

const isTest = (inside) => /\.test\.tsx?$/.test(inside) || !inside.startsWith('src/');

const role = (inside) => /\.([a-z]+)\.tsx?$/.exec(inside)?.[1];

function judgeApi(from, to) {
  const [source, target] = [apiRoom(from), apiRoom(to)];
  if (isTest(from) || !source || !target || source === target) return undefined;
  // A foreign key names the table it points to; the order of tables is the database's matter.
  if (role(from) === 'entity' && role(to) === 'entity') return undefined;
  const floors = [API_GROUND_FLOOR.indexOf(source), API_GROUND_FLOOR.indexOf(target)];
  // The data source lists every table.
  if (source === 'database' && role(to) === 'entity') return undefined;
  const allowed = floors[0] === -1 ? floors[1] >= 0 || API_ARROWS[source]?.includes(target) : floors[1] > floors[0];
  if (!allowed) return `${source} may not import ${target}: the arrows of the API point down.`;
  if (floors[1] === -1 && PRIVATE_ROLES.includes(role(to)))
    return `The ${role(to)} of ${target} is its own; import its module, service or entity.`;
  return undefined;
}

function judgeWeb(from, to) {
  const part = (inside) => inside.split('/').slice(1);
  const [[sourceLayer, sourceFeature], [targetLayer, targetFeature]] = [part(from), part(to)];
  const [source, target] = [WEB_LAYERS.indexOf(sourceLayer), WEB_LAYERS.indexOf(targetLayer)];
  if (!from.startsWith('src/') || source === -1 || target === -1) return undefined;
  if (target < source) return `${sourceLayer} may not import ${targetLayer}: ${WEB_LAYERS.join(' → ')}.`;
  if (sourceLayer === 'features' && targetLayer === 'features' && sourceFeature !== targetFeature)
    return `Features do not know each other; a page composes ${sourceFeature} and ${targetFeature}.`;
  return undefined;
}

/** The complaint about an import of one of our own files, if there is one. */
function judgeOwn(from, to) {
  if (from.workspace !== to.workspace)
    return `Import another workspace by its package name; ${from.workspace} may not reach into ${to.workspace}.`;
  if (from.workspace === 'api') return judgeApi(from.inside, to.inside);
  if (from.workspace === 'web') return judgeWeb(from.inside, to.inside);
  return undefined;
}

/** The complaint about an import of a package, if there is one. */
function judgePackage(from, name) {
  const test = isTest(from.inside);
  if (from.workspace === 'contract' && !test && !CONTRACT_PACKAGES.includes(name))
    return `The contract runs in the browser and on the server; it imports ${CONTRACT_PACKAGES.join(' and ')} only.`;
  if (from.workspace === 'api' && name === '@spareswipe/web') return 'The API does not import the web app.';
  if (from.workspace === 'web' && name === '@spareswipe/api') return 'The web app does not import the API.';
  if (['api', 'web'].includes(from.workspace) && !test && name === '@spareswipe/local-services')
    return 'Local services are for development and tests.';
  if (from.workspace === 'api' && DATABASE_PACKAGES.includes(name) && !SPEAKS_SQL.test(from.inside))
    return 'SQL and TypeORM live in *.service, *.queries, *.entity and database/.';
  return undefined;
}

/** The complaint about `import … from specifier` in a file, or undefined where the import is right. */
function judgeImport(file, specifier) {
  const path = file.replaceAll('\\', '/');
  const from = locate(path);
  if (!from) return undefined;
  if (specifier.startsWith('.')) {
    const to = locate(posix.join(posix.dirname(path), specifier).replace(/\.js(x?)$/, '.ts$1'));
    return to && judgeOwn(from, to);
  }
  if (specifier.startsWith('node:')) return from.workspace === 'contract' ? judgePackage(from, specifier) : undefined;
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  return judgePackage(from, name);
}

/** @type {import('eslint').Rule.RuleModule} */
export const arrows = {
  meta: { type: 'problem', schema: [], docs: { description: 'imports follow the arrows of ARCHITECTURE.md' } },
  create(context) {
    function check(node) {
      if (typeof node.source?.value !== 'string') return;
      const complaint = judgeImport(context.filename, node.source.value);
      if (complaint) context.report({ node: node.source, message: complaint });
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};
