import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeWeek } from '../../scripts/bench/population.ts';
import { serveWhileImporting } from '../../scripts/bench/serve-while-importing.ts';
import { makeTestFolder } from '../support/folder.ts';
import { findFreePort } from '../support/process.ts';
import { copyImportedDump, FULL_DUMP } from './support/imported-dump.ts';

it(`serves the old or the new truth, and takes new keys, while ${FULL_DUMP.rows} rows come in`, async () => {
  const folder = makeTestFolder();
  const dataDir = join(folder, 'data');
  const later = { ...FULL_DUMP, dumpDate: '2026-09-21', changed: 0.5 };
  const laterFile = await writeWeek(folder, later);
  const { ownMemoryMib } = await copyImportedDump(dataDir);
  expect(ownMemoryMib).toBeLessThan(200);
  const port = await findFreePort();
  const run = { dataDir, port, first: FULL_DUMP, later, laterFile };
  const { report, load, before, after, regenerated } = await serveWhileImporting(run);
  expect([load.wrong, load.firstWrong]).toEqual([0, '']);
  expect(before).toBeGreaterThan(100);
  expect(after).toBeGreaterThan(100);
  expect(load.answered).toBeGreaterThan(100 * report.seconds);
  expect(report.changed).toBeGreaterThan(FULL_DUMP.rows / 5);
  expect(regenerated).toBeGreaterThan(report.seconds);
});
