import { writeSync } from 'node:fs';
import { runImport } from '../../../src/import/run.ts';
import { openSqliteImport } from '../../../src/store/sqlite/open-import.ts';

/**
 * Imports a dump into a data folder like the command, but in commits of so few rows that a kill
 * leaves some of them and not all, and soon in a thread, as a large one; prints a dot when a write
 * is taken: `import-in-small-commits.ts FOLDER FILE`.
 */
const SMALL = { rowsPerCommit: 250, inlineRows: 500 };

const [dataDir = '', path = ''] = process.argv.slice(2);
const store = openSqliteImport(dataDir, SMALL);
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
  temporaryFolder: dataDir,
  nowMs: () => Date.now(),
});
await store.close();
