import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeDump } from '../../scripts/make-dump/workbook.ts';
import { readParts } from './opened-workbook.ts';

const samplePath = join(import.meta.dirname, '../../sample/company_2026.09.14.xlsx');

// Versions of zlib may compress to different bytes; the content must be the same.
it('the bundled sample is what make-dump writes for 300 rows and seed 1', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sample-'));
  try {
    const path = join(folder, 'sample.xlsx');
    await writeDump(path, { rows: 300, seed: 1, dumpDate: '2026-09-14' });
    expect(await readParts(path)).toEqual(await readParts(samplePath));
    expect(statSync(samplePath).size).toBeLessThan(100_000);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
