import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from '../support/process/compile.js';

/** Module hooks that run the bench's TypeScript sources without a build. */

export function resolve(specifier, context, next) {
  if (specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.endsWith('.ts')) {
    const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(source)) return { url: source.href, shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  return { format: 'module', source: await compile(fileURLToPath(url)), shortCircuit: true };
}
