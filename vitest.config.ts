import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

/**
 * Node takes the package's CommonJS file for every importer. Without this the tests would have a
 * second copy, the package's ES module, beside the one that its CommonJS dependents load.
 */
const resolve = {
  alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }],
};

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        test: {
          name: 'quick',
          include: ['test/**/*.test.ts'],
          exclude: ['test/long/**'],
          testTimeout: 60_000,
          isolate: false,
        },
      },
      {
        resolve,
        test: {
          name: 'long',
          include: ['test/long/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
