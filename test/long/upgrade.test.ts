import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { importDump } from '../../scripts/bench/import-process.ts';
import { writeDump } from '../../scripts/make-dump/workbook.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { makeTestFolder } from '../support/folder.ts';

const ROWS = 300_000;
/** So many companies have one that an older program read in another way. */
const MISREAD_OF = 20;
const ROOT = join(import.meta.dirname, '../..');
/** All that the file of companies holds of them, but how often each was written. */
const CONTENTS = [
  'SELECT idno, fingerprint, gone_since, company, details FROM companies ORDER BY idno',
  'SELECT * FROM company_facets ORDER BY id',
  'SELECT * FROM founder_links ORDER BY mark, idno',
];

function digest(path: string): string[] {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const contents = CONTENTS.map((sql) => {
      const hash = createHash('sha256');
      for (const row of db.prepare(sql).iterate()) hash.update(JSON.stringify(row));
      return hash.digest('hex');
    });
    return [...contents, ...countWords(db)];
  } finally {
    db.close();
  }
}

/** The index of words can only be asked: how many have the words of some companies' names. */
function countWords(db: DatabaseSync): string[] {
  const names = db.prepare(
    "SELECT name FROM company_facets WHERE id % 1001 = 0 AND name <> 'older' ORDER BY id",
  );
  const count = db.prepare(
    'SELECT count(*) AS found FROM company_words WHERE company_words MATCH ?',
  );
  return names.all().map(({ name }) => {
    const words = String(name)
      .split(' ')
      .filter((word) => word !== '');
    const found = count.get(`name : (${words.map((word) => `"${word}"`).join(' AND ')})`);
    return `${name}: ${found?.['found']}`;
  });
}

/** As an older program, which folded names otherwise, left the file. */
function makeOlder(path: string): void {
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
    PRAGMA user_version = ${version - 1};
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

it(`of ${ROWS} companies an upgrade makes what an import of the same file makes`, async () => {
  const folder = makeTestFolder();
  const dataDir = join(folder, 'data');
  const path = join(dataDir, 'companies.db');
  const file = join(folder, 'company_2026.09.14.xlsx');
  await writeDump(file, { rows: ROWS, seed: 8, dumpDate: '2026-09-14' });
  const imported = await importDump(dataDir, file);
  const right = digest(path);
  makeOlder(path);
  expect(digest(path)).not.toEqual(right);
  await openSqliteStore(dataDir).close();
  const counts = await rederive(dataDir);
  expect(counts).toMatchObject({ read: imported.new, rejected: 0 });
  expect(counts['changed']).toBeGreaterThan(imported.new / MISREAD_OF / 2);
  expect(digest(path)).toEqual(right);
});
