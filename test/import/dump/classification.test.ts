import { describe, expect, it } from 'vitest';
import { toOutput } from '../../../scripts/import/output.ts';
import caem2005 from '../../../src/domain/register/caem/caem-2005.json' with { type: 'json' };
import caemRev2 from '../../../src/domain/register/caem/caem-rev2.json' with { type: 'json' };
import type { CellValue } from '../../../src/domain/register/cell.ts';
import { findLastClassification } from '../../../src/store/imports/runs.ts';
import { makeIdno } from '../dump-file.ts';
import { openTestImport } from '../open-import.ts';

type Line = readonly CellValue[];

const [IDNO, OTHER] = [makeIdno(1), makeIdno(2)];
const REV2 = Object.entries(caemRev2.ro);
const REV1 = Object.entries(caem2005.ro).map(
  ([code, label]) => [code.replaceAll('.', ''), label] as const,
);
/** Readable lines, among which a few others are less than one in twenty. */
const FILLING: readonly Line[] = REV2.slice(-100).map(([code, label], at) => [
  900 + at,
  label,
  code,
  2,
]);

/** The activities that a company with these IDs has of a sheet. */
async function readSheet(activities: readonly Line[], activityHeader: readonly string[]) {
  const test = await openTestImport();
  const unlicensed = activities.map(([id]) => id).join(', ');
  await test.importRows([{ idno: IDNO, unlicensed }], { activities, activityHeader });
  const record = await test.findRecord(IDNO);
  await test.close();
  return record?.company.caem.map(({ code, label }) => [code, label]) ?? [];
}

describe('the sheet of unlicensed activities is read', () => {
  it.each([
    ['Versiunea CAEM'],
    ['Versiune CAEM (1 - CAEM, 2 - CAEM Rev.2)'],
    ['CAEM version 1=CAEM, 2=CAEM rev.2'],
  ])('with versions below the header %s', async (header) => {
    const lines: Line[] = [
      [11, 'Magazine', '47.11', 2],
      [12, 'Cereale', 1.11, '2'],
      [13, 'Prelucrare', '01.61', 'CAEM Rev.2'],
      [14, 'Soft', 72_200, 'CAEM'],
      [15, '', '92.00', '2'],
      [16, 'Intermedieri', 5_119, 1],
      [17, null, '0121', 1],
    ];
    expect(await readSheet(lines, ['ID', 'Denumire', 'Cod CAEM', header])).toEqual([
      ['47.11', 'Magazine'],
      ['01.11', 'Cereale'],
      ['01.61', 'Prelucrare'],
      ['72200', 'Soft'],
      ['92.00', 'Activităţi de jocuri de noroc şi pariuri'],
      ['51190', 'Intermedieri'],
      ['01210', 'Creşterea bovinelor'],
    ]);
  });

  it('with the columns in another order', async () => {
    const lines: Line[] = [[2, 'Magazine', 'G47.11', 11]];
    const header = ['CAEM version 1=CAEM, 2=CAEM rev.2', 'Denumirea', 'Codul CAEM', 'ID'];
    const test = await openTestImport();
    const row = { idno: IDNO, unlicensed: 11 };
    await test.importRows([row], { activities: lines, activityHeader: header });
    expect(await test.find(IDNO)).toMatchObject({ caemMain: '47.11' });
  });

  it('with every class of both editions, each as its edition writes it, without versions', async () => {
    const all = [...REV2, ...REV1];
    const lines = all.map(([code, label], at): Line => [at + 1, label, code.replace('.', '')]);
    const read = await readSheet(lines, ['ID', 'Denumire', 'Cod CAEM']);
    expect(read).toEqual(all);
  });

  it('with numbers for codes, days among them', async () => {
    const lines: Line[] = [
      [11, 'Magazine', 47_110],
      [12, 'Curierat', 53.2],
      // The first and the twenty-fifth of November 2025, as they were typed: 01.11 and 25.11.
      [13, caemRev2.ro['01.11'], 45_962],
      [14, caemRev2.ro['25.11'], 45_986],
    ];
    const codes = (await readSheet(lines, ['ID', 'Denumire', 'Cod CAEM'])).map(([code]) => code);
    expect(codes).toEqual(['47.11', '53.20', '01.11', '25.11']);
  });
});

