import { describe, expect, it } from 'vitest';
import {
  type ActivityLine,
  readActivityLines,
  readLicensedLines,
} from '../../../src/domain/register/activity-lines.ts';

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
    [{ label: null, version: '1', code: '01.21.0' }, '01210', 'Creşterea bovinelor'],
  ])('%j is %s, %s', (changed, code, label) => {
    expect(readOne(changed)).toEqual({ classes: [[11, { code, label }]], faults: [] });
  });

  it.each<[Partial<ActivityLine>, string]>([
    [{ id: null }, 'id_invalid'],
    [{ id: '11, 12' }, 'id_invalid'],
    [{ id: 'Total' }, 'id_invalid'],
    [{ code: null }, 'code_missing'],
    [{ code: '47.12' }, 'code_unknown'],
    [{ code: '#N/A' }, 'code_unknown'],
    [{ version: 'CAEM Rev.2.1' }, 'version_unknown'],
    [{ version: null, code: '01.21' }, 'code_ambiguous'],
    [{ version: '1', code: '72200', label: null }, 'label_missing'],
  ])('%j is unreadable: %s', (changed, fault) => {
    expect(readOne(changed)).toEqual({ classes: [], faults: [fault] });
  });
});

it('takes a repeated line once, and of one ID with several meanings none', () => {
  const other = { ...GOOD, id: '12' };
  const lines = [GOOD, other, { ...GOOD, code: '4711' }, { ...other, code: '47.19' }];
  const { classes, unreadable } = readActivityLines(lines);
  expect([...classes.keys()]).toEqual([11]);
  expect(unreadable).toEqual([
    { place: 1, fault: 'id_repeated' },
    { place: 3, fault: 'id_repeated' },
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
