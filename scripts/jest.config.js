export default {
  testMatch: ['<rootDir>/**/*.test.mjs'],
  // those run with TEST_LEVEL=full, as in `pnpm test:full`
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(process.env.TEST_LEVEL === 'full' ? [] : [String.raw`\.full\.test\.mjs$`]),
  ],
  moduleFileExtensions: ['mjs', 'js', 'json'],
  transform: {},
  testTimeout: 300_000,
};