describe('an edition after CAEM Rev.2', () => {
  const HEADER = ['ID', 'Denumire', 'Cod CAEM'];
  const ONE = [11, 'Soft la comandă', '62.10'] as const;
  const OTHERS: readonly Line[] = [
    [12, 'Zidărie', '43.91'],
    [13, 'Consultanță', 70.2],
    [14, 'Cazare', '5540'],
  ];
  const SERVED = [
    ['62.10', 'Soft la comandă'],
    ['43.91', 'Zidărie'],
    ['70.20', 'Consultanță'],
    ['55.40', 'Cazare'],
  ];

  it.each([
    ['3', 'Versiunea CAEM'],
    ['CAEM Rev.2.1', 'Versiunea CAEM'],
    ['Rev.3', 'CAEM version 1=CAEM, 2=CAEM rev.2'],
    [null, 'Versiunea CAEM rev.3'],
  ])('is served with the labels of the sheet: version %j below %s', async (version, title) => {
    const lines = [ONE, ...OTHERS].map((line): Line => [...line, version]);
    expect(await readSheet(lines, [...HEADER, title])).toEqual(SERVED);
  });

  it('may be named by the title of the codes', async () => {
    const lines: readonly Line[] = [ONE, ...OTHERS];
    expect(await readSheet(lines, ['ID', 'Denumire', 'Cod CAEM Rev.3'])).toEqual(SERVED);
  });

  it('without a table is served as it stands', async () => {
    const lines: readonly Line[] = [[11, 'Roboți', '99.98', 4]];
    expect(await readSheet(lines, [...HEADER, 'Versiunea CAEM'])).toEqual([['99.98', 'Roboți']]);
  });

  it('is recognised by a code with a point that CAEM Rev.2 lacks, without versions', async () => {
    expect(await readSheet([ONE], HEADER)).toEqual([['62.10', 'Soft la comandă']]);
  });

  it('is flagged, and a change of the edition alone is a change of the company', async () => {
    const test = await openTestImport();
    const rows = [{ idno: IDNO, unlicensed: '11, 12' }];
    const toLines = (version: number): Line[] => [
      [11, 'Construcții', '43.91', version],
      [12, 'Magazine', '47.11', 2],
    ];
    await test.importRows(rows, { activities: toLines(2) });
    expect((await test.findRecord(IDNO))?.flags).toEqual([]);
    await test.importRows(rows, { activities: toLines(3), date: '21.09.2026' });
    expect(await test.findRecord(IDNO)).toMatchObject({
      company: { caemMain: '43.91', caem: [{ code: '43.91', label: 'Construcții' }, {}] },
      flags: ['activity_edition_later'],
    });
  });
});

