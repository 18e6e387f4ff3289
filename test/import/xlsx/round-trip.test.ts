import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTable } from '../table-file.ts';
import {
  escapeText,
  escapeXml,
  writeSheet,
  writeTableParts,
  writeWorkbookParts,
} from './workbook-writer.ts';
import { writeZip } from './zip-writer.ts';

const TEXT = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc
    .array(
      fc.constantFrom('_x000D_', '_x005F_', '_', 'x00', '41_', '\r', '\n', '&', '<', ']]>', 'ș'),
    )
    .map((pieces) => pieces.join('')),
  fc.string({ unit: fc.constantFrom('a', 'ă', '„', '🚀'), minLength: 50, maxLength: 500 }),
);
const CELL = fc.oneof(
  { weight: 5, arbitrary: TEXT },
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.maxSafeInteger(),
  fc.boolean(),
  fc.constant(null),
);
const CHUNK = fc.oneof(fc.constantFrom(1, 2, 3, 64, 65), fc.integer({ min: 1, max: 5_000 }));

/** Empty texts, and rows and row ends without values, read as nothing. */
function toRead(cells: readonly unknown[]): unknown[] {
  const values = cells.map((cell) => (cell === '' ? null : cell));
  return values.slice(0, values.findLastIndex((value) => value !== null) + 1);
}

it('any table comes back from a workbook as it was written, whatever the chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(CELL, { maxLength: 8 }), { maxLength: 15 }),
      CHUNK,
      async (table, chunkBytes) => {
        const rows = await readTable('a.xlsx', writeZip(writeTableParts(table)), { chunkBytes });
        const expected = table
          .map((cells, index) => ({ number: index + 1, cells: toRead(cells) }))
          .filter(({ cells }) => cells.length > 0);
        expect(rows).toEqual(expected);
      },
    ),
    { numRuns: 100 },
  );
});

it('any text comes back from a cell that holds it itself', async () => {
  await fc.assert(
    fc.asyncProperty(TEXT, CHUNK, async (text, chunkBytes) => {
      const cell = `<c t="inlineStr"><is><t>${escapeXml(escapeText(text))}</t></is></c>`;
      const sheets = { A: writeSheet(`<row>${cell}<c><v>1</v></c></row>`) };
      const rows = await readTable('a.xlsx', writeZip(writeWorkbookParts({ sheets })), {
        chunkBytes,
      });
      expect(rows[0]?.cells).toEqual([text === '' ? null : text, 1]);
    }),
    { numRuns: 100 },
  );
});
