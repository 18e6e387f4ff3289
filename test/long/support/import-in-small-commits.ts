import { writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { runImport } from '../../../src/import/run.ts';
import { openImportStore } from '../../../src/store/open.ts';
import { openSqliteImport } from '../../../src/store/sqlite/open-import.ts';

/**
 * Imports a dump into a data folder like the command, but in commits of so few rows that a kill
 * leaves some of them and not all, and soon in a thread, as a large one; or into a database, by its
 * address. Prints a dot when a write is taken: `import-in-small-commits.ts FOLDER|ADDRESS FILE`. With
 * a number of writes behind these it goes no further, and waits to be killed.
 */
const SMALL = { rowsPerCommit: 250, inlineRows: 500 };
const MAX_WAIT_MS = 60_000;

const [place = '', path = '', maxWrites = 'Infinity'] = process.argv.slice(2);
const isAddress = place.startsWith('mongodb');
let writes = 0;
const store = isAddress
  ? await openImportStore({ dataDir: '', mongodbUri: place })
  : openSqliteImport(place, SMALL);
const { companies } = store;
await runImport({
  store: {
    ...store,
    companies: {
      ...companies,
      async write(...batch) {
        await companies.write(...batch);
        writeSync(1, '.');
        writes++;
        if (writes >= Number(maxWrites)) await sleep(MAX_WAIT_MS);
      },
    },
  },
  work: { kind: 'full', path },
  temporaryFolder: isAddress ? tmpdir() : place,
  nowMs: () => Date.now(),
});
await store.close();
