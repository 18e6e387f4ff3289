import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { makeTestFolder } from '../support/folder.ts';
import { storeAsObjects } from '../support/older-companies.ts';
import { run } from '../support/process.ts';
import { copyImportedDump, FULL_DUMP } from './support/imported-dump.ts';

/** So many companies have one that an older program read in another way. */
const MISREAD_OF = 100;

const TABLES = ['companies', 'company_facets'];
/** How often a company was written: the only column that may differ. */
const UNCOMPARED = 'revision';

/** Rows that only one of the files has, or that differ, by table; SQLite compares them. */
function countDifferences(path: string, otherPath: string): Record<string, number> {
  const db = new DatabaseSync(path);
  const count = (rows: string) =>
    Number(db.prepare(`SELECT count(*) AS count FROM (${rows})`).get()?.['count']);
  try {
    db.prepare('ATTACH ? AS other').run(otherPath);
    db.exec(`
      CREATE VIRTUAL TABLE temp.own_words USING fts5vocab (main, company_words, col);
      CREATE VIRTUAL TABLE temp.other_words USING fts5vocab (other, company_words, col);
    `);
    const columns = db.prepare('SELECT name FROM pragma_table_info(?) WHERE name <> ?');
    const tables = TABLES.map((table) => {
      const [key, ...values] = columns.all(table, UNCOMPARED).map(({ name }) => String(name));
      const differ = values.map((name) => `one.${name} IS NOT two.${name}`).join(' OR ');
      const pairs = `main.${table} AS one FULL JOIN other.${table} AS two USING (${key})`;
      return [table, count(`SELECT 1 FROM ${pairs} WHERE ${differ}`)];
    });
    return {
      ...Object.fromEntries(tables),
      links: count(`
        SELECT 1 FROM main.founder_links AS one FULL JOIN other.founder_links AS two
        USING (mark, idno) WHERE one.mark IS NULL OR two.mark IS NULL
      `),
      // The index of words can only be asked: how many companies have each, and in which column.
      words: count(`
        SELECT 1 FROM (SELECT * FROM temp.own_words UNION ALL SELECT * FROM temp.other_words)
        GROUP BY term, col, doc, cnt HAVING count(*) = 1
      `),
    };
  } finally {
    db.close();
  }
}

/** As an older program, which folded names otherwise, left the file. */
function makeOlder(path: string): void {
  storeAsObjects(path);
  const db = new DatabaseSync(path);
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
  db.exec(`
    BEGIN;
    UPDATE companies SET
      company = json_set(company, '$.status', 'activa', '$.region', '9300',
        '$.founders', json('[{"name":"N/A","share":null,"type":"persoana_fizica"}]')),
      details = json_set(details, '$.flags', json('[]'), '$.directors', json('[]'))
    WHERE id % ${MISREAD_OF} = 0;
    UPDATE company_facets SET name = 'older', flags = '' WHERE id % 2 = 0;
    DELETE FROM founder_links WHERE idno % 2 = 0;
    INSERT INTO company_words (company_words) VALUES ('delete-all');
    DROP TABLE public_changes;
    PRAGMA user_version = ${version - 3};
    COMMIT;
  `);
  db.close();
}

it(`of ${FULL_DUMP.rows} companies an upgrade makes what an import of the same file makes`, async () => {
  const folder = makeTestFolder();
  const dataDir = join(folder, 'data');
  const path = join(dataDir, 'companies.db');
  const right = join(folder, 'right.db');
  const imported = await copyImportedDump(dataDir);
  copyFileSync(path, right);
  makeOlder(path);
  const older = countDifferences(path, right);
  for (const [table, count] of Object.entries(older)) expect(count, table).toBeGreaterThan(1_000);
  await openSqliteStore(dataDir).close();
  const { code, stdout } = await run('import', ['--rederive', '--json'], { DATA_DIR: dataDir });
  expect(code).toBe(0);
  const counts = JSON.parse(stdout);
  expect(counts).toMatchObject({ read: imported.new, rejected: 0 });
  expect(counts.changed).toBeGreaterThan(imported.new / MISREAD_OF / 2);
  const none = { companies: 0, company_facets: 0, links: 0, words: 0 };
  expect(countDifferences(path, right)).toEqual(none);
});
