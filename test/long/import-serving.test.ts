import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importDump } from '../../scripts/bench/import-process.ts';
import { serveWhileImporting } from '../../scripts/bench/serve-while-importing.ts';
import { writeDump } from '../../scripts/make-dump/workbook.ts';
import { makeTestFolder } from '../support/folder.ts';
import { findFreePort } from '../support/process.ts';

const ROWS = 300_000;

it(`serves the old or the new truth, and takes new keys, while ${ROWS} rows come in`, async () => {
  const folder = makeTestFolder();
  const dataDir = join(folder, 'data');
  const first = { rows: ROWS, seed: 5, dumpDate: '2026-09-14' };
  const later = { ...first, dumpDate: '2026-09-21', changed: 0.5 };
  const file = join(folder, 'company_2026.09.14.xlsx');
  const laterFile = join(folder, 'company_2026.09.21.xlsx');
  await writeDump(file, first);
  await writeDump(laterFile, later);
  const { peakMemoryMiB } = await importDump(dataDir, file);
  expect(peakMemoryMiB).toBeLessThan(300);
  const port = await findFreePort();
  const { report, serving, regenerated } = await serveWhileImporting({
    dataDir,
    port,
    first,
    later,
    laterFile,
  });
  expect([serving.wrong, serving.firstWrong]).toEqual([0, '']);
  expect(serving.before).toBeGreaterThan(100);
  expect(serving.after).toBeGreaterThan(100);
  expect(serving.answered).toBeGreaterThan(100 * report.seconds);
  expect(report.changed).toBeGreaterThan(ROWS / 5);
  expect(regenerated).toBeGreaterThan(report.seconds);
});
