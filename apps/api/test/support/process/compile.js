import { readFile, rename } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from '@swc/core';
import { rolldown } from 'rolldown';

const ENTRY = fileURLToPath(new URL('./api-process.ts', import.meta.url));
const BUNDLE = fileURLToPath(new URL('../../../node_modules/.cache/api-for-tests.mjs', import.meta.url));

/**
 * Makes one file of the API, its libraries included, once for a whole run: so a test never meets a stale build, and the
 * API, which starts a hundred times in a run, need not look for its thousands of modules each time: half of a start.
 */
export async function bundleApi() {
  const bundle = await rolldown({
    input: ENTRY,
    platform: 'node',
    // native addons, and what libraries look for by its name at run time: there must not be two of it
    external: ['@css-inline/css-inline', '@node-rs/argon2', 'pg', 'reflect-metadata', 'typeorm'],
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    plugins: [{ name: 'our-sources', load: (file) => (/\.ts$/.test(file) ? load(file) : undefined) }],
    // libraries name in their checks what is not installed, and call what they hide
    logLevel: 'silent',
  });
  // Whole or not at all: other runs may be reading it.
  const unfinished = `${BUNDLE}.${process.pid}`;
  await bundle.write({ file: unfinished, codeSplitting: false, keepNames: true });
  await bundle.close();
  await rename(unfinished, BUNDLE);
}

async function load(file) {
  // what lies beside a source (the mails' templates) is found there
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
