import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { wrongDeclaration } from './declaration.js';
import { withDiagrams } from './diagram.js';
import { wrongImports } from './imports.js';
import { apiRooms, groundFloor, packages, webLayers } from './rooms.js';
import { usesIn, wrongSql } from './sql.js';

let root;
beforeAll(() => (root = mkdtempSync(join(tmpdir(), 'rooms-'))));
afterAll(() => rmSync(root, { recursive: true }));

function write(file, text) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

const API = 'apps/api/src';
const WEB = 'apps/web/src';

/** A file, what it imports, and the rules that this breaks. */
const WRONG = [
  // the contract
  ['packages/contract/src/requests.ts', 'dayjs', ['contract']],
  ['packages/contract/src/matches.ts', 'node:crypto', ['contract']],
  [
    'packages/contract/src/users.ts',
    '@spareswipe/api',
    ['contract', 'package-packages/contract', 'tests-packages/contract'],
  ],
  // api and web
  [`${API}/requests/web.ts`, '@spareswipe/web', ['package-apps/api', 'tests-apps/api']],
  [
    `${API}/requests/into-web.ts`,
    '../../../web/src/shared/used.js',
    ['package-apps/api', 'reaching-in', 'tests-apps/api'],
  ],
  [`${WEB}/shared/api.ts`, '@spareswipe/api', ['package-apps/web', 'tests-apps/web']],
  [`${WEB}/shared/into-api.test.ts`, '../../../api/src/exchange/requests/used.js', ['reaching-in', 'tests-apps/web']],
  [`${API}/main.ts`, '@spareswipe/local-services', ['package-apps/api']],
  // rooms of the API
  [`${API}/requests/requests.service.ts`, '../matches/used.js', ['api-requests']],
  [`${API}/matches/matches.service.ts`, '../ratings/used.js', ['api-matches']],
  [`${API}/credits/credits.service.ts`, '../requests/used.js', ['api-credits']],
  [`${API}/users/users.service.ts`, '../auth/used.js', ['api-users']],
  [
    `${API}/users/types.ts`,
    '../auth/used.js',
    ['api-users'],
    "import type { used } from '../auth/used.js';\nexport type U = typeof used;",
  ],
  [`${API}/mail/mail.service.ts`, '../users/used.js', ['api-mail']],
  [`${API}/config/settings.ts`, '../common/used.js', ['api-config']],
  [`${API}/http/limited.ts`, '../mail/used.js', ['api-http']],
  [`${API}/database/data-source.ts`, '../requests/used.js', ['api-database']],
  [`${API}/requests/root.ts`, '../app.module.js', ['api-requests']],
  [`${API}/requests/commanded.ts`, '../commands/used.js', ['api-requests']],
  [`${API}/matches/asks.ts`, '../requests/requests.controller.js', ['api-private']],
  [`${API}/matches/reads.ts`, '../requests/requests.queries.js', ['api-private']],
  [`${API}/matches/orders.ts`, '../database/tables/order.entity.js', ['api-table-orders']],
  // SQL
  [`${API}/requests/requests.controller.ts`, 'typeorm', ['api-sql']],
  [`${API}/http/error.filter.ts`, 'pg', ['api-sql']],
  // layers of the web
  [`${WEB}/shared/session.ts`, '../features/auth/used', ['web-shared-layer']],
  [`${WEB}/features/auth/log-in.tsx`, '../../pages/used', ['web-features-layer']],
  [`${WEB}/pages/log-in-page.tsx`, '../app/used', ['web-pages-layer']],
  [
    `${WEB}/pages/lazy-page.tsx`,
    '../app/used',
    ['web-pages-layer'],
    "export const used = () => import('../app/used');",
  ],
  [`${WEB}/features/auth/card.tsx`, '../matches/used', ['web-features']],
  [`${WEB}/features/auth/export.tsx`, '../matches/used', ['web-features'], "export * from '../matches/used';"],
  [`${WEB}/features/brand-new/card.tsx`, '../matches/used', ['web-features']],
];

