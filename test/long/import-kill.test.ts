import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { writeDump } from '../../scripts/make-dump/workbook.ts';
import { importSample } from '../../src/import/run.ts';
import { expectSame, readState } from '../import/store-state.ts';
import { makeTestFolder } from '../support/folder.ts';
import { openTestSqlite } from '../support/stores.ts';
import { IMPORT, runProgram } from './support/killed-program.ts';

const SIZE = { rows: 5_000, seed: 7 };
const KILLS = 15;

/** All that the store holds, and how its last run ended. */
async function look(dataDir: string) {
  const store = openTestSqlite(dataDir);
  const state = await readState(store);
  const [run] = await store.imports.list(1);
  await store.close();
  return { state, outcome: run?.outcome };
}

/** Of the last two imports, newest first, as staff are told. */
async function listOutcomes(dataDir: string) {
  const store = openTestSqlite(dataDir);
  const runs = await store.imports.list(2);
  await store.close();
  return runs.map(({ outcome }) => outcome);
}

/**
 * Kills an import at random moments, each time on a copy of the same store, and imports the file
 * again; how many kills left a part of what it writes. Every third moment is one between its start
 * and its end, the others are among its writes, however long it reads before them.
 */
async function killOften(base: string, file: string, folder: string): Promise<number> {
  const undisturbed = join(folder, 'undisturbed');
  if (existsSync(base)) cpSync(base, undisturbed, { recursive: true });
  const before = existsSync(base) ? (await look(undisturbed)).state : [];
  const whole = await runProgram([IMPORT, undisturbed, file]);
  const expected = await look(undisturbed);
  let killedInside = 0;
  for (let number = 0; number < KILLS; number++) {
    const dataDir = join(folder, `killed-${number}`);
    if (existsSync(base)) cpSync(base, dataDir, { recursive: true });
    const part = Math.random();
    const kill =
      number % 3 === 0 ? { dots: 0, ms: part * whole.ms } : { dots: Math.ceil(part * whole.dots) };
    await runProgram([IMPORT, dataDir, file], kill);
    let isInside = false;
    if (existsSync(join(dataDir, 'companies.db'))) {
      const { state } = await look(dataDir);
      expect(state.every(({ record }) => record?.company.idno.length === 13)).toBe(true);
      const isEither = [before, expected.state].some((one) => isDeepStrictEqual(one, state));
      isInside = !isEither;
      if (isInside) killedInside++;
    }
    await runProgram([IMPORT, dataDir, file]);
    expectSame(await look(dataDir), expected);
    if (isInside) expect(await listOutcomes(dataDir)).toEqual(['completed', 'interrupted']);
    rmSync(dataDir, { recursive: true });
  }
  return killedInside;
}

describe(`an import killed at ${KILLS} random moments and run again`, () => {
  it('leaves the store of an undisturbed one: the first, after the bundled companies', async () => {
    const folder = makeTestFolder();
    const base = join(folder, 'base');
    const store = openTestSqlite(base);
    await importSample(store, folder);
    await store.close();
    const file = join(folder, 'company_2026.09.14.xlsx');
    await writeDump(file, { ...SIZE, dumpDate: '2026-09-14' });
    expect(await killOften(base, file, folder)).toBeGreaterThanOrEqual(KILLS / 3);
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
    await runProgram([IMPORT, base, first]);
    expect(await killOften(base, later, folder)).toBeGreaterThanOrEqual(KILLS / 3);
  });
});
