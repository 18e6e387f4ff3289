import { describe, expect, it } from 'vitest';
import { COLUMNS, makeIdno, writeCsv } from '../dump-file.ts';
import { openTestImport, openWithRows } from '../open-import.ts';

const GUARDS = { maxRejects: 1, minRatio: 0 };
const [GOOD, BAD] = [makeIdno(1), makeIdno(2)];

/** A CSV in which nobody has put quotes around a text with commas in it. */
function writeCareless() {
  const rows = [{ idno: GOOD }, { idno: BAD, address: 'str. A, 1, mun. Bălți' }];
  return writeCsv({ rows }).replace('"str. A, 1, mun. Bălți"', 'str. A, 1, mun. Bălți');
}

it('a row of a dump with an unquoted separator in a text is rejected, not shifted', async () => {
  const test = await openTestImport();
  const path = test.save('company.csv', writeCareless());
  const { counts } = await test.run({ kind: 'full', path }, { guards: GUARDS });
  const rejectedBy = { more_cells_than_header: 1 };
  expect(counts).toMatchObject({ read: 2, new: 1, rejected: 1, rejectedBy });
  expect(test.readRejects('company.csv')).toMatchObject([
    { row: 4, column: 'row', reason: 'more_cells_than_header' },
  ]);
  expect(await test.find(BAD)).toBeNull();
});

it('it is rejected also where its last columns are empty, into which the cells would shift', async () => {
  const test = await openTestImport();
  const rows = [{ idno: GOOD }, { idno: BAD, address: 'str. A 1, mun. Bălți', licensed: null }];
  const text = writeCsv({ rows }).replace('"str. A 1, mun. Bălți"', 'str. A 1, mun. Bălți');
  const path = test.save('company.csv', text);
  const { counts } = await test.run({ kind: 'full', path }, { guards: GUARDS });
  expect(counts).toMatchObject({ read: 2, new: 1, rejectedBy: { more_cells_than_header: 1 } });
  expect(test.readRejects('company.csv')).toMatchObject([{ row: 4, column: 'row', value: null }]);
});

it('its company stays unchanged, and is not gone', async () => {
  const test = await openWithRows([{ idno: GOOD }, { idno: BAD, address: 'str. Veche 1' }]);
  const before = await test.findRecord(BAD);
  const path = test.save('company.csv', writeCareless());
  const { counts } = await test.run({ kind: 'full', path }, { guards: GUARDS });
  expect(counts).toMatchObject({ rejected: 1, changed: 0, gone: 0 });
  expect(await test.findRecord(BAD)).toEqual(before);
});

it.each(['idno,capital', 'idno,capital,'])(
  'a row of a supplement with an unquoted comma in an amount is rejected: %s',
  async (header) => {
    const test = await openWithRows([{ idno: GOOD }]);
    const path = test.save('add.csv', `${header}\n${GOOD},1,234.50\n`);
    const { counts } = await test.run({ kind: 'supplement', path }, { guards: GUARDS });
    expect(counts).toMatchObject({ read: 1, new: 0, rejected: 1 });
    expect(test.readRejects('add.csv')).toMatchObject([{ row: 2, value: '234.50' }]);
    expect(await test.find(GOOD)).toMatchObject({ capital: null });
  },
);

it('empty cells at the end may be left out, or stand below empty ones of the header', async () => {
  const test = await openTestImport();
  const lines = writeCsv({ rows: [{ idno: GOOD, licensed: null, liquidationDate: null }] });
  const short = lines.replace(/,"",""\n$/, '\n');
  expect(short).not.toBe(lines);
  for (const [place, text] of [short, lines.replaceAll('\n', ',,,\n')].entries()) {
    const path = test.save(`company${place}.csv`, text);
    const { counts } = await test.run({ kind: 'full', path });
    expect(counts).toMatchObject({ read: 1, rejected: 0, changed: 0 });
  }
});

describe('a row that a line end in an unquoted text has divided', () => {
  const ROWS = [{ idno: GOOD }, { idno: BAD, address: 'MD-2001, str. A 1' }];
  const CUT = writeCsv({ rows: ROWS }, ';').replace('"MD-2001, str. A 1"', 'MD-2001,\nstr. A 1');

  it('is noted with its second part', async () => {
    const test = await openTestImport();
    const { counts } = await test.run({ kind: 'full', path: test.save('company.csv', CUT) });
    expect(counts).toMatchObject({ read: 3, new: 2, withoutIdno: 1 });
    expect(test.notes.at(-1)).toBe(
      'company.csv: rows with a text in place of the IDNO and too few cells: 1, such as "str. A 1" ' +
        'in row 5; if a line end in a text without quotes has cut the row above, put the text in quotes',
    );
  });

  it('is not confused with short codes, whole rows and other files', async () => {
    const test = await openTestImport();
    const footer = {
      ...Object.fromEntries(COLUMNS.map((column) => [column, null])),
      idno: 'Total',
    };
    const rows = [...ROWS, footer, { idno: 213_976, licensed: null, liquidationDate: null }];
    const text = writeCsv({ rows }).replace(/,"",""\n$/, '\n');
    await test.run({ kind: 'full', path: test.save('company.csv', text) });
    expect(test.notes).toEqual([expect.stringContaining('no classification sheets')]);
    await test.importRows(rows);
    expect(test.notes).toHaveLength(1);
  });
});
