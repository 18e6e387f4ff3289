import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ImportRefusal } from '../../../src/domain/errors.ts';
import type { Guards } from '../../../src/import/dump/guards.ts';
import { makeIdno, writeDump } from '../dump-file.ts';
import { type DumpOptions, openTestImport, openWithRows } from '../open-import.ts';

const BASE = 20;
const WEEK = { date: '21.09.2026' };

/** Clean rows, then rows that are rejected, then rows without an IDNO. */
function makeRows(clean: number, rejected = 0, withoutIdno = 0) {
  return [
    ...Array.from({ length: clean }, (_, at) => ({ idno: makeIdno(at) })),
    ...Array.from({ length: rejected }, (_, at) => ({ idno: makeIdno(5_000 + at), name: null })),
    ...Array.from({ length: withoutIdno }, () => ({ idno: 213_977, liquidationDate: 43_536 })),
  ];
}

/** A store with a full import of 14.09.2026, and what comes of another file on top of it. */
async function importAfterBase(rows: ReturnType<typeof makeRows>, options: DumpOptions) {
  const test = await openWithRows(makeRows(BASE));
  const outcome = await test.importRows(rows, options).then(
    () => 'completed',
    (error: Error) => error.message,
  );
  return { test, outcome };
}

type Case = [name: string, rows: ReturnType<typeof makeRows>, options: DumpOptions, says: RegExp];

const REFUSED: Case[] = [
  ['an older dump', makeRows(20), { date: '13.09.2026' }, /2026-09-13.*2026-09-14.*--allow-older/],
  ['an older part', makeRows(1), { date: '13.09.2026', partial: true }, /--allow-older/],
  ['far fewer companies', makeRows(17), WEEK, /17 companies.*had 20.*85\.0 %.*--min-ratio/],
  ['no company', makeRows(0, 0, 5), { ...WEEK, guards: { minRatio: 0 } }, /no row with an IDNO/],
  ['no company in a part', makeRows(0, 0, 5), { ...WEEK, partial: true }, /no row with an IDNO/],
  ['too many rejects', makeRows(18, 1), WEEK, /1 of 19 rows.*5\.3 %.*name_missing.*--max-rejects/],
  [
    'a title of the future',
    makeRows(20),
    { date: '14.09.2062' },
    /2062-09-14 according to its title, but today is 2026-11-21: give .* --date YYYY-MM-DD/,
  ],
  [
    'a name of the future',
    makeRows(20),
    { date: null, name: 'company_2026.11.23.xlsx' },
    /2026-11-23 according to its name, but today is 2026-11-21/,
  ],
  ['no clear day', makeRows(20), { date: null }, /--date YYYY-MM-DD/],
];

const TAKEN: [string, ReturnType<typeof makeRows>, DumpOptions][] = [
  ['the same day again', makeRows(20), { date: '14.09.2026' }],
  ['the day that begins', makeRows(20), { date: '22.11.2026' }],
  ['just enough companies', makeRows(18), WEEK],
  ['just few enough rejects', makeRows(19, 1), WEEK],
  ['many rows without a number', makeRows(20, 1, 500), WEEK],
  ['an older dump', makeRows(20), { date: '13.09.2026', guards: { allowOlder: true } }],
  ['far fewer companies', makeRows(5), { ...WEEK, guards: { minRatio: 0.25 } }],
  ['a part of the register', makeRows(1), { ...WEEK, partial: true }],
  [
    'too many rejects',
    makeRows(18, 18),
    { ...WEEK, guards: { maxRejects: 0.5, acceptEmpty: ['name'] } },
  ],
];

describe('refused before the first write', () => {
  it.each(REFUSED)('%s', async (_, rows, options, says) => {
    const { test, outcome } = await importAfterBase(rows, options);
    expect(outcome).toMatch(says);
    expect(outcome).not.toContain('\n');
    const [run] = await test.store.imports.list(1);
    const message = outcome.replaceAll(`${test.folder}/`, '');
    expect(run).toMatchObject({ outcome: 'refused', message, counts: null });
    expect(await test.store.companies.count()).toBe(BASE);
    const idnos = makeRows(BASE).map(({ idno }) => String(idno));
    for (const record of await test.store.companies.findRecords(idnos)) {
      expect(record).toMatchObject({ goneSince: null, revision: 1 });
    }
  });
});