describe('lines that cannot be read', () => {
  const LINES: readonly Line[] = [...FILLING, [11, 'Comerţ', '47.13', 2], [12, 'X', 99_999, null]];

  it('are counted and reported, and their activities are left out and flagged', async () => {
    const test = await openTestImport();
    const rows = [
      { idno: IDNO, unlicensed: '900, 11' },
      { idno: OTHER, unlicensed: '12, 901' },
    ];
    const summary = await test.importRows(rows, { activities: LINES });
    const { json, text } = toOutput(summary, false, []);
    expect(json).toMatchObject({
      unreadableClassificationLines: 2,
      unreadableClassificationExamples: [
        'sheet "Clasificare nelicenţiate", row 102 (ID "11", code "47.13", version "2", ' +
          'label "Comerţ": no such class in that edition)',
        expect.stringContaining('row 103'),
      ],
    });
    expect(text).toContain('unreadable lines of the classification: 2; ');
    const [first = ['', '']] = REV2.slice(-100);
    expect(await test.findRecord(IDNO)).toMatchObject({
      company: { caemMain: first[0], caem: [{ code: first[0], main: true }] },
      flags: ['activity_unclassified'],
    });
    // The activity that is listed first would be the main one.
    expect(await test.findRecord(OTHER)).toMatchObject({
      company: { caemMain: null, caem: [{ main: false }] },
      flags: ['activity_unclassified', 'main_activity_unknown'],
    });
  });

  it('are more than one in twenty: the file is refused and nothing is written', async () => {
    const test = await openTestImport();
    const bad = Array.from({ length: 6 }, (_, at): Line => [11 + at, 'Comerţ', '47.13', 2]);
    const importing = test.importRows([{ idno: IDNO }], { activities: [...FILLING, ...bad] });
    await expect(importing).rejects.toThrow(
      /^company\.xlsx, sheet "Clasificare nelicenţiate": 6 of 106 lines \(5\.7 %\) cannot be read, the maximum is 5 %: row 102 \(ID "11", code "47\.13".*row 103 .*row 104 [^;]*; correct/,
    );
    expect(await test.store.companies.count()).toBe(0);
    expect(await test.store.imports.list(9)).toMatchObject([{ outcome: 'refused' }]);
    expect(await findLastClassification(test.store.imports)).toBeNull();
  });

  it('are counted in the sheet of licences too', async () => {
    const test = await openTestImport();
    const importing = test.importRows([{ idno: IDNO }], { licensed: [[21, null]] });
    await expect(importing).rejects.toThrow('sheet "Clasificare licenţiate": 1 of 1 lines');
  });
});

describe('an existing sheet', () => {
  const WEEK_1: Line[] = [...FILLING, [11, 'Comerţ', '47.11', 2]];

  it.each<[string, readonly Line[]]>([
    ['has another meaning of an ID', [...FILLING, [11, 'Soft', '62.01', 2]]],
    ['has a line that cannot be read', [...FILLING, [11, 'Comerţ', '47.13', 2]]],
    ['lacks an ID', FILLING],
    ['has no line', []],
  ])('is never completed with an older one: it %s', async (_, activities) => {
    const test = await openTestImport();
    const rows = [{ idno: IDNO, unlicensed: '11', licensed: null }];
    await test.importRows(rows, { activities: WEEK_1 });
    const guards = { acceptEmpty: ['unlicensedSheet'] as const };
    await test.importRows(rows, { activities, date: '21.09.2026', guards });
    const company = await test.find(IDNO);
    const line = activities.find(([id]) => id === 11);
    expect(company?.caemMain).toBe(line?.[2] === '62.01' ? '62.01' : null);
    expect(company?.caem).toHaveLength(line?.[2] === '62.01' ? 1 : 0);
  });
});

describe('two sheets of one kind:', () => {
  const sheetsBefore = { 'Clasificare nelicenţiate 2025': [['ID', 'Denumire', 'Cod CAEM']] };

  it('the visible one is read', async () => {
    const test = await openTestImport();
    const hidden = Object.keys(sheetsBefore);
    await test.importRows([{ idno: IDNO }], { sheetsBefore, hidden });
    expect(await test.find(IDNO)).toMatchObject({ caemMain: '62.01' });
  });

  it('the file is refused if both are visible', async () => {
    const test = await openTestImport();
    await expect(test.importRows([{ idno: IDNO }], { sheetsBefore })).rejects.toThrow(
      'has 2 sheets of one kind: "Clasificare nelicenţiate 2025", "Clasificare nelicenţiate"',
    );
  });
});

describe('the sheets are refused', () => {
  it('if two columns match', async () => {
    const test = await openTestImport();
    const activityHeader = ['ID', 'Denumire', 'Cod CAEM', 'Cod CAEM Rev.2'];
    await expect(test.importRows([{ idno: IDNO }], { activityHeader })).rejects.toThrow(
      'has 2 columns that may be "Cod CAEM": "Cod CAEM", "Cod CAEM Rev.2"',
    );
  });

  it('without a column of codes, and the message names the columns', async () => {
    const test = await openTestImport();
    const activityHeader = ['ID', 'Denumire', 'Nota', 'Versiunea CAEM'];
    await expect(test.importRows([{ idno: IDNO }], { activityHeader })).rejects.toThrow(
      'has no column "Cod CAEM"; it has "ID", "Denumire", "Nota", "Versiunea CAEM"',
    );
  });
});

it('a sheet with a name of 220,000 characters is another sheet', async () => {
  const test = await openTestImport();
  const sheetsBehind = { ['clasificare'.repeat(20_000)]: [['a']] };
  await test.importRows([{ idno: IDNO }], { sheetsBehind });
  expect(await test.findRecord(IDNO)).not.toBeNull();
  await test.close();
});
