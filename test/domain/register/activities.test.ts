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
    expect(toActivityIds(text)).toEqual(ids);
  });
});

describe('unlicensed activities', () => {
  it('come in the order of the cell with one main, the first', () => {
    expect(toActivities('345, 12', classes)).toEqual({
      activities: [
        { code: '51190', label: 'Intermedieri', main: true },
        { code: '62.01', label: 'Soft la comandă', main: false },
      ],
      isComplete: true,
      isMainKnown: true,
    });
  });

  it('stand once each, by number and by code', () => {
    expect(codes('12, 12, 345, 346, 12')).toEqual(['62.01', '51190']);
  });

  it('are left out where no classification names them', () => {
    expect(toActivities('7, 99001', classes)).toEqual({
      activities: [{ code: '01.11', label: 'Cereale', main: true }],
      isComplete: false,
      isMainKnown: true,
    });
  });

  it.each(['99001, 7', 'x, 7', '99001, 7, 99001'])('have no main one in %j', (text) => {
    expect(toActivities(text, classes)).toEqual({
      activities: [{ code: '01.11', label: 'Cereale', main: false }],
      isComplete: false,
      isMainKnown: false,
    });
  });

  it('are none in an empty cell', () => {
    expect(toActivities(null, classes)).toEqual({
      activities: [],
      isComplete: true,
      isMainKnown: true,
    });
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
