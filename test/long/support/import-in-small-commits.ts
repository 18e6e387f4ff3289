import { runImport } from '../../../src/import/run.ts';
import { openSqliteImport } from '../../../src/store/sqlite/open-import.ts';

/**
 * Imports a dump into a data folder like the command, but in commits of so few rows that a kill
 * leaves some of them and not all: `import-in-small-commits.ts FOLDER FILE`.
 */
const ROWS_PER_COMMIT = 250;

const [dataDir = '', path = ''] = process.argv.slice(2);
const store = openSqliteImport(dataDir, ROWS_PER_COMMIT);
await runImport({
  store,
  work: { kind: 'full', path },
  spillFolder: dataDir,
  nowMs: () => Date.now(),
});
await store.close();
