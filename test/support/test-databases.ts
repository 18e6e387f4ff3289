import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { MongoClient } from 'mongodb';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Stands in the names of the databases that this run of the tests keeps until its end. */
    testRun: string;
  }
}

/** How the names of all databases of tests begin. */
export const TEST_DATABASE = 'registru-test';

/** Around a run of the tests: its stores, which tests hand on to each other, go with it. */
export default function dropStores(project: TestProject): () => Promise<void> {
  const testRun = randomBytes(4).toString('hex');
  project.provide('testRun', testRun);
  return async () => {
    const { MONGODB_URI = '', RUN_FOLDER = '' } = process.env;
    rmSync(RUN_FOLDER, { recursive: true, force: true });
    if (MONGODB_URI === '') return;
    const client = new MongoClient(MONGODB_URI);
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    const own = databases.filter(({ name }) => name.startsWith(`${TEST_DATABASE}-${testRun}-`));
    for (const { name } of own) await client.db(name).dropDatabase();
    await client.close();
  };
}
