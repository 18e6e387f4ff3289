import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { writeWeek } from '../../../scripts/bench/population.ts';
import { importDump, type MeasuredImport } from '../../../scripts/bench/processes.ts';
import type { Company } from '../../../src/domain/company/company.ts';
import { REGISTERED_NAME, readIdno } from '../../../src/store/sqlite/company-record.ts';

/** Of this run of the tests: vitest.config.ts names it, and it is removed at the end. */
const FOLDER = join(process.env['RUN_FOLDER'] ?? '', 'imported');

/** As many companies as the country has, nearly all of them in a row that can be imported. */
export const FULL_DUMP = { rows: 300_000, seed: 5, dumpDate: '2026-09-14', withoutIdno: 0 };

/** What it takes to ask for a company. */
export type NamedCompany = Pick<Company, 'idno' | 'name'>;

/**
 * Fills a data folder as an import of the full dump does, and says what that import reported. Only
 * the first test of a run that needs it writes and imports the dump; the later ones copy the store.
 */
export async function copyImportedDump(dataDir: string): Promise<MeasuredImport> {
  if (!existsSync(FOLDER)) await makeImportedDump();
  cpSync(join(FOLDER, 'data'), dataDir, { recursive: true });
  return readJson('report.json');
}

/** Companies of the full dump in its order, once a data folder has been filled with it. */
export function listImportedCompanies(): NamedCompany[] {
  return readJson('companies.json');
}

function readJson(name: string) {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
}

/** Under another name until it is complete; of two that are made at once the first one stays. */
async function makeImportedDump(): Promise<void> {
  const part = `${FOLDER}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  const file = await writeWeek(part, FULL_DUMP);
  const report = await importDump({ DATA_DIR: join(part, 'data') }, file);
  writeFileSync(join(part, 'report.json'), JSON.stringify(report));
  // To generate them all again takes seconds.
  const db = new DatabaseSync(join(part, 'data', 'companies.db'), { readOnly: true });
  const rows = db.prepare(`SELECT idno, ${REGISTERED_NAME} AS name FROM companies ORDER BY id`);
  const companies = rows.all().map((row) => ({ idno: readIdno(row), name: row['name'] }));
  db.close();
  writeFileSync(join(part, 'companies.json'), JSON.stringify(companies));
  if (existsSync(FOLDER)) rmSync(part, { recursive: true });
  else renameSync(part, FOLDER);
}