describe('codes with a digit more or less than an IDNO', () => {
  const CODES = [100_360_202_353, '10036020235312', '1 0036 0202 3531 2', 213_976, null];
  const MESSAGE =
    'company.xlsx: 1 row has a code of 12 digits, 2 of 14, such as 100360202353 in row 3; ' +
    'an IDNO has 13: correct them, or fetch the file again';

  it('are counted in a note that shows one of them', async () => {
    const test = await openTestImport();
    const rows = [...CODES.map((idno) => ({ idno })), ...makeRows(3)];
    const { counts } = await test.importRows(rows);
    expect(counts).toMatchObject({ new: 3, withoutIdno: 5 });
    expect(test.notes).toEqual([MESSAGE]);
  });

  it('are quoted if no company is left', async () => {
    const test = await openTestImport();
    const rows = CODES.map((idno) => ({ idno }));
    await expect(test.importRows(rows)).rejects.toThrow(
      'company.xlsx has no row with an IDNO and a name; 1 row has a code of 12 digits, ' +
        '2 of 14, such as 100360202353 in row 3',
    );
  });

  it('do not include the short codes of the years before the IDNO', async () => {
    const test = await openWithRows([{ idno: 213_976 }, { idno: '98765432' }, ...makeRows(3)]);
    expect(test.notes).toEqual([]);
  });
});

describe('dates of registration that cannot be read', () => {
  /** As a spreadsheet writes them into a CSV in its own language, or where a column is narrow. */
  const makeDated = (count: number, regDate: string, others = 0) => [
    ...makeRows(count).map((row) => ({ ...row, regDate })),
    ...makeRows(count + others).slice(count),
  ];

  it.each(['3/17/2009', '17.03.09', '########'])(
    'are refused if most are such: %s',
    async (day) => {
      const test = await openWithRows(makeRows(BASE));
      await expect(test.importRows(makeDated(11, day, 9), WEEK)).rejects.toThrow(
        new ImportRefusal(
          'company.xlsx has 11 of 20 dates in the column "Data înregistrării" that cannot be read, ' +
            `such as ${JSON.stringify(day)} in row 3: write them as DD.MM.YYYY`,
        ),
      );
      expect((await test.findRecord(makeIdno(1)))?.company.regDate).toBe('2009-03-17');
    },
  );

  it('are null and flagged if they are few', async () => {
    const test = await openWithRows(makeDated(10, '3/17/2009', 10));
    expect((await test.findRecord(makeIdno(1)))?.flags).toEqual(['registration_date_invalid']);
  });

  it('are null where most cells say that there is none', async () => {
    const test = await openWithRows(makeDated(11, '-', 9));
    expect((await test.findRecord(makeIdno(1)))?.company.regDate).toBeNull();
  });

  it('are null and flagged in a part of a few companies', async () => {
    const test = await openWithRows(makeRows(BASE));
    const { counts } = await test.importRows(makeDated(9, '2009'), { ...WEEK, partial: true });
    expect(counts).toMatchObject({ changed: 9 });
  });
});

describe('days that a time zone has shifted', () => {
  const makeDays = (day: string | number, count: number) =>
    makeRows(BASE).map((row, at) => (at < count ? { ...row, regDate: day } : row));

  it.each([39_888.875, 39_888.91667, '39888.916667', '2009-03-16 22:00:00', '16.03.2009 21:00'])(
    'are refused if most are such: %s',
    async (day) => {
      const test = await openWithRows(makeRows(BASE));
      await expect(test.importRows(makeDays(day, 11), WEEK)).rejects.toThrow(
        new ImportRefusal(
          'company.xlsx has 11 of 20 days with the time of day of a midnight that was written in ' +
            `another time zone, such as ${JSON.stringify(String(day))} in row 3: they are shifted ` +
            'to the day before; convert the file again without a time zone, or fetch it again',
        ),
      );
    },
  );

  it('are refused in the column of liquidation too, and in the date system of 1904', async () => {
    const test = await openTestImport();
    const rows = makeRows(BASE).map((row) => {
      return { ...row, regDate: null, liquidationDate: 38_426.875 };
    });
    await expect(test.importRows(rows, { date1904: true })).rejects.toThrow('20 of 20 days');
  });

  it('are null and flagged if they are few', async () => {
    const test = await openWithRows(makeDays(39_888.875, 10));
    expect(await test.findRecord(makeIdno(1))).toMatchObject({
      company: { regDate: null },
      flags: ['registration_date_invalid'],
    });
  });

  it('are read where they have an offset', async () => {
    const test = await openWithRows(makeDays('2009-03-16T22:00:00.000Z', BASE));
    expect(await test.find(makeIdno(1))).toMatchObject({ regDate: '2009-03-17' });
  });
});

describe('texts whose letters a conversion has lost', () => {
  const makeDamaged = (founders: string, count: number) =>
    makeRows(BASE).map((row, at) => (at < count ? { ...row, founders } : row));

  it.each(['\ufffdTEFAN-TEST ION (100,00%)', 'CO?CIUG-TEST ION (100,00%)', 'È TEFÄ NEÈ (100,00%)'])(
    'are refused if they are more than a few: %s',
    async (text) => {
      const test = await openWithRows(makeRows(BASE));
      await expect(test.importRows(makeDamaged(text, 10), WEEK)).rejects.toThrow(
        'company.xlsx has 10 cells in 20 rows whose letters a conversion has lost, such as ' +
          `${JSON.stringify(text)} in row 3: convert the original file again, as UTF-8, or fetch it again`,
      );
      const { counts } = await test.importRows(makeDamaged(text, 9), WEEK);
      expect(counts).toMatchObject({ changed: 9 });
    },
  );

  it('are read where they can be undone', async () => {
    const test = await openWithRows(makeDamaged('&quot;ALFA-TEST&quot; S.R.L. (100,00%)', BASE));
    expect(await test.find(makeIdno(1))).toMatchObject({
      founders: [{ name: '"ALFA-TEST" S.R.L.' }],
    });
  });
});

