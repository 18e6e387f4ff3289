import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { makeTestFolder } from '../support/folder.ts';
import { storeAsObjects } from '../support/older-companies.ts';
import { copyImportedDump, FULL_DUMP } from './support/imported-dump.ts';

/** So many companies have one that an older program read in another way. */
const MISREAD_OF = 100;
const ROOT = join(import.meta.dirname, '../..');

/** All that a file holds of companies, but how often each was written. */
function listContents(schema: 'main' | 'other'): Record<string, string> {
  return {
    companies: `SELECT id, idno, fingerprint, gone_since, sample, company, details
      FROM ${schema}.companies`,
    facets: `SELECT * FROM ${schema}.company_facets`,
    links: `SELECT * FROM ${schema}.founder_links`,
    // The index of words can only be asked: how many companies have each, and in which column.
    words: `SELECT * FROM temp.${schema}_words`,
  };
}

/** Rows of either file that the other has not, by table; SQLite compares them. */
function countDifferences(path: string, otherPath: string): Record<string, number> {
  const db = new DatabaseSync(path);
  const others = listContents('other');
  const count = (rows: string, except: string) =>
    Number(db.prepare(`SELECT count(*) AS count FROM (${rows} EXCEPT ${except})`).get()?.['count']);
  try {
    db.prepare('ATTACH ? AS other').run(otherPath);
    db.exec(`
      CREATE VIRTUAL TABLE temp.main_words USING fts5vocab (main, company_words, col);
      CREATE VIRTUAL TABLE temp.other_words USING fts5vocab (other, company_words, col);
    `);
    return Object.fromEntries(
      Object.entries(listContents('main')).map(([table, own]) => {
        const { [table]: other = '' } = others;
        return [table, count(own, other) + count(other, own)];
      }),
    );
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

/** Runs the command to its end, as its user does. */
async function rederive(dataDir: string): Promise<Record<string, number>> {
  const child = spawn('npm', ['run', '-s', 'import', '--', '--rederive', '--json'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(code).toBe(0);
  return JSON.parse(output);
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
  const counts = await rederive(dataDir);
  expect(counts).toMatchObject({ read: imported.new, rejected: 0 });
  expect(counts['changed']).toBeGreaterThan(imported.new / MISREAD_OF / 2);
  const none = { companies: 0, facets: 0, links: 0, words: 0 };
  expect(countDifferences(path, right)).toEqual(none);
});
