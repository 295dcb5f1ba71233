import { register } from 'node:module';

// Starts `pnpm bench` and its bare server from their TypeScript sources.
register('./ts-hooks.js', import.meta.url);
if (process.argv[2] === 'bare') await import('./bare-server.ts');
else await import('./bench.ts');
