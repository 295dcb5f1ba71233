import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from '@swc/core';

const API = fileURLToPath(new URL('../../', import.meta.url));
const COMPILED = join(API, 'node_modules/.cache/api-for-tests');

/**
 * Compiles the sources once for a whole run, so that a test never meets a stale build, and the API, which starts a hundred
 * times in a run, does so twice as quickly as if every process compiled them for itself.
 */
export async function compileSources() {
  const folders = ['src', 'test/process'];
  const names = await Promise.all(folders.map((folder) => readdir(join(API, folder), { recursive: true })));
  const files = folders.flatMap((folder, index) => names[index].map((name) => join(folder, name)));
  const sources = files.filter((file) => /(?<!\.test)\.ts$/.test(file));
  await Promise.all([
    ...sources.map(compileInto),
    ...(await withoutSource(sources)).map((file) => rm(file, { force: true })),
  ]);
}

/** What was compiled of sources that are gone, and would hide that somebody still imports them. */
async function withoutSource(sources) {
  const kept = new Set(sources.map((file) => file.replace(/\.ts$/, '.js')));
  const compiled = await readdir(COMPILED, { recursive: true }).catch(() => []);
  return compiled.filter((file) => file.endsWith('.js') && !kept.has(file)).map((file) => join(COMPILED, file));
}

/** Whole or not at all: other runs may be reading it. */
async function compileInto(file) {
  const [source, target] = [join(API, file), join(COMPILED, file.replace(/\.ts$/, '.js'))];
  // what lies beside a source (the mails' templates) is found there
  const code = (await compile(source)).replaceAll('import.meta.url', JSON.stringify(pathToFileURL(source).href));
  if ((await readFile(target, 'utf8').catch(() => undefined)) === code) return;
  await mkdir(dirname(target), { recursive: true });
  await writeFile(`${target}.${process.pid}`, code);
  await rename(`${target}.${process.pid}`, target);
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