describe('an IDNO that begins with 2', () => {
  const PERSONAL = '2001600000018';

  it.each([PERSONAL, Number(PERSONAL), '2 0016 0000 0018', '2.00160000001E+12', '2001600000019'])(
    'has the form of a personal number, is not stored and stands nowhere: %s',
    async (idno) => {
      const test = await openTestImport();
      const rows = [...makeRows(BASE), { idno }];
      const { counts, run } = await test.importRows(rows);
      expect(counts).toMatchObject({ new: 20, rejectedBy: { idno_personal_number: 1 } });
      expect(await test.store.companies.count()).toBe(BASE);
      const rejects = test.readRejects('company.xlsx');
      expect(rejects).toMatchObject([{ row: 23, reason: 'idno_personal_number' }]);
      expect(rejects[0]?.value?.replace(/[ .E+*]/g, '')).toBe('2');
      expect(JSON.stringify([rejects, run, test.notes])).not.toMatch(/2\D{0,2}0\D?0\D?1/);
    },
  );

  it('is hidden in supplements too', async () => {
    const test = await openWithRows(makeRows(BASE));
    const path = test.save('add.csv', `idno,capital\n${PERSONAL},10\n${makeIdno(1)},20\n`);
    const guards = { maxRejects: 1 };
    const { counts } = await test.run({ kind: 'supplement', path }, { guards });
    expect(counts.rejectedBy).toEqual({ idno_personal_number: 1 });
    expect(test.readRejects('add.csv')).toMatchObject([{ value: '2************' }]);
  });

  it('is hidden in the note of codes with a digit more or less', async () => {
    const test = await openWithRows([{ idno: '200160000001' }, ...makeRows(BASE)]);
    expect(test.notes.join()).toContain('a code of 12 digits, such as 2*********** in row 3');
  });
});

describe('accepted', () => {
  it.each(TAKEN)('%s', async (_, rows, options) => {
    const { test, outcome } = await importAfterBase(rows, options);
    expect(outcome).toBe('completed');
    const [run] = await test.store.imports.list(1);
    expect(run).toMatchObject({ outcome: 'completed', message: null });
  });

  it('with the share that a refusal suggested', async () => {
    const { test, outcome } = await importAfterBase(makeRows(18, 7), WEEK);
    const maxRejects = Number(/--max-rejects (\S+)$/.exec(outcome)?.[1]);
    const guards: Partial<Guards> = { maxRejects };
    const { counts } = await test.importRows(makeRows(18, 7), { ...WEEK, guards });
    expect(counts.rejected).toBe(7);
  });
});

it('compares with the last full import that was completed, not with refused ones or parts', async () => {
  const test = await openWithRows(makeRows(20));
  await test.importRows(makeRows(2), { partial: true, date: '20.09.2026' });
  await expect(test.importRows(makeRows(2), { date: '21.09.2026' })).rejects.toThrow('had 20');
  await expect(test.importRows(makeRows(2), { date: '22.09.2026' })).rejects.toThrow('had 20');
  const { counts } = await test.importRows(makeRows(20), { date: '15.09.2026' });
  expect(counts.unchanged).toBe(20);
});

it('keeps the file of rejects of a refused dump, and removes it with the next clean one', async () => {
  const test = await openTestImport();
  await expect(test.importRows(makeRows(2, 2))).rejects.toThrow('rejected');
  expect(test.readRejects('company.xlsx')).toHaveLength(2);
  await test.importRows(makeRows(2));
  expect(existsSync(join(test.folder, 'company.xlsx.rejects.ndjson'))).toBe(false);
});

it('compares with the last import even if the clock was ahead at an earlier one', async () => {
  const test = await openTestImport();
  const rows = makeRows(BASE);
  const aheadMs = Date.parse('2030-01-01T00:00:00Z');
  const path = test.save('ahead.xlsx', writeDump({ date: '14.09.2026', rows }));
  await test.run({ kind: 'full', path }, { nowMs: () => aheadMs });
  await test.importRows(rows, { date: '28.09.2026' });
  await expect(test.importRows(rows, { date: '21.09.2026' })).rejects.toThrow(/2026-09-28/);
  const runs = await test.store.imports.list(9);
  expect(runs.map(({ dumpDate }) => dumpDate).slice(1)).toEqual(['2026-09-28', '2026-09-14']);
});
