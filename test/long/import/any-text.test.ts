import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COLUMNS, makeIdno, type RowSpec, writeCsv, writeDump } from '../../import/dump-file.ts';
import { openTestImport } from '../../import/open-import.ts';

/** What is read out of a text does not depend on the store; that a store keeps any text does. */
const RUNS = process.env['STORE'] === 'mongodb' ? 15 : 40;
const ROWS = 12;

/** Pieces that columns read a meaning into, in the company of any text. */
const PIECES = fc.constantFrom(
  ...[
    '(40,00%)',
    '%',
    '(',
    ')',
    '[Administrator]',
    '[',
    ']',
    '"',
    '”',
    '„',
    ',',
    ';',
    '\n',
    '\r\n',
  ],
  ...['IDNO', makeIdno(1), '0', '1e12', 'NaN', '31.02.2026', '46279', 'TOTAL', '_x0041_', '</v>'],
  ...[
    '=1+1',
    '\u0000',
    '\ud800',
    '\u202e',
    'SRL',
    ' ',
    '\ufeff',
    '12, 11',
    '-1',
    '1.003602023531E12',
  ],
);
const TEXT = fc
  .array(fc.oneof(PIECES, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 8 })
  .map((pieces) => pieces.join(''));
const CELL = fc.oneof(
  { weight: 4, arbitrary: TEXT },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false) },
);
/** Rows that are clean but for some cells; one number in five comes again. */
const ROW = fc.record(
  {
    idno: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 0, max: 20 }).map(makeIdno) },
      { weight: 1, arbitrary: CELL },
    ),
    ...Object.fromEntries(COLUMNS.slice(1).map((column) => [column, CELL])),
  },
  { requiredKeys: ['idno'] },
);
const TABLE = fc.array(ROW, { minLength: 1, maxLength: ROWS });

async function checkNothingIsLost(rows: RowSpec[], content: Buffer | string, name: string) {
  const test = await openTestImport();
  const path = test.save(name, content);
  const { counts } = await test.run(
    { kind: 'full', path, date: '2026-09-14' },
    { guards: { maxRejects: 1 } },
  );
  const { read, duplicates, withoutIdno, rejected } = counts;
  const stored = counts.new + counts.changed + counts.unchanged;
  expect(read).toBe(stored + duplicates + withoutIdno + rejected);
  expect(read).toBe(rows.length);
  expect(await test.store.companies.count()).toBe(stored);
  const rejects = rejected === 0 ? [] : test.readRejects(name);
  expect(rejects).toHaveLength(rejected);
  const again = await test.run(
    { kind: 'full', path, date: '2026-09-14' },
    { guards: { maxRejects: 1 } },
  );
  expect(again.counts).toMatchObject({ new: 0, changed: 0, gone: 0, unchanged: stored });
  expect((await test.run({ kind: 'rederive' })).counts).toMatchObject({ changed: 0, rejected: 0 });
  await test.close();
}

/** One row is known to be right: a dump without any is refused. */
const KNOWN: RowSpec = { idno: makeIdno(30) };

it('any text in any cell of a workbook stops no import and loses no row silently', async () => {
  await fc.assert(
    fc.asyncProperty(TABLE, async (rows) => {
      const all = [KNOWN, ...rows];
      await checkNothingIsLost(all, writeDump({ rows: all }), 'company.xlsx');
    }),
    { numRuns: RUNS },
  );
});

it('any text in any cell of a CSV stops no import and loses no row silently', async () => {
  await fc.assert(
    fc.asyncProperty(TABLE, async (rows) => {
      const all = [KNOWN, ...rows];
      // A NUL is what tells other files from text: the reader refuses it by name.
      const content = writeCsv({ rows: all }).replaceAll('\0', '');
      await checkNothingIsLost(all, content, 'company.csv');
    }),
    { numRuns: RUNS },
  );
});
