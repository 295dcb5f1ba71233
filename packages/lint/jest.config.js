export default { testMatch: ['<rootDir>/src/**/*.test.js'], transform: {} };
