import { bundledLibraries } from './test/libraries.js';

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
  globalSetup: '<rootDir>/test/libraries.js',
  moduleNameMapper: { '\\.css$': '<rootDir>/test/css-stub.js', ...bundledLibraries },
  globals: { API_ORIGIN: '' },
  setupFiles: ['<rootDir>/test/browser-gaps.ts'],
  setupFilesAfterEnv: ['<rootDir>/test/strict-console.ts'],
  maxWorkers: 2,
  // a busy machine is slow, not wrong
  testTimeout: 60_000,
};
