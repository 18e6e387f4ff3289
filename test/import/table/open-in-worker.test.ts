import { rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FileFault } from '../../../src/domain/errors.ts';
import { openTableFile } from '../../../src/import/table/open.ts';
import { openTableInWorker } from '../../../src/import/table/open-in-worker.ts';
import type { TableFile } from '../../../src/import/table/table.ts';
import { readSheet, saveFile } from '../table-file.ts';
import { writeTableParts } from '../xlsx/workbook-writer.ts';
import { writeZip } from '../xlsx/zip-writer.ts';

const ROWS = 5_000;
const CELLS = [
  ['IDNO', 'Denumirea'],
  ...Array.from({ length: ROWS }, (_, index) => [1003600000000 + index, `Țărnă ${index} — Тест`]),
];
const CONTENTS = {
  'a.xlsx': writeZip(writeTableParts(CELLS)),
  'a.csv': CELLS.map(([idno, name]) => `${idno};${name}\n`).join(''),
};
type Name = keyof typeof CONTENTS;
const NAMES = Object.keys(CONTENTS) as Name[];

/** In a worker, however small the file is. */
async function openInWorker(path: string): Promise<TableFile> {
  const file = await openTableInWorker(path, {}, 0);
  onTestFinished(() => file.close());
  return file;
}

async function readInline(path: string) {
  const file = await openTableFile(path);
  onTestFinished(() => file.close());
  const { sheets, date1904, isDelimited } = file;
  return { head: { sheets, date1904, isDelimited }, rows: await readSheet(file, sheets[0] ?? '') };
}

describe.each(NAMES)('in a worker thread %s', (name) => {
  it('has the same sheets and rows, as often as they are read', async () => {
    const path = saveFile(name, CONTENTS[name]);
    const { head, rows } = await readInline(path);
    const file = await openInWorker(path);
    expect(file).toMatchObject(head);
    const [sheet = ''] = file.sheets;
    expect(rows).toHaveLength(ROWS + 1);
    expect(await readSheet(file, sheet)).toEqual(rows);
    expect(await readSheet(file, sheet)).toEqual(rows);
  });

  it('is read from the beginning after a reading that ended early', async () => {
    const file = await openInWorker(saveFile(name, CONTENTS[name]));
    const [sheet = ''] = file.sheets;
    for await (const batch of file.rows(sheet)) {
      expect(batch[0]?.number).toBe(1);
      break;
    }
    expect(await readSheet(file, sheet)).toHaveLength(ROWS + 1);
  });

  it('can be closed while it is read, which ends the reading', async () => {
    const file = await openTableInWorker(saveFile(name, CONTENTS[name]), {}, 0);
    const reading = file.rows(file.sheets[0] ?? '')[Symbol.asyncIterator]();
    await reading.next();
    await file.close();
    const readOn = async () => {
      for (let batch = 0; batch < ROWS; batch++) await reading.next();
    };
    await expect(readOn()).rejects.toThrow(/its reader thread ended/);
    await expect(readSheet(file, 'a')).rejects.toThrow(
      `${name} cannot be read further because its reader thread ended: import it again`,
    );
  });
});

describe('an error in the thread reaches the caller', () => {
  it('when the file cannot be opened', async () => {
    const path = saveFile('a.xlsx', 'IDNO\n');
    await expect(openTableInWorker(path, {}, 0)).rejects.toThrow(FileFault);
    await expect(openTableInWorker(path, {}, 0)).rejects.toThrow(/^a\.xlsx is named \.xlsx but/);
    rmSync(path);
    await expect(openTableInWorker(path, {}, 0)).rejects.toThrow(
      /^a\.xlsx cannot be opened \(ENOENT\)/,
    );
  });

  it('when the file is damaged below its first rows', async () => {
    const content = Buffer.from(CONTENTS['a.csv']);
    content.fill(0xff, content.length - 10, content.length - 5);
    const file = await openInWorker(saveFile('a.csv', content));
    const reading = readSheet(file, 'a');
    await expect(reading).rejects.toThrow(FileFault);
    await expect(reading).rejects.toThrow(/^a\.csv is not in UTF-8, at or soon after line/);
  });
});
