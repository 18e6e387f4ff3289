import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Company } from '../../src/domain/company/company.ts';
import type { Guards } from '../../src/import/dump/guards.ts';
import {
  type ImportRequest,
  type ImportSummary,
  type ImportWork,
  runImport,
} from '../../src/import/run.ts';
import type { StoredCompany } from '../../src/store/port/companies.ts';
import type { StoredReject } from '../../src/store/port/imports.ts';
import { createClock } from '../support/clock.ts';
import { makeTestFolder } from '../support/folder.ts';
import { closeTestStore, copyTestStore, openTestStore, type TestStore } from '../support/stores.ts';
import { type DumpSpec, type RowSpec, writeDump } from './dump-file.ts';

export interface TestImport {
  folder: string;
  store: TestStore;
  /** What was noted for people. */
  notes: string[];
  /** Writes a file into the test's folder; its path. */
  save(name: string, content: string | Uint8Array): string;
  run(work: ImportWork, options?: RunOptions): Promise<ImportSummary>;
  /** A full dump of these rows. */
  importRows(rows: readonly RowSpec[], options?: DumpOptions): Promise<ImportSummary>;
  find(idno: string): Promise<Company | null>;
  findRecord(idno: string): Promise<StoredCompany | null>;
  readRejects(name: string): StoredReject[];
  /** Before the test ends; for one that opens many. */
  close(): Promise<void>;
}

export type RunOptions = Partial<Omit<ImportRequest, 'work' | 'guards'>> & {
  guards?: Partial<Guards>;
};
export interface DumpOptions extends Omit<DumpSpec, 'rows'>, Pick<RunOptions, 'guards' | 'dryRun'> {
  partial?: boolean;
  name?: string;
}

export const DUMP_NAME = 'company.xlsx';

/**
 * Imports into a real store, with a folder for files; both go with the test. The store is empty,
 * or has what the closed one of another test has.
 */
export async function openTestImport(copied?: TestImport): Promise<TestImport> {
  const folder = makeTestFolder();
  const dataDir = join(folder, 'data');
  const store = await (copied === undefined
    ? openTestStore(dataDir)
    : copyTestStore(copied.store, join(copied.folder, 'data'), dataDir));
  const clock = createClock();
  const notes: string[] = [];
  const save = (name: string, content: string | Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const run = (work: ImportWork, options: RunOptions = {}) => {
    clock.advance(60_000);
    const progress = { begin() {}, advance() {}, note: (line: string) => notes.push(line) };
    const { nowMs } = clock;
    return runImport({ store, work, temporaryFolder: folder, nowMs, progress, ...options });
  };
  return {
    folder,
    store,
    notes,
    save,
    run,
    importRows(
      rows,
      { partial = false, name = DUMP_NAME, guards = {}, dryRun = false, ...spec } = {},
    ) {
      const path = save(name, writeDump({ ...spec, rows }));
      return run({ kind: partial ? 'partial' : 'full', path }, { guards, dryRun });
    },
    async find(idno) {
      const [found = null] = await store.companies.findByIdnos([idno]);
      return found;
    },
    async findRecord(idno) {
      const [found = null] = await store.companies.findRecords([idno]);
      return found;
    },
    readRejects(name) {
      const lines = readFileSync(join(folder, `${name}.rejects.ndjson`), 'utf8').split('\n');
      return lines.slice(0, -1).map((line) => JSON.parse(line));
    },
    close: () => closeTestStore(store),
  };
}

/** The same with a full dump of these rows in the store. */
export async function openWithRows(
  rows: readonly RowSpec[],
  options: DumpOptions = {},
): Promise<TestImport> {
  const test = await openTestImport();
  await test.importRows(rows, options);
  return test;
}
