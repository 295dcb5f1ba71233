import { readFile, rename } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from '@swc/core';
import { rolldown } from 'rolldown';

const ENTRY = fileURLToPath(new URL('./api-process.ts', import.meta.url));
const BUNDLE = fileURLToPath(new URL('../../../node_modules/.cache/api-for-tests.mjs', import.meta.url));

/**
 * Bundles the API with its libraries into one file, once per run: tests never use a stale build, and the API, which starts
 * a hundred times in a run, starts in half the time because it does not resolve thousands of modules.
 */
export async function bundleApi() {
  const bundle = await rolldown({
    input: ENTRY,
    platform: 'node',
    // native addons, and packages that libraries load by name at run time and that must exist only once
    external: ['@css-inline/css-inline', '@node-rs/argon2', 'pg', 'reflect-metadata', 'typeorm'],
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    plugins: [{ name: 'our-sources', load: (file) => (/\.ts$/.test(file) ? load(file) : undefined) }],
    // libraries check for packages that are not installed, and use dynamic requires
    logLevel: 'silent',
  });
  // Replaced in one step, because other runs may be reading it.
  const unfinished = `${BUNDLE}.${process.pid}`;
  await bundle.write({ file: unfinished, codeSplitting: false, keepNames: true });
  await bundle.close();
  await rename(unfinished, BUNDLE);
}

async function load(file) {
  // finds files beside a source (the mails' templates)
  const code = (await compile(file)).replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href));
  return { code, moduleType: 'js' };
}

export async function compile(filename) {
  const { code } = await transform(await readFile(filename, 'utf8'), {
    filename,
    sourceMaps: 'inline',
    module: { type: 'es6' },
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      target: 'es2023',
    },
  });
  return code;
}
