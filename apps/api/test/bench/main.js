import { register } from 'node:module';

// Starts `pnpm bench`, its bare server and the measurement of live lists from their TypeScript sources.
register('./ts-hooks.js', import.meta.url);
if (process.argv[2] === 'bare') await import('./bare-server.ts');
else if (process.argv[2] === 'live') await import('./live.ts');
else await import('./bench.ts');
