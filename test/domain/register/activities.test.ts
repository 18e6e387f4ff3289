import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  toActivities,
  toActivityIds,
  toLicensedActivities,
} from '../../../src/domain/register/activities.ts';

const classes = new Map([
  [12, { code: '62.01', label: 'Soft la comandă' }],
  [345, { code: '51190', label: 'Intermedieri' }],
  [346, { code: '51190', label: 'Intermedieri în comerț' }],
  [7, { code: '01.11', label: 'Cereale' }],
]);
const LABELS: Record<string, string> = {
  '62.01': 'Soft la comandă',
  '51190': 'Intermedieri',
  '01.11': 'Cereale',
};
const licensed = new Map([
  [11, 'Activitatea farmaceutică'],
  [13, 'Activitatea de turism'],
]);
const codes = (text: string | null) =>
  toActivities(text, classes).activities.map(({ code }) => code);

describe('the numbers of a cell', () => {
  it.each<[string | null, number[]]>([
    [null, []],
    ['', []],
    ['123456789, 1234567890, 007', [123456789, 1234567890, 7]],
    ['0, 999999999', [0, 999999999]],
    [' , ;\n', []],
    ['12', [12]],
    ['12, 345', [12, 345]],
    ['12,345;7\n12\u00a09', [12, 345, 7, 12, 9]],
    ['012', [12]],
    ['12.0', [12]],
    ['12.0, 7.', [12, 7]],
    ['12.5', [Number.NaN]],
    ['x, 12, 1x, -7', [Number.NaN, 12, Number.NaN, Number.NaN]],
    ['1.2.3', [Number.NaN]],
    ['.5', [Number.NaN]],
  ])('%j are %j', (text, ids) => {
    expect(toActivityIds(text, classes)).toEqual(ids);
  });
});

describe('a number with a thousands sign', () => {
  const toIds = (text: string, ids: readonly number[]) => toActivityIds(text, new Set(ids));
  const written = ['1,714', '1.714', '1 714', "1'714", '1\u00a0714', '1\u202f714'];

  it.each(written)('%j is one ID if the sheet has that alone', (text) => {
    expect(toIds(text, [1_714])).toEqual([1_714]);
    expect(toIds(text, [1_714, 1])).toEqual([1_714]);
    expect(toIds(text, [1_714, 714])).toEqual([1_714]);
    expect(toIds(`12, ${text}; ${text}`, [12, 1_714])).toEqual([12, 1_714, 1_714]);
    expect(toIds(text, [])).toEqual([Number.NaN]);
    expect(toIds(text, [1])).toEqual([Number.NaN]);
  });

  it.each(['1,714', '1 714'])('%j is a list if the sheet has those alone', (text) => {
    expect(toIds(text, [1, 714])).toEqual([1, 714]);
    expect(toIds(text, [1, 714, 1_714])).toEqual([Number.NaN]);
  });

  it.each<[string, number[], number[]]>([
    ['1,234,567', [1_234_567], [1_234_567]],
    ['1,234,567', [1, 234, 567], [1, 234, 567]],
    // A list has no ID with a zero in front.
    ['1,014', [1, 14, 1_014], [1_014]],
    ['1.000', [1_000], [1_000]],
    ['1.000', [1], [1]],
    ['1.000', [1, 1_000], [Number.NaN]],
    ['0,714', [0, 714], [0, 714]],
    ['12,34', [12, 34, 1_234], [12, 34]],
    ['1234,567', [1_234, 567, 1_234_567], [1_234, 567]],
    ['1,714.000', [1, 714, 1_714], [1, 714]],
  ])('%j with %j is %j', (text, known, ids) => {
    expect(toIds(text, known)).toEqual(ids);
  });

  it('is flagged where it may be either, in both columns', () => {
    const both = new Map([...classes, [7_345, { code: '47.11', label: 'Magazine' }]]);
    expect(toActivities('7,345', both)).toEqual({
      activities: [],
      isComplete: false,
      isMainKnown: false,
      hasLaterEdition: false,
    });
    const one = new Map([[7_345, { code: '47.11', label: 'Magazine' }]]);
    expect(toActivities('7,345', one).activities).toMatchObject([{ code: '47.11', main: true }]);
    const labels = new Map([[1_345, 'Farmacie']]);
    expect(toLicensedActivities('1,345', labels)).toEqual({
      labels: ['Farmacie'],
      isComplete: true,
    });
  });
});

describe('unlicensed activities', () => {
  const [soft, agents, cereals] = ['62.01', '51190', '01.11'];
  it.each<[text: string | null, codes: string[], isComplete: boolean, isMainKnown: boolean]>([
    [null, [], true, true],
    ['345, 12', [agents, soft], true, true],
    // Each stands once, by number and by code.
    ['12, 12, 345, 346, 12', [soft, agents], true, true],
    // What no classification names is left out, and is main if it is the first.
    ['7, 99001', [cereals], false, true],
    ['99001, 7', [cereals], false, false],
    ['x, 7', [cereals], false, false],
    ['99001, 7, 99001', [cereals], false, false],
  ])('of %j are %j, complete: %j, with a main one: %j', (text, expected, ...isKnown) => {
    const { activities, isComplete, isMainKnown } = toActivities(text, classes);
    expect([isComplete, isMainKnown]).toEqual(isKnown);
    const main = expected.map((_, index) => index === 0 && isMainKnown);
    expect(activities).toEqual(
      expected.map((code, index) => ({ code, label: LABELS[code], main: main[index] })),
    );
  });

  it('have one main where the first is known, and no code twice, whatever the cell', () => {
    const cell = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom('7', '12', '345', '346', '9', 'x')).map((ids) => ids.join(', ')),
    );
    fc.assert(
      fc.property(cell, (text) => {
        const { activities, isMainKnown } = toActivities(text, classes);
        const mains = activities.filter(({ main }) => main);
        expect(mains.length).toBe(activities.length === 0 || !isMainKnown ? 0 : 1);
        expect(mains).toEqual(isMainKnown ? activities.slice(0, 1) : []);
        expect(new Set(codes(text)).size).toBe(activities.length);
      }),
    );
  });
});

it('licensed activities come as labels, once each', () => {
  expect(toLicensedActivities('13, 11, 13', licensed)).toEqual({
    labels: ['Activitatea de turism', 'Activitatea farmaceutică'],
    isComplete: true,
  });
  expect(toLicensedActivities('13, 14', licensed)).toEqual({
    labels: ['Activitatea de turism'],
    isComplete: false,
  });
});
