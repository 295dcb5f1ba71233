export default {
  testMatch: ['<rootDir>/src/**/*.test.ts'],
  // those run with TEST_LEVEL=full, as in `pnpm test:full`
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(process.env.TEST_LEVEL === 'full' ? [] : [String.raw`\.full\.test\.ts$`]),
  ],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'es6' } }],
  },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  testTimeout: 180_000,
};
