import unit from './jest.config.js';

/** Runs the suites that need a real browser; `.ci/browser` installs one. */
export default { ...unit, testMatch: ['<rootDir>/test/e2e/**/*.e2e.ts'] };
