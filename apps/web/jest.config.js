const swc = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
  },
};

/** @type {import('jest').Config} */
export default {
  testEnvironment: '<rootDir>/test/browser-environment.js',
  testEnvironmentOptions: { url: 'http://localhost/' },
  roots: ['<rootDir>/src', '<rootDir>/build', '<rootDir>/service-worker'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.tsx?$': ['@swc/jest', swc] },
  moduleNameMapper: { '\\.css$': '<rootDir>/test/css-stub.js' },
  globals: { API_ORIGIN: '' },
  setupFiles: ['<rootDir>/test/browser-gaps.ts'],
  setupFilesAfterEnv: ['<rootDir>/test/strict-console.ts'],
  // a busy machine is slow, not wrong
  testTimeout: 30_000,
};
