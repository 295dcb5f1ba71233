/** `pnpm test:full`: every test at its full length, `*.full.test.ts` too, one file at a time, since some kill servers or compare times. */
const isFull = process.env.TEST_LEVEL === 'full';

/** Tests run against a real PostgreSQL and an API process that the files of a worker share (test/support/start-api.ts). */
export default {
  testEnvironment: '<rootDir>/test/support/environment.js',
  testMatch: ['<rootDir>/{src,test}/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...(isFull ? [] : [String.raw`\.full\.test\.ts$`])],
  globalSetup: '<rootDir>/test/support/global-setup.js',
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          target: 'es2023',
        },
        module: { type: 'es6' },
      },
    ],
  },
  // but not `metadata.min.json.js` of libphonenumber-js, which is a module
  moduleNameMapper: { '^(\\.{1,2}/.*(?<!\\.json))\\.js$': '$1' },
  // A busy machine is slow, not wrong: this only ends what hangs. A full race has ten times as many rounds.
  testTimeout: isFull ? 600_000 : 240_000,
  // Some tests mostly wait, for time to pass or another process, so two cores have room for three.
  maxWorkers: isFull ? 1 : 3,
};