const RIGHT = [
  ['packages/contract/src/sessions.ts', 'zod'],
  ['packages/contract/src/auth.ts', './rules/used.js'],
  ['packages/contract/src/rules/deadline.test.ts', 'fast-check'],
  [`${API}/requests/contract.ts`, '@spareswipe/contract'],
  [`${API}/requests/credit.ts`, '../credits/used.js'],
  [`${API}/requests/expiry.service.ts`, 'typeorm'],
  [`${API}/scheduler/scheduler.service.ts`, '../payments/used.js'],
  [`${API}/payments/payments.service.ts`, '../database/tables/order.entity.js'],
  [`${API}/commands/seed.ts`, '../auth/used.js'],
  [`${API}/http/logging.ts`, '../database/used.js'],
  [`${API}/jobs/jobs.ts`, 'pg'],
  [`${API}/app.module.ts`, './requests/used.js'],
  [`${API}/requests/requests.test.ts`, '../matches/used.js'],
  [`${API}/requests/local.test.ts`, '@spareswipe/local-services'],
  [`${WEB}/pages/matches-page.tsx`, '../features/matches/used'],
  [`${WEB}/features/matches/match-card.tsx`, './used'],
  [`${WEB}/features/matches/rating.tsx`, '../../shared/used'],
  [`${WEB}/app/router.tsx`, '../pages/used'],
  ['apps/e2e/tests/accept.ts', '@spareswipe/fake-stripe'],
];

describe('the import check', () => {
  let broken;
  beforeAll(async () => {
    for (const [file, specifier, , text = `import { used } from '${specifier}';\nexport const mine = used;`] of [
      ...WRONG,
      ...RIGHT,
    ])
      write(file, text);
    for (const [file, specifier] of [...WRONG, ...RIGHT]) {
      if (!specifier.startsWith('.')) continue;
      const target = join(dirname(file), specifier).replace(/(\.js)?$/, '.ts');
      if (![...WRONG, ...RIGHT].some(([other]) => other === target)) write(target, 'export const used = 1;');
    }
    write(`${API}/database/tables/order.entity.ts`, "@Entity('orders')\nexport class Order {}\nexport const used = 1;");
    write(`${API}/users/one.ts`, "import { other } from './other.js';\nexport const one = () => other;");
    write(`${API}/users/other.ts`, "import { one } from './one.js';\nexport const other = () => one;");
    broken = (await wrongImports(root)).map(({ from, rule }) => ({ from, rule }));
  });
  const rulesBrokenBy = (file) => broken.filter(({ from }) => from === file).map(({ rule }) => rule);

  it.each(WRONG)('refuses that %s imports %s', (file, _specifier, rules) => {
    expect(rulesBrokenBy(file).sort()).toEqual(rules);
  });

  it.each(RIGHT)('lets %s import %s', (file) => {
    expect(rulesBrokenBy(file)).toEqual([]);
  });

  it('refuses two files that import each other', () => {
    expect(rulesBrokenBy(`${API}/users/one.ts`)).toEqual(['api-circle']);
  });
});

