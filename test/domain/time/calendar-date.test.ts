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
    // A midnight with a rounding error.
    ['38957.99999999999', '2006-08-29'],
    ['38957,99999999999', '2006-08-29'],
    ['38957.999995', '2006-08-29'],
    ['38957.99998', '2006-08-28'],
    ['38957.99999', '2006-08-28'],
    ['38958.00000000001', '2006-08-29'],
    ['2958465.99999997', '9999-12-31'],
    // An instant: the day in Europe/Chisinau.
    ['2006-08-28T21:00:00.000Z', '2006-08-29'],
    ['2006-08-28T20:59:59Z', '2006-08-28'],
    ['2006-01-15T22:00Z', '2006-01-16'],
    ['2006-01-15T21:00:00Z', '2006-01-15'],
    ['2006-08-28 21:00:00+00:00', '2006-08-29'],
    ['2006-08-29T00:00:00+03:00', '2006-08-29'],
    ['2006-08-28T21:00:00+0300', '2006-08-28'],
    ['2006-08-28T17:00:00-04', '2006-08-29'],
    ['28.08.2006 21:00:00Z', '2006-08-29'],
    // One meaning, written otherwise.
    ['30/03/2001', '2001-03-30'],
    ['13/1/2001', '2001-01-13'],
    ['05/05/2001', '2001-05-05'],
    ['30-03-2001', '2001-03-30'],
    ['03-04-2001', '2001-04-03'],
    ['30. 03. 2001', '2001-03-30'],
    ['30. 03.2001', '2001-03-30'],
    ['30 . 3 . 2001', '2001-03-30'],
    ['30.03.2001 г.', '2001-03-30'],
    ['30.03.2001г', '2001-03-30'],
    ['30.03.2001 года', '2001-03-30'],
    ['2001/03/30', '2001-03-30'],
    ['2001.03.04', '2001-03-04'],
    ['30 martie 2001', '2001-03-30'],
    ['30 MARTIE 2001', '2001-03-30'],
    ['1 mărţie 2001', '2001-03-01'],
    ['30 mar. 2001', '2001-03-30'],
    ['30-mar-2001', '2001-03-30'],
    ['9 noiembrie 2001', '2001-11-09'],
    ['9 noi 2001', '2001-11-09'],
    ['9 Nov 2001', '2001-11-09'],
    ['30 марта 2001 г.', '2001-03-30'],
    ['30 Март 2001', '2001-03-30'],
    ['5 мая 2001 года', '2001-05-05'],
    ['5 май 2001', '2001-05-05'],
    ['12 сент. 2001 г.', '2001-09-12'],
    ['12 September 2001', '2001-09-12'],
    ['30 martie 2001 10:30', '2001-03-30'],
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
    // The twelfth of February here, the second of December in an English spreadsheet.
    '12/02/2016',
    '03/04/2001',
    '3/17/2009',
    '30.03/2001',
    '30 ma 2001',
    '30 marți 2001',
    '31 februarie 2001',
    'martie 2001',
    '30 martie 01',
    '12.02.2016 25:00',
    '2016-02-12T10:30:00+99:00',
    '2016-02-30',
    '2016-02',
    '12.02.2016 radiat',
    'true',
    'în lichidare',
  ])('is none in %j', (text) => {
    expect(toCalendarDate(text)).toEqual({ fault: 'not_a_date' });
  });

  it.each([
    ...['38957.875', '38957,875', '38957.9166666666667', '38957.91667', '38957.917'],
    ...['38957.87500000001', '38957.8749999999', '2006-08-28 21:00', '2006-08-28T22:00:00'],
    ...['28.08.2006 21:00:00', '28/08/2006 22:00', '38957.8333333', '38957.9583333'],
  ])('in %j is shifted by a time zone', (text) => {
    expect(toCalendarDate(text)).toEqual({ fault: 'day_shifted' });
  });

  it.each([
    ...['38957', '38957.75', '38957.88', '38957.99999999999', '38957.0', '2006-08-28T21:00:00Z'],
    ...['2006-08-28 21:30', '2006-08-28 23:59:59', '28.08.2006', 'ieri', '21:00', '0.875', ''],
  ])('in %j is not shifted', (text) => {
    expect(toCalendarDate(text)).not.toEqual({ fault: 'day_shifted' });
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

  it.each(['02.01.1900', '14.09.2026', '12.02.2016'])('is %s', (text) => {
    expect(toPastDate(text, dumpDate)).toHaveProperty('value');
  });

  it.each(['29.12.1899', '20.08.1111', '15.09.2026', '01.01.3016'])('is not %s', (text) => {
    expect(toPastDate(text, dumpDate)).toEqual({ fault: 'date_out_of_range' });
  });

  it.each([
    ...['01.01.1900', '1900-01-01 00:00:00', '31.12.9999', '9999-12-31T23:59:59.997', '2958465'],
    ...['2958465.99999997', '9999-12-31T22:00:00Z', '01.01.0001', '30.12.1899', '31.12.1899'],
    // What a spreadsheet shows for 0 and 1, in the date systems of 1900 and 1904.
    ...['00.01.1900', '1/0/1900', '1', '1462', '01.01.1904'],
    '12/31/9999',
  ])('%s is a placeholder', (text) => {
    expect(toPastDate(text, dumpDate)).toEqual({ fault: 'date_placeholder' });
  });

  it('may be missing, and must be one', () => {
    expect(toPastDate(null, dumpDate)).toEqual({ value: null });
    expect(toPastDate('ieri', dumpDate)).toEqual({ fault: 'not_a_date' });
  });
});
