import { describe, expect, it } from 'vitest';
import {
  type ActivityLine,
  readActivityLines,
  readLicensedLines,
} from '../../../src/domain/register/activity-lines.ts';
import { findOfficialLabel } from '../../../src/domain/register/caem/tables.ts';

const GOOD: ActivityLine = { id: '11', label: 'Magazine', code: '47.11', version: '2' };

function readOne(changed: Partial<ActivityLine>) {
  const { classes, unreadable } = readActivityLines([{ ...GOOD, ...changed }]);
  return { classes: [...classes], faults: unreadable.map(({ fault }) => fault) };
}

describe('a line of the sheet', () => {
  it.each<[Partial<ActivityLine>, string, string]>([
    [{}, '47.11', 'Magazine'],
    [{ version: 'CAEM Rev.2', code: 'G47.11' }, '47.11', 'Magazine'],
    [{ version: '1', code: '72200', label: 'Soft' }, '72200', 'Soft'],
    [{ version: null, code: '47110' }, '47.11', 'Magazine'],
    [{ code: '46327', day: '2026-11-01' }, '01.11', 'Magazine'],
    // An activity without a label gets the official one.
    [{ label: null, code: '0112' }, '01.12', 'Cultivarea orezului'],
    [{ label: '-', code: '01.12' }, '01.12', 'Cultivarea orezului'],
    [{ label: '#REF!', code: '01.12' }, '01.12', 'Cultivarea orezului'],
    // What a conversion leaves is undone; a label that lost letters is the official one.
    [
      { id: '11_x000D_', label: 'V&acirc;nzare &amp;amp; bere', version: '2_x000D_' },
      '47.11',
      'Vânzare & bere',
    ],
    [{ label: 'Cultivarea\ufffdorezului', code: '01.12' }, '01.12', 'Cultivarea orezului'],
    [{ label: null, version: '1', code: '01.21.0' }, '01210', 'Creşterea bovinelor'],
  ])('%j is %s, %s', (changed, code, label) => {
    expect(readOne(changed)).toEqual({ classes: [[11, { code, label }]], faults: [] });
  });

  it.each<[Partial<ActivityLine>, string]>([
    [{ id: null }, 'id_invalid'],
    [{ id: '11, 12' }, 'id_invalid'],
    [{ id: 'Total' }, 'id_invalid'],
    [{ code: null }, 'code_missing'],
    [{ code: '47.13' }, 'code_unknown'],
    [{ code: '#N/A' }, 'code_unknown'],
    [{ version: 'CPA 2' }, 'version_unknown'],
    [{ version: '3', code: '62.011' }, 'code_unknown'],
    [{ version: '4', label: null }, 'label_missing'],
    [{ version: null, code: '0121' }, 'code_ambiguous'],
    [{ version: '1', code: '72200', label: null }, 'label_missing'],
  ])('%j is unreadable: %s', (changed, fault) => {
    expect(readOne(changed)).toEqual({ classes: [], faults: [fault] });
  });
});

describe('a line of an edition after CAEM Rev.2', () => {
  const REV21_LABEL = 'Activități de zidărie';
  it.each<[Partial<ActivityLine>, string, string, number]>([
    [{ version: '3', code: '62.10', label: 'Soft' }, '62.10', 'Soft', 3],
    [{ version: 'CAEM Rev.2.1', code: '6210', label: 'Soft' }, '62.10', 'Soft', 3],
    [{ version: null, code: '62.10', label: 'Soft' }, '62.10', 'Soft', 3],
    [{ version: '3', code: '43.91', label: null }, '43.91', REV21_LABEL, 3],
    [{ version: null, code: '4391', label: REV21_LABEL }, '43.91', REV21_LABEL, 3],
    [{ version: '4', code: '99.98', label: 'Roboți' }, '99.98', 'Roboți', 4],
  ])('%j is %s, %s, of edition %j', (changed, code, label, edition) => {
    expect(readOne(changed)).toEqual({ classes: [[11, { code, label, edition }]], faults: [] });
  });

  it('differs from one of CAEM Rev.2 with its code and label', () => {
    const { classes, unreadable } = readActivityLines([GOOD, { ...GOOD, version: '3' }]);
    expect([...classes]).toEqual([]);
    expect(unreadable.map(({ fault }) => fault)).toEqual(['id_repeated', 'id_repeated']);
  });
});

describe('a code that may have lost a first 0', () => {
  const FOUR = ['4711', '6201', '7022', '6419', '8559'];
  const FIVE = ['47110', '62010', '70220', '64190', '1110'];
  const read = (codes: string[], version = '2') =>
    readActivityLines(
      codes.map((code, id) => ({
        id: String(id),
        label: 'Other than the official one',
        code,
        version,
      })),
    );
  const codesOf = ({ classes }: ReturnType<typeof read>) =>
    [...classes.values()].map(({ code }) => code);

  it('has the digits that the other codes of its edition have', () => {
    const asFour = read([...FOUR, '1420', '3220', '8110']);
    expect(codesOf(asFour).slice(5)).toEqual(['14.20', '32.20', '81.10']);
    const asFive = read([...FIVE.slice(0, 4), '1420', '3220', '8110']);
    expect(codesOf(asFive).slice(4)).toEqual(['01.42', '03.22', '08.11']);
  });

  it('is ambiguous where they are written in both ways, or none is known', () => {
    for (const others of [[...FOUR, ...FIVE], [...FOUR, '47190'], ['47.11'], []]) {
      expect(read([...others, '1420']).unreadable.at(-1)?.fault).toBe('code_ambiguous');
    }
  });

  it('has the digits that 95 % have', () => {
    const many = Array.from({ length: 4 }, () => FOUR).flat();
    const { classes } = readActivityLines(
      [...many, '47190', '1420'].map((code, id) => ({ ...GOOD, id: String(id), code })),
    );
    expect(classes.get(many.length + 1)?.code).toBe('14.20');
  });

  it('has the meaning that its label says', () => {
    const line = { id: '9', code: '1420', version: '2' };
    const others = FOUR.map((code, id) => ({ ...GOOD, id: String(id + 20), code }));
    const official = findOfficialLabel('01.42') ?? '';
    const { classes } = readActivityLines([...others, { ...line, label: official }]);
    expect(classes.get(9)?.code).toBe('01.42');
  });
});

it('takes a repeated line once, and of one ID with several meanings none', () => {
  const other = { ...GOOD, id: '12' };
  const lines = [GOOD, other, { ...GOOD, code: '4711' }, { ...other, code: '47.19' }];
  const { classes, unreadable } = readActivityLines(lines);
  expect([...classes.keys()]).toEqual([11]);
  expect(unreadable).toEqual([
    { index: 1, fault: 'id_repeated' },
    { index: 3, fault: 'id_repeated' },
  ]);
});

it('reads the licensed by ID and label', () => {
  const lines = [
    { id: '21', label: ' Gaze  naturale' },
    { id: '22', label: null },
    { id: null, label: 'Turism' },
  ];
  const { classes, unreadable } = readLicensedLines(lines);
  expect([...classes]).toEqual([[21, 'Gaze naturale']]);
  expect(unreadable.map(({ fault }) => fault)).toEqual(['label_missing', 'id_invalid']);
});