describe('the SQL check', () => {
  const complaintsAbout = (file, text) => {
    write(`${API}/${file}`, text);
    return wrongSql(root).filter((complaint) => complaint.startsWith(file));
  };

  it.each([
    ["'SELECT name FROM orders WHERE id = $1'", 'reads orders, which belongs to payments'],
    ['`SELECT 1 FROM students s JOIN orders o ON o.student_id = s.id`', 'reads orders'],
    ['`SELECT 1 FROM meal_requests r, orders o WHERE ${x}`', 'reads orders'],
    ['`SELECT ${x} FROM ledger.accounts a`', 'reads ledger.accounts, which belongs to credits'],
    ["'UPDATE students SET name = $2'", 'writes students, which belongs to users'],
    ["'INSERT INTO matches (id) VALUES ($1)'", 'writes matches'],
    ["'DELETE FROM sessions WHERE id = $1'", 'writes sessions, which belongs to sessions'],
    ["'SELECT ledger.release_credit($1)'", 'calls ledger.release_credit: ask credits'],
    ["'SELECT id FROM meal_requests'", undefined],
    ["'UPDATE meal_requests SET status = $2 FROM students s WHERE s.id = $1'", undefined],
    ["'SELECT ledger.hold_credit_within($1, $2, $3)'", undefined],
    ["'SELECT id FROM page JOIN found USING (id)'", undefined],
  ])('says of %s in requests: %s', (text, complaint) => {
    const file = 'requests/statements.ts';
    const found = complaintsAbout(file, `const x = 'x';\nexport const sql = ${text};`);
    expect(found).toEqual(complaint ? [expect.stringContaining(complaint)] : []);
  });

  it('lets commands and migrations use every table, and tests too', () => {
    const text = "export const sql = 'DELETE FROM orders';";
    expect(complaintsAbout('commands/clean.ts', text)).toEqual([]);
    expect(complaintsAbout('database/migrations/1-orders.ts', text)).toEqual([]);
    expect(complaintsAbout('requests/clean.test.ts', text)).toEqual([]);
  });

  it('refuses a foreign read that is declared and not there', () => {
    expect(wrongSql(root)).toContainEqual(expect.stringContaining('names ratings for requests, which does not use it'));
  });

  it('distinguishes a locked row from a written one, and a function from a table', () => {
    expect(usesIn('SELECT FROM students WHERE id = $1 FOR NO KEY UPDATE').mentions).toEqual([
      { table: 'students', writes: false },
    ]);
    expect(usesIn('INSERT INTO ratings (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET score = 1').mentions).toEqual([
      { table: 'ratings', writes: true },
    ]);
    expect(usesIn('SELECT lower(name), matches FROM page').mentions).toEqual([]);
  });
});

describe('the declaration', () => {
  it('of a workspace must name each package, room, layer and table', () => {
    for (const place of Object.keys(packages)) write(`${place}/package.json`, '{}');
    for (const room of [...Object.keys(apiRooms), ...Object.keys(groundFloor)]) write(`${API}/${room}/a.ts`, '');
    for (const layer of webLayers) write(`${WEB}/${layer}/a.ts`, '');
    expect(wrongDeclaration(root)).toEqual([]);

    write('packages/brand-new/package.json', '{}');
    write(`${API}/brand-new/a.ts`, '');
    write(`${WEB}/brand-new/a.ts`, '');
    write(`${API}/database/tables/coupon.entity.ts`, "@Entity('coupons')\nexport class Coupon {}");
    expect(wrongDeclaration(root)).toEqual([
      'rooms.js does not declare the package packages/brand-new',
      'rooms.js does not declare the room of apps/api/src brand-new',
      'rooms.js does not declare the layer of apps/web/src brand-new',
      'rooms.js names no owner of coupons (apps/api/src/platform/database/tables/coupon.entity.ts)',
    ]);
  });
});

describe('the diagrams', () => {
  const document = ['packages', 'web', 'rooms', 'tables', 'reads']
    .map((name) => `<!-- ${name}: made -->\n<!-- /${name} -->\n`)
    .join('');

  it('show every package and every room, and change nothing when drawn again', () => {
    const drawn = withDiagrams(document.replaceAll('-->\n<!-- /', '-->\nstale\n<!-- /'));
    expect(drawn).not.toContain('stale');
    for (const name of Object.keys(packages)) expect(drawn).toContain(`| \`${name}\` |`);
    for (const name of [...Object.keys(apiRooms), ...Object.keys(groundFloor)])
      expect(drawn).toContain(`| \`${name}\` |`);
    expect(drawn).toContain('matches --> requests');
    expect(withDiagrams(drawn)).toBe(drawn);
  });

  it('need their places', () => {
    expect(() => withDiagrams('# Architecture')).toThrow('no place for its part "packages"');
  });
});
