import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { wrongDeclaration } from './declaration.js';
import { wrongImports } from './imports.js';
import { apiRooms, packages, webLayers } from './rooms.js';
import { writtenBy, wrongSql } from './sql.js';

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
  [`${API}/exchange/requests/web.ts`, '@spareswipe/web', ['package-apps/api', 'tests-apps/api']],
  [
    `${API}/exchange/requests/into-web.ts`,
    '../../../../web/src/shared/used.js',
    ['package-apps/api', 'reaching-in', 'tests-apps/api'],
  ],
  [`${WEB}/shared/api.ts`, '@spareswipe/api', ['package-apps/web', 'tests-apps/web']],
  [`${WEB}/shared/into-api.test.ts`, '../../../api/src/exchange/requests/used.js', ['reaching-in', 'tests-apps/web']],
  [`${API}/main.ts`, '@spareswipe/local-services', ['package-apps/api']],
  // rooms of the API
  [`${API}/exchange/requests/requests.service.ts`, '../matches/used.js', ['api-exchange/requests']],
  [`${API}/exchange/matches/matches.service.ts`, '../ratings/used.js', ['api-exchange/matches']],
  [`${API}/ledger/credits/credits.service.ts`, '../../exchange/requests/used.js', ['api-ledger/credits']],
  [`${API}/people/users/users.service.ts`, '../auth/used.js', ['api-people/users']],
  [
    `${API}/people/users/types.ts`,
    '../auth/used.js',
    ['api-people/users'],
    "import type { used } from '../auth/used.js';\nexport type U = typeof used;",
  ],
  [`${API}/delivery/mail/mail.service.ts`, '../../people/users/used.js', ['api-delivery/mail']],
  [`${API}/platform/config/settings.ts`, '../common/used.js', ['api-platform/config']],
  [`${API}/payments/payments.service.ts`, '../exchange/matches/used.js', ['api-payments']],
  [`${API}/exchange/requests/root.ts`, '../../app.module.js', ['api-exchange/requests']],
  [`${API}/exchange/matches/asks.ts`, '../requests/requests.controller.js', ['api-private']],
  [`${API}/exchange/matches/reads.ts`, '../requests/requests.queries.js', ['api-private']],
  [`${API}/exchange/matches/orders.ts`, '../../platform/database/tables/order.entity.js', ['api-table-orders']],
  // SQL
  [`${API}/exchange/requests/requests.controller.ts`, 'typeorm', ['api-sql']],
  [`${API}/platform/http/error.filter.ts`, 'pg', ['api-sql']],
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
  [`${API}/exchange/requests/contract.ts`, '@spareswipe/contract'],
  [`${API}/exchange/requests/credit.ts`, '../../ledger/credits/used.js'],
  [`${API}/exchange/requests/expiry.service.ts`, 'typeorm'],
  [`${API}/operations/scheduler/scheduler.service.ts`, '../../payments/used.js'],
  [`${API}/payments/orders.service.ts`, '../platform/database/tables/order.entity.js'],
  [`${API}/operations/commands/seed.ts`, '../../people/auth/used.js'],
  [`${API}/platform/http/logging.ts`, '../database/used.js'],
  [`${API}/platform/jobs/jobs.ts`, 'pg'],
  [`${API}/app.module.ts`, './exchange/requests/used.js'],
  [`${API}/exchange/requests/requests.test.ts`, '../matches/used.js'],
  [`${API}/exchange/requests/local.test.ts`, '@spareswipe/local-services'],
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
    write(
      `${API}/platform/database/tables/order.entity.ts`,
      "@Entity('orders')\nexport class Order {}\nexport const used = 1;",
    );
    write(`${API}/people/users/one.ts`, "import { other } from './other.js';\nexport const one = () => other;");
    write(`${API}/people/users/other.ts`, "import { one } from './one.js';\nexport const other = () => one;");
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
    expect(rulesBrokenBy(`${API}/people/users/one.ts`)).toEqual(['api-circle']);
  });
});

describe('the SQL check', () => {
  const complaintsAbout = (file, text) => {
    write(`${API}/${file}`, text);
    return wrongSql(root).filter((complaint) => complaint.startsWith(file));
  };

  it.each([
    ["'UPDATE students SET name = $2'", 'writes students, which belongs to people/users'],
    ["'INSERT INTO matches (id) VALUES ($1)'", 'writes matches'],
    ["'DELETE FROM sessions WHERE id = $1'", 'writes sessions, which belongs to people/sessions'],
    ["'SELECT name FROM orders WHERE id = $1'", undefined],
    ["'UPDATE meal_requests SET status = $2 FROM students s WHERE s.id = $1'", undefined],
  ])('says of %s in requests: %s', (text, complaint) => {
    const file = 'exchange/requests/statements.ts';
    const found = complaintsAbout(file, `export const sql = ${text};`);
    expect(found).toEqual(complaint ? [expect.stringContaining(complaint)] : []);
  });

  it('lets commands and migrations write every table, and tests too', () => {
    const text = "export const sql = 'DELETE FROM orders';";
    expect(complaintsAbout('operations/commands/clean.ts', text)).toEqual([]);
    expect(complaintsAbout('platform/database/migrations/1-orders.ts', text)).toEqual([]);
    expect(complaintsAbout('exchange/requests/clean.test.ts', text)).toEqual([]);
  });

  it('distinguishes a locked row from a written one', () => {
    expect(writtenBy('SELECT FROM students WHERE id = $1 FOR NO KEY UPDATE')).toEqual([]);
    expect(writtenBy('INSERT INTO ratings (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET score = 1')).toEqual([
      'ratings',
    ]);
  });
});

describe('the declaration', () => {
  it('of a workspace must name each package, room, layer and table', () => {
    for (const place of Object.keys(packages)) write(`${place}/package.json`, '{}');
    for (const room of apiRooms) write(`${API}/${room}/a.ts`, '');
    for (const layer of webLayers) write(`${WEB}/${layer}/a.ts`, '');
    expect(wrongDeclaration(root)).toEqual([]);

    write('packages/brand-new/package.json', '{}');
    write(`${API}/brand-new/a.ts`, '');
    write(`${API}/people/brand-new/a.ts`, '');
    write(`${WEB}/brand-new/a.ts`, '');
    write(`${API}/platform/database/tables/coupon.entity.ts`, "@Entity('coupons')\nexport class Coupon {}");
    expect(wrongDeclaration(root)).toEqual([
      'rooms.js does not declare the package packages/brand-new',
      'rooms.js does not declare the wing of apps/api/src brand-new',
      'rooms.js does not declare the room of people brand-new',
      'rooms.js does not declare the layer of apps/web/src brand-new',
      'rooms.js names no owner of coupons (apps/api/src/platform/database/tables/coupon.entity.ts)',
    ]);
  });
});
