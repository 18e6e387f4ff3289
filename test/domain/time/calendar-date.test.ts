import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  toCalendarDate,
  toPastDate,
  toSerial1900,
  toSerialText1900,
} from '../../../src/domain/time/calendar-date.ts';

describe('a day', () => {
  it.each([
    ['42412', '2016-02-12'],
    ['42412.75', '2016-02-12'],
    ['42412,75', '2016-02-12'],
    ['43536,00', '2019-03-12'],
    ['10000', '1927-05-18'],
    ['2958465', '9999-12-31'],
    ['12.02.2016', '2016-02-12'],
    ['5.7.2010', '2010-07-05'],
    [' 12.02.2016\u00a000:00:00', '2016-02-12'],
    ['20.08.1111', '1111-08-20'],
    ['29.02.2024', '2024-02-29'],
    ['29.02.2000', '2000-02-29'],
    ['2016-02-12', '2016-02-12'],
    ['2016-02-12T00:00:00Z', '2016-02-12'],
    ['2016-02-12 10:30:00.000', '2016-02-12'],
    [null, null],
    ['', null],
    [' \n', null],
  ])('of %j is %j', (text, day) => {
    expect(toCalendarDate(text)).toEqual({ value: day });
  });

  it.each([
    '0',
    '1',
    '60',
    '1899',
    '1998',
    '2019',
    '2019.0',
    '2026',
    '9999',
    '02019',
    '43,536',
    '43.536',
    '43 536',
    '43,536.00',
    '#N/A',
    '=A2+1',
    '-5',
    '2958466',
    '20160212',
    '31.02.2016',
    '29.02.1900',
    '29.02.2023',
    '00.01.2016',
    '12.13.2016',
    '12.02.16',
    '12/02/2016',
    '2016-02-30',
    '2016-02',
    '12.02.2016 radiat',
    'true',
    'în lichidare',
  ])('is none in %j', (text) => {
    expect(toCalendarDate(text)).toEqual({ fault: 'not_a_date' });
  });

  it('comes out of its serial number in both systems of a workbook', () => {
    const anyDay = fc.integer({ min: 10_000, max: 2_958_465 });
    fc.assert(
      fc.property(anyDay, (serial) => {
        const day = new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000);
        const expected = { value: day.toISOString().slice(0, 10) };
        expect(toCalendarDate(String(serial))).toEqual(expected);
        expect(toCalendarDate(String(toSerial1900(serial - 1_462, true)))).toEqual(expected);
        expect(toSerial1900(serial, false)).toBe(serial);
        const text = String(serial - 1_462);
        if (text.length >= 5) expect(toSerialText1900(text, true)).toBe(String(serial));
        expect(toSerialText1900(text, false)).toBe(text);
      }),
    );
  });

  it.each([
    ['41000.75', '42462.75'],
    [' 41000 ', '42462'],
    ['2019', '2019'],
    ['43,536', '43,536'],
    ['12.02.2016', '12.02.2016'],
    ['radiat', 'radiat'],
  ])('as the text %j of a 1904 workbook is %j', (text, expected) => {
    expect(toSerialText1900(text, true)).toBe(expected);
  });
});

describe('a day that the register can know of', () => {
  const dumpDate = '2026-09-14';

  it.each(['01.01.1900', '14.09.2026', '12.02.2016'])('is %s', (text) => {
    expect(toPastDate(text, dumpDate)).toHaveProperty('value');
  });

  it.each(['31.12.1899', '20.08.1111', '01.01.0001', '15.09.2026', '01.01.3016'])(
    'is not %s',
    (text) => {
      expect(toPastDate(text, dumpDate)).toEqual({ fault: 'date_out_of_range' });
    },
  );

  it('may be missing, and must be one', () => {
    expect(toPastDate(null, dumpDate)).toEqual({ value: null });
    expect(toPastDate('ieri', dumpDate)).toEqual({ fault: 'not_a_date' });
  });
});
