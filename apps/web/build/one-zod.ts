import type { Plugin } from 'vite';

const TS_REST = '/@ts-rest/core/index.esm.mjs';
/** Where the copy of Zod 3 ends that ts-rest is published with. */
const OWN_CODE = '\nconst isZodType =';

/**
 * ts-rest is published with a copy of Zod 3, which it uses for four schemas of a server's failures. No bundler can leave
 * it out, so every student would load it (11 kB compressed) beside the Zod 4 of the contract. It gets that one instead.
 */
export const oneZod = (): Plugin => ({
  name: 'one-zod',
  transform(code, id) {
    if (!id.endsWith(TS_REST)) return;
    const start = code.indexOf(OWN_CODE);
    if (start < 0) return this.error('@ts-rest/core no longer looks as build/one-zod.ts expects');
    return { code: `import { z } from 'zod';${code.slice(start)}`, map: null };
  },
});
