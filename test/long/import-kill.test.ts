import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { writeDump } from '../../scripts/make-dump/workbook.ts';
import { importSample } from '../../src/import/sample.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { readState } from '../import/store-state.ts';
import { makeTestFolder } from '../support/folder.ts';

const SIZE = { rows: 5_000, seed: 7 };
const KILLS = 15;
const SMALL_COMMITS = join(import.meta.dirname, 'support/import-in-small-commits.ts');

/** Ends by itself, or is killed after so many milliseconds. */
async function importFile(dataDir: string, file: string, killAfterMs?: number) {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [SMALL_COMMITS, dataDir, file], { stdio: 'inherit' });
  const exit = once(child, 'exit');
  if (killAfterMs !== undefined) {
    await sleep(killAfterMs);
    child.kill('SIGKILL');
  }
  const [code] = await exit;
  if (killAfterMs === undefined) expect(code).toBe(0);
  return performance.now() - startedMs;
}

/** All that the store holds, and how its last run ended. */
async function look(dataDir: string) {
  const store = openSqliteStore(dataDir);
  const state = await readState(store);
  const [run] = await store.imports.list(1);
  await store.close();
  return { state, outcome: run?.outcome };
}

/**
 * Kills an import at random moments between its start and its end, each time on a copy of the same
 * store, and imports the file again; how many kills left a part of what it writes.
 */
async function killOften(base: string, file: string, folder: string): Promise<number> {
  const undisturbed = join(folder, 'undisturbed');
  if (existsSync(base)) cpSync(base, undisturbed, { recursive: true });
  const before = existsSync(base) ? (await look(undisturbed)).state : [];
  const wholeMs = await importFile(undisturbed, file);
  const expected = await look(undisturbed);
  let killedInside = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const dataDir = join(folder, `killed-${kill}`);
    if (existsSync(base)) cpSync(base, dataDir, { recursive: true });
    await importFile(dataDir, file, Math.random() * wholeMs);
    if (existsSync(join(dataDir, 'companies.db'))) {
      const { state } = await look(dataDir);
      for (const { record } of state) expect(record?.company.idno).toHaveLength(13);
      const isEither = [before, expected.state].some((one) => isDeepStrictEqual(one, state));
      if (!isEither) killedInside++;
    }
    await importFile(dataDir, file);
    expect(await look(dataDir)).toEqual(expected);
    rmSync(dataDir, { recursive: true });
  }
  return killedInside;
}

describe(`an import killed at ${KILLS} random moments and run again`, () => {
  it('leaves the store of an undisturbed one: the first, after the bundled companies', async () => {
    const folder = makeTestFolder();
    const base = join(folder, 'base');
    const store = openSqliteStore(base);
    await importSample(store, folder);
    await store.close();
    const file = join(folder, 'company_2026.09.14.xlsx');
    await writeDump(file, { ...SIZE, dumpDate: '2026-09-14' });
    expect(await killOften(base, file, folder)).toBeGreaterThan(0);
  });

  it('leaves the store of an undisturbed one: a later week of many changes', async () => {
    const folder = makeTestFolder();
    const base = join(folder, 'base');
    const [first, later] = ['company_2026.09.14.xlsx', 'company_2026.09.21.xlsx'].map((name) =>
      join(folder, name),
    );
    if (first === undefined || later === undefined) throw new Error('there are no files');
    await writeDump(first, { ...SIZE, dumpDate: '2026-09-14' });
    await writeDump(later, { ...SIZE, dumpDate: '2026-09-21', changed: 0.7 });
    await importFile(base, first);
    expect(await killOften(base, later, folder)).toBeGreaterThan(0);
  });
});
