import { writeSync } from 'node:fs';
import { runImport } from '../../../src/import/run.ts';
import { openSqliteImport } from '../../../src/store/sqlite/open-import.ts';

/**
 * Imports a dump into a data folder like the command, but in commits of so few rows that a kill
 * leaves some of them and not all, and prints a dot after each write:
 * `import-in-small-commits.ts FOLDER FILE`.
 */
const ROWS_PER_COMMIT = 250;

const [dataDir = '', path = ''] = process.argv.slice(2);
const store = openSqliteImport(dataDir, ROWS_PER_COMMIT);
const { companies } = store;
await runImport({
  store: {
    ...store,
    companies: {
      ...companies,
      async write(...batch) {
        await companies.write(...batch);
        writeSync(1, '.');
      },
    },
  },
  work: { kind: 'full', path },
  spillFolder: dataDir,
  nowMs: () => Date.now(),
});
await store.close();
