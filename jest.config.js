/** Runs the TypeScript suites as ES modules, compiled by swc. */
export default {
  testEnvironment: 'node',
  // A test that starts processes needs some of these on a machine that is busy; none needs all.
  testTimeout: 20_000,
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'es6' } },
    ],
  },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
};
