import { expect, it } from 'vitest';
import { makeIdno, writeCsv } from '../dump-file.ts';
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
