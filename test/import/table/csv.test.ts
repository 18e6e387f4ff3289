import { appendFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileFault } from '../../../src/domain/errors.ts';
import { openTableFile } from '../../../src/import/table/open.ts';
import { MAX_BATCH_ROWS } from '../../../src/import/table/table.ts';
import { openTable, readSheet, readTable, saveFile } from '../table-file.ts';

const CHUNKS = [1, 2, 7, 65_536];

describe('a CSV file', () => {
  it.each([
    ['commas', 'idno,capital\n1003600123456,"5400,00"\n'],
    ['semicolons', 'idno;capital\n1003600123456;5400,00\n'],
    ['a byte order mark', '\uFEFFidno;capital\n1003600123456;5400,00\n'],
    ['a byte order mark before a quote', '\uFEFF"idno";"capital"\n1003600123456;"5400,00"'],
    ['lines of Windows', 'idno;capital\r\n1003600123456;5400,00\r\n'],
    ['lines of the old Mac', 'idno;capital\r1003600123456;5400,00\r'],
    ['lines of several kinds', 'idno;capital\r\n1003600123456;5400,00\n'],
    ['a last line without an end', 'idno;capital\n1003600123456;5400,00'],
    ['everything quoted', '"idno","capital"\n"1003600123456","5400,00"\n'],
  ])('with %s is read', async (_, content) => {
    for (const chunkBytes of CHUNKS) {
      expect(await readTable('a.csv', content, { chunkBytes })).toEqual([
        { number: 1, cells: ['idno', 'capital'] },
        { number: 2, cells: ['1003600123456', '5400,00'] },
      ]);
    }
  });

  it('numbers records by the line on which they begin, and leaves out blank ones', async () => {
    const content = 'sep=;\r\na;b\r\n\r\n"1\r\n2\n3";x\r\n;;\r\n4;\r\n\r\n;5\r\n';
    for (const chunkBytes of CHUNKS) {
      expect(await readTable('a.csv', content, { chunkBytes })).toEqual([
        { number: 2, cells: ['a', 'b'] },
        { number: 4, cells: ['1\r\n2\n3', 'x'] },
        { number: 8, cells: ['4', null] },
        { number: 10, cells: [null, '5'] },
      ]);
    }
  });

  it('keeps the text of its cells unchanged', async () => {
    const cells = ['0012', ' x ', '=1+1', 'ТОВ „Ștefan” «ş»', 'a"b', '1.0E5', 'true', '🚀'];
    const line = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
    for (const chunkBytes of CHUNKS) {
      expect((await readTable('a.csv', line, { chunkBytes }))[0]?.cells).toEqual(cells);
    }
  });

  it('may have rows of different lengths', async () => {
    const rows = await readTable('a.csv', 'title\na,b\n1,2,3\n4\n');
    expect(rows.map(({ cells }) => cells)).toEqual([['title'], ['a', 'b'], ['1', '2', '3'], ['4']]);
  });

  it.each([
    ['a title line first', 'Date; din registru\nIDNO,Nume,Adresa\n1,A,B\n2,C,D\n', 3],
    ['commas inside cells', 'IDNO;Nume;Adresa\n1;A, B;str. C, 5, ap. 6\n2;"D;E";F, G\n', 3],
    ['semicolons inside quotes', 'IDNO,Nume\n1,"A;B;C"\n2,"D;E;F"\n', 2],
    ['quoted line ends', 'IDNO;Nume\n1;"A,\nB,\nC,\nD,"\n2;E\n', 2],
    ['one column', 'IDNO\n1\n2\n', 1],
    ['a line that names the delimiter', 'sep=,\nIDNO,Nume\n1;2,3;4\n', 2],
    ['pipes and tabs inside cells', 'IDNO,Nume\n1,A|B\tC\n2,D|E\n3,F\n', 2],
    ['pipes and tabs inside quotes', 'IDNO,Nume\n"1|2|3","A\tB\tC"\n"4|5|6","D\tE\tF"\n', 2],
  ])('is divided at the right character with %s', async (_, content, columns) => {
    const rows = await readTable('a.csv', content);
    expect(rows.at(-1)?.cells).toHaveLength(columns);
  });

  it('is one sheet named like the file, which can be read again', async () => {
    const content = 'a\n'.repeat(1_201);
    const file = await openTable('vat payers.csv', content);
    expect([file.sheets, file.date1904]).toEqual([['vat payers'], false]);
    for (let pass = 0; pass < 2; pass++) {
      const lengths: number[] = [];
      for await (const batch of file.rows('vat payers')) lengths.push(batch.length);
      expect(Math.max(...lengths)).toBe(MAX_BATCH_ROWS);
      expect(lengths.reduce((sum, length) => sum + length)).toBe(1_201);
    }
  });
});

