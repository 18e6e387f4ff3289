import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** As Node resolves it; else tests and the packages that they try have two copies of its classes. */
const alias = [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'quick',
          alias,
          include: ['test/**/*.test.ts'],
          exclude: ['test/long/**'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'long',
          alias,
          include: ['test/long/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
