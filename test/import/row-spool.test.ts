import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapColumns, type RegisterRow } from '../../src/domain/register/columns.ts';
import { type AcceptedRow, RowSpool } from '../../src/import/row-spool.ts';
import { makeTestFolder } from '../support/folder.ts';

type Row = AcceptedRow<RegisterRow>;

const EMPTY = mapColumns(() => null);

function toSpooled(number: number, name: string | null = `Școala ${number}`): Row {
  const fingerprint = number.toString(16).padStart(13, '0');
  return { number, idno: '1099600000018', fingerprint, rank: 0, content: { ...EMPTY, name } };
}

function spoolAll(rows: readonly Row[], folder: string): Row[][] {
  const spool = new RowSpool<RegisterRow>(folder, 'rows');
  for (const row of rows) spool.add(row);
  const batches = [...spool.batches()];
  expect([...spool.batches()]).toEqual(batches);
  spool.close();
  return batches;
}

describe('spooled rows', () => {
  it('come back in their order, in batches of 250 at most, and leave no file', () => {
    const folder = makeTestFolder();
    const rows = Array.from({ length: 1_234 }, (_, index) => toSpooled(index + 1));
    const batches = spoolAll(rows, folder);
    expect(batches.flat()).toEqual(rows);
    expect(batches.map(({ length }) => length)).toEqual([250, 250, 250, 250, 234]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('come back in batches of some 2^20 characters where they are long', () => {
    const rows = Array.from({ length: 100 }, (_, index) => toSpooled(index, 'ț'.repeat(32_767)));
    const batches = spoolAll(rows, makeTestFolder());
    expect(batches.flat()).toEqual(rows);
    expect(batches.map(({ length }) => length)).toEqual([33, 33, 33, 1]);
  });

  it('come back whatever their texts are', () => {
    const folder = makeTestFolder();
    const text = fc.option(fc.string({ unit: 'binary', maxLength: 20 }));
    fc.assert(
      fc.property(fc.array(text, { minLength: 251, maxLength: 600 }), (texts) => {
        const rows = texts.map((one, index) => toSpooled(index, one));
        expect(spoolAll(rows, folder).flat()).toEqual(rows);
      }),
      { numRuns: 20 },
    );
  });

  it('stay in memory while they fill no batch', () => {
    const missing = join(makeTestFolder(), 'missing');
    const rows = Array.from({ length: 249 }, (_, index) => toSpooled(index));
    expect(spoolAll(rows, missing)).toEqual([rows]);
    expect(() => spoolAll([...rows, toSpooled(250)], missing)).toThrow(/rows .*\(ENOENT\)/);
  });

  it('are refused beyond the maximum', () => {
    const spool = new RowSpool<RegisterRow>(makeTestFolder(), 'rows', 10_000);
    const add = () => {
      for (let number = 0; number < 1_000; number++) spool.add(toSpooled(number));
    };
    expect(add).toThrow(/more than 10000 bytes: divide the dump/);
    spool.close();
  });
});