describe('a CSV file is refused in one line', () => {
  const LATIN = Buffer.concat([Buffer.from('a\nb\nSocietat'), Buffer.from([0xe3, 0x0a])]);
  it.each([
    [
      'in another encoding',
      LATIN,
      /is not in UTF-8, at or soon after line \d: save it as CSV UTF-8$/,
    ],
    ['that ends within a letter', Buffer.from('ă').subarray(0, 1), /is not in UTF-8/],
    ['with an open quote', 'a;b\n1;2\n3;"4\n5;6\n', /line 3 has a quote that is never closed/],
    [
      'with text after a quote',
      'a,b\n"x\ny",2\n"A" B,3\n',
      /line 4 has text after a closing quote/,
    ],
    [
      'with tabs',
      'IDNO\tNume\tAdresa\n1\tA\tB, 5\n',
      /^a\.csv has tabs between its cells.*CSV UTF-8/,
    ],
    ['with pipes', 'IDNO|Nume|Adresa\n1|A|B, 5\n', /^a\.csv has pipes \("\|"\) between its cells/],
    ['with quoted pipes', '"IDNO"|"Nume"\n"1"|"A, B"\n', /^a\.csv has pipes/],
    ['that names tabs', 'sep=\t\nIDNO\tNume\n1\tA\n', /^a\.csv has tabs between its cells/],
    ['that names another', 'sep=^\nIDNO^Nume\n1^A\n', /^a\.csv has "\^" between its cells/],
    ['with a quote within a cell', 'a,b\n\nA "B" C,3\n', /line 3 has a quote inside an unquoted/],
  ])('%s', async (_, content, reason) => {
    for (const chunkBytes of CHUNKS) {
      const reading = readTable('a.csv', content, { chunkBytes });
      await expect(reading).rejects.toThrow(FileFault);
      await expect(reading).rejects.toThrow(reason);
      await expect(reading).rejects.toThrow(/^a\.csv[^\n]+$/);
    }
  });

  it.each([
    ['lines', 'a\nb\nc\n', { rows: 2 }, /line 3 is past the limit of 2/],
    ['columns', 'a,,,\nb,c,d\n', { columns: 2 }, /line 2 has over 2 columns/],
    ['characters in a cell', 'a,b\n1,12345\n', { cellLength: 4 }, /line 2 has a cell of over 4/],
    ['bytes in a row', `a,b\n1,"${'x'.repeat(99)}`, { rowLength: 50 }, /line 2 is far too long/],
  ])('over the limit of %s', async (_, content, limits, reason) => {
    await expect(readTable('a.csv', content, { limits })).rejects.toThrow(reason);
  });

  it('that another program still writes', async () => {
    const path = saveFile('a.csv', 'idno,capital\n1003600123456,5400\n');
    const file = await openTableFile(path);
    appendFileSync(path, '1003600123457,5400\n');
    await expect(readSheet(file, 'a')).rejects.toThrow(
      new FileFault('a.csv was changed while it was read: import it again when it is complete'),
    );
    await file.close();
  });
});

it('any table comes back from a CSV file as it was written, whatever the chunks', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 10 }),
    fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', 'ă', 'x', ' '), maxLength: 10 }),
  );
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1 });
  const style = fc.constantFrom(',', ';');
  const chunk = fc.integer({ min: 1, max: 100 });
  await fc.assert(
    fc.asyncProperty(table, style, chunk, async (rows, delimiter, chunkBytes) => {
      const lines = rows.map((cells) =>
        cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(delimiter),
      );
      const content = `sep=${delimiter}\r\n${lines.join('\r\n')}`;
      const read = await readTable('a.csv', content, { chunkBytes });
      const expected = rows
        .map((cells) => cells.map((text) => (text === '' ? null : text)))
        .filter((cells) => cells.some((text) => text !== null));
      expect(read.map(({ cells }) => cells)).toEqual(expected);
    }),
    { numRuns: 150 },
  );
});
