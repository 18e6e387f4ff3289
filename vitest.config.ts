import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

/**
 * Node takes the package's CommonJS file for every importer. Without this the tests would have a
 * second copy, the package's ES module, beside the one that its CommonJS dependents load.
 */
const resolve = {
  alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }],
};
const DATABASES = 'test/support/test-databases.ts';
const { MONGODB_URI = '' } = process.env;
/**
 * What is asked of the program whichever store it stands on. Of the imports' tests, the others open
 * no store, but for the command's, which test/long/mongo has its own of.
 */
const STORE_SUITES = [
  'test/{accounts,rest}/**/*.test.ts',
  'test/staff/{mutations,queries}.test.ts',
  'test/import/{any-text,dirt,guards,interrupted,layout,rederive,repeating}.test.ts',
  'test/import/{run,separators,supplement,truth}.test.ts',
];

/** What must be answered within a time: these have the machine to themselves. */
const TIMED_SUITES = [
  'test/long/import-serving.test.ts',
  'test/long/{limit,staff}/**/*.test.ts',
  'test/long/mongo/{batching,faults}.test.ts',
];

if (MONGODB_URI === '') {
  saySkipped(
    'MONGODB_URI is not set',
    'the store, its layout, accounts, REST and imports on MongoDB, and test/long/mongo',
  );
}
if (spawnSync('redis-server', ['--version']).status !== 0) {
  saySkipped('there is no redis-server', 'the limiter on Redis, and test/long/limit');
}

function saySkipped(fault: string, tests: string): void {
  const help = 'eval "$(.ci/services)" installs and starts both servers';
  process.stderr.write(`${fault}; skipped: ${tests} (${help})\n`);
}

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        test: {
          name: 'quick',
          globalSetup: DATABASES,
          include: ['test/**/*.test.ts'],
          exclude: ['test/long/**'],
          testTimeout: 60_000,
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        resolve,
        test: {
          name: 'long',
          globalSetup: DATABASES,
          include: ['test/long/**/*.test.ts'],
          exclude: TIMED_SUITES,
          testTimeout: 600_000,
          hookTimeout: 120_000,
          // Each waits for clocks, browsers and other processes much of its time.
          maxWorkers: 2,
        },
      },
      {
        resolve,
        test: {
          name: 'timed',
          globalSetup: DATABASES,
          include: TIMED_SUITES,
          testTimeout: 600_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        resolve,
        test: {
          name: 'mongodb',
          globalSetup: DATABASES,
          include: MONGODB_URI === '' ? [] : STORE_SUITES,
          env: { STORE: 'mongodb' },
          testTimeout: 120_000,
          isolate: false,
          // Each waits for the server half of its time.
          maxWorkers: 2,
          // After the others: projects of different numbers of workers take turns.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
