import { register } from 'node:module';

// `pnpm bench`, and the bare server that it starts: TypeScript as it is, like the tests' processes.
register('../process/ts-hooks.js', import.meta.url);
if (process.argv[2] === 'bare') await import('./bare-server.ts');
else await import('./bench.ts');
