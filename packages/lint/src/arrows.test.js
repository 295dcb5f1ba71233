import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';
import { lintConfig } from './config.js';

const root = join(import.meta.dirname, '../../..');
const eslint = new ESLint({
  cwd: root,
  overrideConfigFile: true,
  overrideConfig: lintConfig({ root, typeAware: false }),
});

/** Messages about a file of this text at this place, whether or not the place exists. */
async function complaints(file, text) {
  const [{ messages }] = await eslint.lintText(`${text}\n`, { filePath: join(root, file) });
  return messages.filter(({ ruleId }) => ruleId !== '@typescript-eslint/no-unused-vars').map(({ message }) => message);
}

const importing = (specifier) => `import { thing } from '${specifier}';\nexport const used = thing;`;

const BROKEN = [
  // contract
  ['packages/contract/src/requests.ts', 'dayjs', /imports zod and @ts-rest\/core only/],
  ['packages/contract/src/requests.ts', 'node:crypto', /imports zod and @ts-rest\/core only/],
  ['packages/contract/src/requests.ts', '@spareswipe/api', /imports zod and @ts-rest\/core only/],
  ['packages/contract/src/requests.ts', '../../../apps/api/src/mail/mail.service.js', /by its package name/],
  // api and web
  ['apps/api/src/requests/requests.service.ts', '@spareswipe/web', /does not import the web app/],
  ['apps/api/src/requests/requests.service.ts', '../../../web/src/shared/api.js', /by its package name/],
  ['apps/web/src/shared/api.ts', '@spareswipe/api', /does not import the API/],
  ['apps/web/src/shared/api.ts', '../../../api/src/requests/requests.entity.js', /by its package name/],
  ['apps/api/src/main.ts', '@spareswipe/local-services', /development and tests/],
  // arrows of the API
  ['apps/api/src/requests/requests.service.ts', '../matches/matches.service.js', /requests may not import matches/],
  ['apps/api/src/matches/matches.service.ts', '../ratings/ratings.service.js', /matches may not import ratings/],
  ['apps/api/src/credits/credits.service.ts', '../requests/requests.service.js', /credits may not import requests/],
  ['apps/api/src/users/users.service.ts', '../auth/auth.service.js', /users may not import auth/],
  ['apps/api/src/requests/requests.service.ts', '../scheduler/scheduler.service.js', /may not import scheduler/],
  ['apps/api/src/mail/mail.service.ts', '../requests/requests.service.js', /mail may not import requests/],
  ['apps/api/src/config/settings.ts', '../common/app-error.js', /config may not import common/],
  ['apps/api/src/database/data-source.ts', '../requests/requests.service.js', /database may not import requests/],
  [
    'apps/api/src/brand-new/brand-new.service.ts',
    '../requests/requests.service.js',
    /brand-new may not import requests/,
  ],
  ['apps/api/src/matches/matches.service.ts', '../requests/requests.controller.js', /The controller of requests/],
  ['apps/api/src/matches/matches.service.ts', '../requests/requests.queries.js', /The queries of requests/],
  // SQL
  ['apps/api/src/requests/requests.controller.ts', 'typeorm', /SQL and TypeORM live in/],
  ['apps/api/src/common/error.filter.ts', 'pg', /SQL and TypeORM live in/],
  // layers of the web app
  ['apps/web/src/shared/session.ts', '../features/auth/log-in-form.js', /shared may not import features/],
  ['apps/web/src/features/auth/log-in-form.tsx', '../../pages/log-in-page.js', /features may not import pages/],
  ['apps/web/src/pages/log-in-page.tsx', '../app/router.js', /pages may not import app/],
  ['apps/web/src/features/auth/log-in-form.tsx', '../matches/match-card.js', /Features do not know each other/],
  ['apps/web/src/features/new/new.tsx', '../matches/match-card.js', /Features do not know each other/],
];

const SOUND = [
  ['packages/contract/src/requests.ts', 'zod'],
  ['packages/contract/src/requests.ts', './rules/deadline.js'],
  ['packages/contract/src/rules/deadline.test.ts', 'fast-check'],
  ['apps/api/src/requests/requests.service.ts', '@spareswipe/contract'],
  ['apps/api/src/requests/requests.service.ts', '../credits/credits.service.js'],
  ['apps/api/src/requests/requests.service.ts', 'typeorm'],
  ['apps/api/src/matches/matches.service.ts', '../requests/requests.entity.js'],
  ['apps/api/src/scheduler/scheduler.service.ts', '../payments/payments.service.js'],
  ['apps/api/src/database/data-source.ts', '../requests/meal-request.entity.js'],
  ['apps/api/src/credits/transfer.entity.ts', '../requests/meal-request.entity.js'],
  ['apps/api/src/app.module.ts', './requests/requests.module.js'],
  ['apps/api/src/requests/requests.test.ts', '../matches/matches.queries.js'],
  ['apps/web/src/pages/matches-page.tsx', '../features/matches/match-card.js'],
  ['apps/web/src/features/matches/match-card.tsx', './rating-dialog.js'],
  ['apps/web/src/features/matches/match-card.tsx', '../../shared/session.js'],
  ['apps/web/src/app/router.tsx', '../pages/matches-page.js'],
];

describe('an import against the arrows fails the lint', () => {
  it.each(BROKEN)('%s imports %s', async (file, specifier, complaint) => {
    expect(await complaints(file, importing(specifier))).toEqual([expect.stringMatching(complaint)]);
  });

  it('however it is written', async () => {
    const file = 'apps/web/src/features/auth/log-in-form.ts';
    for (const text of [
      "export { card } from '../matches/match-card.js';",
      "export * from '../matches/match-card.js';",
      "export const card = () => import('../matches/match-card.js');",
      "import type { Card } from '../matches/match-card.js';\nexport type Mine = Card;",
    ])
      expect(await complaints(file, text)).toEqual([expect.stringMatching(/Features do not know each other/)]);
  });
});

describe('an import along the arrows is fine', () => {
  it.each(SOUND)('%s imports %s', async (file, specifier) => {
    expect(await complaints(file, importing(specifier))).toEqual([]);
  });
});

describe('the environment is read in config only', () => {
  const text = 'export const port = process.env.PORT;';
  it.each(['apps/api/src/requests/requests.service.ts', 'apps/web/src/shared/api.ts', 'packages/contract/src/wire.ts'])(
    'not in %s',
    async (file) => {
      expect(await complaints(file, text)).toEqual([expect.stringMatching(/in one place: config/)]);
    },
  );
  it('but in config', async () => {
    expect(await complaints('apps/api/src/config/settings.ts', text)).toEqual([]);
  });
});

it('refuses forwardRef and enum', async () => {
  const file = 'apps/api/src/users/users.module.ts';
  const text = 'export const later = forwardRef(() => 1);\nexport enum Status { Active }';
  expect(await complaints(file, text)).toEqual(
    expect.arrayContaining([expect.stringMatching(/wrong way/), expect.stringMatching(/z\.enum/)]),
  );
});
