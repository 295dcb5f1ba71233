import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const APP = join(import.meta.dirname, '..');
const BUNDLES = join(import.meta.dirname, 'dist');

/** Imported by tests or the app, and made of many modules, which Jest would link anew for each test file. */
const LIBRARIES = [
  '@mantine/core',
  '@mantine/form',
  '@mantine/hooks',
  '@mantine/modals',
  '@mantine/notifications',
  '@spareswipe/contract',
  '@spareswipe/contract/campus-names',
  '@spareswipe/contract/desk',
  '@spareswipe/contract/routes',
  '@stripe/react-stripe-js',
  '@tabler/icons-react',
  '@tanstack/react-query',
  '@testing-library/dom',
  '@testing-library/jest-dom/jest-globals',
  '@testing-library/react',
  '@testing-library/user-event',
  '@ts-rest/core',
  'eventsource-parser',
  'mantine-form-zod-resolver',
  'react-router',
  'uuid',
  'zod',
];

/** Jest's `moduleNameMapper` from each library to its bundle. */
export const bundledLibraries = Object.fromEntries(
  LIBRARIES.map((library) => [`^${library}$`, join(BUNDLES, `${library}.mjs`)]),
);

/** Jest's global set-up: bundles the libraries, with what they share in chunks, so that there is one of each. */
export default async function bundleLibraries() {
  const bundle = await rolldown({
    cwd: APP,
    input: Object.fromEntries(LIBRARIES.map((library) => [library, library])),
    platform: 'browser',
    external: ['@jest/globals', /^react(-dom)?(\/|$)/],
    plugins: [usedIcons()],
    // Testing Library moves fake timers through `jest`, which is a global for CommonJS only
    transform: { define: { 'process.env.NODE_ENV': '"test"' }, inject: { jest: ['@jest/globals', 'jest'] } },
    resolve: { conditionNames: ['import', 'development', 'browser'] },
    preserveEntrySignatures: 'strict',
    logLevel: 'silent',
  });
  await bundle.write({ dir: BUNDLES, entryFileNames: '[name].mjs', chunkFileNames: 'shared-[name].mjs' });
  await bundle.close();
}

/** Of the thousands of icons only those that the app names. */
function usedIcons() {
  const entry = '\0used-icons';
  const sources = globSync('src/**/*.tsx', { cwd: APP }).map((file) => readFileSync(join(APP, file), 'utf8'));
  const icons = new Set(sources.flatMap((source) => source.match(/\bIcon[A-Z]\w*/g) ?? []));
  const exported = (icon) => `export { default as ${icon} } from '@tabler/icons-react/dist/esm/icons/${icon}.mjs';`;
  return {
    name: 'used-icons',
    resolveId: (id, importer) => (id === '@tabler/icons-react' && !importer ? entry : undefined),
    load: (id) => (id === entry ? [...icons].map(exported).join('\n') : undefined),
  };
}
