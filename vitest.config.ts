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
  'test/jobs/{key-uses,retention,usage-counter,write-behind}.test.ts',
  'test/import/dump/{anomalies,classification,guards,layout,repeating,separators}.test.ts',
  'test/import/{rederive,run,supplement/supplement}.test.ts',
];
/** The same, where MongoDB takes half a minute or more. */
const LONG_STORE_SUITES = ['test/import/truth.test.ts', 'test/long/import/**/*.test.ts'];

/** What goes by real time and mostly waits: several at once, but nothing busy beside them. */
const WAITING_SUITES = [
  'test/long/limit/**/*.test.ts',
  'test/long/mongo/{batching,faults,lease}.test.ts',
  'test/long/slow-requests.test.ts',
];
/** What is answered within a time while something else works hard: each has both cores. */
const SERVING_SUITES = [
  'test/long/import-serving.test.ts',
  'test/long/account-page/link-flood.test.ts',
  'test/long/{attack,staff}/**/*.test.ts',
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
          exclude: [...WAITING_SUITES, ...SERVING_SUITES],
          testTimeout: 600_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        resolve,
        test: {
          name: 'waiting',
          globalSetup: DATABASES,
          include: WAITING_SUITES,
          testTimeout: 600_000,
          hookTimeout: 120_000,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        resolve,
        test: {
          name: 'serving',
          include: SERVING_SUITES,
          testTimeout: 600_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
      {
        resolve,
        test: {
          name: 'mongodb-long',
          globalSetup: DATABASES,
          include: MONGODB_URI === '' ? [] : LONG_STORE_SUITES,
          env: { STORE: 'mongodb' },
          testTimeout: 600_000,
          maxWorkers: 2,
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
          // After the quick ones, which tell more plainly what is wrong.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
