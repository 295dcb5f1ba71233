import { register } from 'node:module';

// Starts `pnpm bench`, its bare servers, and the measurements of memory and of the database from their TypeScript sources.
register('./ts-hooks.js', import.meta.url);
if (process.argv[2] === 'bare') await import('./bare-server.ts');
else if (process.argv[2] === 'soak') await import('./soak.ts');
else if (process.argv[2] === 'database') await import('./database.ts');
else await import('./bench.ts');
