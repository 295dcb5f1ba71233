import type { Plugin } from 'vite';

const TS_REST = '/@ts-rest/core/index.esm.mjs';
/** Where the copy of Zod 3 ends that ts-rest is published with. */
const OWN_CODE = '\nconst isZodType =';
const SCHEMA = /= z\.object\(\{[^]*?\n\}\);/g;

/**
 * ts-rest is published with a copy of Zod 3, for four schemas of a server's failures, which the app does not use. No
 * bundler can leave the copy out, so every student would load it (11 kB compressed).
 */
export const tsRestWithoutZod = (): Plugin => ({
  name: 'ts-rest-without-zod',
  transform(code, id) {
    if (!id.endsWith(TS_REST)) return;
    const start = code.indexOf(OWN_CODE);
    const left = code.slice(start).replaceAll(SCHEMA, '= undefined;');
    if (start < 0 || left.includes('z.object('))
      return this.error('@ts-rest/core no longer looks as build/ts-rest-without-zod.ts expects');
    return { code: left, map: null };
  },
});
