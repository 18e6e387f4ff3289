import { spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { FirstFiles } from './test/support/first-files.ts';

// Tests start hundreds of processes: compiled once, each starts in half of the time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compile');
/** Of the stores that several tests of a run copy. */
process.env['RUN_FOLDER'] ??= join(tmpdir(), `registru-run-${process.pid}`);
const { MONGODB_URI = '' } = process.env;
const HAS_MONGODB = MONGODB_URI !== '';

/**
 * Node resolves the package to CommonJS for every importer. Without this alias the tests would load
 * a second copy, the package's ES module, next to the one of its CommonJS dependents.
 */
const resolve = {
  alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }],
};

/**
 * What the program promises on every store. The other tests of imports open no store, are about the
 * file alone, or take no more from a store than test/store promises, as those of companies' pages;
 * the command's have their own in test/long/mongo.
 */
const STORE_SUITES = [
  'test/{accounts,rest}/*.test.ts',
  'test/docs/caem-list.test.ts',
  'test/mcp/tools.test.ts',
  'test/export/export.test.ts',
  'test/staff/{mutations,queries,search}.test.ts',
  'test/webhooks/delivery.test.ts',
  'test/jobs/retention.test.ts',
];
/**
 * Of those folders these open no store, always the embedded one, test what comes before it, or use
 * it only to look up keys.
 */
const STORELESS_SUITES = [
  'test/accounts/link-queue.test.ts',
  'test/rest/{400,401,404,405,429,openapi}.test.ts',
  'test/rest/{answer-cache,cost,limited-reads,search-cache}.test.ts',
];
/** The same, for test:long: these take several times as long on MongoDB. */
const LONG_STORE_SUITES = [
  'test/accounts/{key-limit,sign-in}.test.ts',
  'test/import/{rederive,run}.test.ts',
  'test/rest/{companies,search}.test.ts',
  'test/export/export.test.ts',
  'test/staff/{mutations,queries}.test.ts',
  'test/import/dump/repeating.test.ts',
  'test/import/public-changes.test.ts',
  'test/import/supplement/supplement.test.ts',
  'test/long/import/**/*.test.ts',
  'test/long/webhooks/kill.test.ts',
];
/** Of the adapter for MongoDB alone, and as long. */
const LONG_MONGODB_SUITES = ['test/store/mongo-{layout,staff,torn-write}.test.ts'];
/** These measure real time and mostly wait: several at once, but nothing busy next to them. */
const WAITING_SUITES = [
  'test/long/docs/{code,code-faults}.test.ts',
  'test/long/accounts/usage-counter.test.ts',
  'test/long/limit/**/*.test.ts',
  'test/long/mongo/{faults,lease}.test.ts',
  'test/long/slow-requests.test.ts',
];
/** These measure answers to others during attacks that leave half of the processor time unused. */
const ATTACK_SUITES = ['test/long/attack/{pipelining,slow}.test.ts'];
/** These measure answers while something else works hard: each has both cores. */
const SERVING_SUITES = [
  'test/long/{import-serving,search,visitors}.test.ts',
  'test/long/account-page/link-flood.test.ts',
  'test/long/mongo/batching.test.ts',
  'test/long/{attack,staff}/**/*.test.ts',
  'test/long/webhooks/{serving,thousand}.test.ts',
];

if (!HAS_MONGODB) {
  reportSkipped(
    'MONGODB_URI is not set',
    'the store, its layout, accounts, REST and imports on MongoDB, and test/long/mongo',
  );
}
if (spawnSync('redis-server', ['--version']).status !== 0) {
  reportSkipped(
    'there is no redis-server',
    'the limiter on Redis, test/long/limit, and the alerts about Redis',
  );
}

/** Reports once per run: this file is loaded again for each project. */
function reportSkipped(fault: string, tests: string): void {
  const reported = process.env['REPORTED_SKIPS'] ?? '';
  if (reported.includes(fault)) return;
  process.env['REPORTED_SKIPS'] = `${reported}${fault};`;
  const help = 'eval "$(.ci/services)" installs and starts both servers';
  process.stderr.write(`${fault}; skipped: ${tests} (${help})\n`);
}

/** Groups of projects run one after another, in the order of their numbers; each has one maxWorkers. */
function toProject(
  name: string,
  group: number,
  test: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  return {
    resolve,
    test: {
      name,
      globalSetup: 'test/support/test-databases.ts',
      sequence: { groupOrder: group },
      testTimeout: 600_000,
      hookTimeout: 120_000,
      // The default of one second is too short where other processes use the cores.
      expect: { poll: { timeout: 20_000 } },
      ...test,
    },
  };
}

const MEMORY_FOLDER = '/dev/shm';
const GIB = 2 ** 30;

/** Hundreds of small stores are opened: in memory none of them waits for a disk. */
function toMemoryEnv(neededGib: number): Record<string, string> {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize < neededGib * GIB ? {} : { TMPDIR: MEMORY_FOLDER };
  } catch {
    return {};
  }
}

/** The files of a project share modules: to import them again takes as long as a short file. */
const SHARED = { isolate: false, maxWorkers: 2 };
/** A fifth of their time they wait: for processes, time limits, other servers. */
const QUICK = { ...SHARED, maxWorkers: 4, testTimeout: 120_000 };
const QUICK_ENV = toMemoryEnv(1);
/** Some of these have stores of 300,000 companies. */
const LONG_ENV = toMemoryEnv(8);

export default defineConfig({
  test: {
    sequence: { sequencer: FirstFiles },
    projects: [
      toProject('quick', 0, {
        ...QUICK,
        include: ['test/**/*.test.ts'],
        exclude: ['**/node_modules/**', 'test/long/**', ...LONG_MONGODB_SUITES],
        env: QUICK_ENV,
      }),
      toProject('mongodb', 0, {
        ...QUICK,
        include: HAS_MONGODB ? STORE_SUITES : [],
        exclude: [...STORELESS_SUITES, ...LONG_STORE_SUITES],
        env: { ...QUICK_ENV, STORE: 'mongodb' },
      }),
      toProject('long', 1, {
        ...SHARED,
        include: ['test/long/**/*.test.ts'],
        exclude: [...WAITING_SUITES, ...ATTACK_SUITES, ...SERVING_SUITES],
        env: LONG_ENV,
      }),
      toProject('mongodb-long', 1, {
        ...SHARED,
        include: HAS_MONGODB ? [...LONG_STORE_SUITES, ...LONG_MONGODB_SUITES] : [],
        env: { ...LONG_ENV, STORE: 'mongodb' },
      }),
      toProject('waiting', 2, { include: WAITING_SUITES, maxWorkers: 5 }),
      toProject('attacks', 3, { include: ATTACK_SUITES, maxWorkers: 2 }),
      toProject('serving', 4, {
        include: SERVING_SUITES,
        exclude: ATTACK_SUITES,
        maxWorkers: 1,
      }),
    ],
  },
});
