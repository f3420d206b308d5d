/** Runs the TypeScript suites as ES modules, compiled by swc. */
export default {
  testEnvironment: 'node',
  // Enough for every test on a machine that does much else: only what hangs takes as long.
  testTimeout: 120_000,
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
