import { register } from 'node:module';

// `pnpm bench`, and the bare server that it starts: TypeScript as it is.
register('./ts-hooks.js', import.meta.url);
if (process.argv[2] === 'bare') await import('./bare-server.ts');
else await import('./bench.ts');
