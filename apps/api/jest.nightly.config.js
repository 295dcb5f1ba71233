import config from './jest.config.js';

/**
 * `pnpm test:nightly`: every test at its full length, `*.nightly.test.ts` too, and one after the other, because some kill
 * servers or compare times.
 */
process.env.NIGHTLY = 'yes';
export default { ...config, testPathIgnorePatterns: ['/node_modules/'], maxWorkers: 1 };
