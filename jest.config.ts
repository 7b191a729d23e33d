import type { Config } from 'jest';

const config: Config = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^nestjs-mcp$': '<rootDir>/lib/index.ts',
    '^nestjs-mcp/context$': '<rootDir>/lib/context/index.ts',
    '^nestjs-mcp/redis$': '<rootDir>/lib/store/redis/index.ts',
    '^nestjs-mcp/testing$': '<rootDir>/lib/testing/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
          target: 'es2022',
          keepClassNames: true,
        },
        module: { type: 'es6' },
      },
    ],
  },
  maxWorkers: 2,
  testTimeout: 20_000,
  // Modules of suites that have ended stay in memory, and collecting garbage around them takes most of the time.
  workerIdleMemoryLimit: '1GB',
};

export default config;
