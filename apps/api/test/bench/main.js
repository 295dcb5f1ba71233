import { register } from 'node:module';

// `pnpm bench`, and the bare server that it starts: TypeScript as it is, like the tests' processes.
register('../process/ts-hooks.js', import.meta.url);
await import(process.argv[2] === 'bare' ? './bare-server.ts' : './bench.ts');
