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

describe('the environment is read in config only', () => {
  const text = 'export const port = process.env.PORT;';
  it.each([
    'apps/api/src/exchange/requests/requests.service.ts',
    'apps/web/src/shared/api.ts',
    'packages/contract/src/wire.ts',
  ])('not in %s', async (file) => {
    expect(await complaints(file, text)).toEqual([expect.stringMatching(/in one place: config/)]);
  });
  it('but in config', async () => {
    expect(await complaints('apps/api/src/platform/config/settings.ts', text)).toEqual([]);
  });
});

it('refuses forwardRef and enum', async () => {
  const file = 'apps/api/src/people/users/users.module.ts';
  const text = 'export const later = forwardRef(() => 1);\nexport enum Status { Active }';
  expect(await complaints(file, text)).toEqual(
    expect.arrayContaining([expect.stringMatching(/wrong way/), expect.stringMatching(/z\.enum/)]),
  );
});
