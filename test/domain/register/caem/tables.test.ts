import { describe, expect, it } from 'vitest';
import caem2005 from '../../../../src/domain/register/caem/caem-2005.json' with { type: 'json' };
import caemRev2 from '../../../../src/domain/register/caem/caem-rev2.json' with { type: 'json' };
import { toCaemCode } from '../../../../src/domain/register/caem/code.ts';
import naceRev21 from '../../../../src/domain/register/caem/nace-rev2.1.json' with { type: 'json' };
import {
  type CaemEdition,
  findOfficialLabel,
  listCaemCodes,
} from '../../../../src/domain/register/caem/tables.ts';

const REV2 = new Map(Object.entries(caemRev2.ro));
const REV1 = new Map(
  Object.entries(caem2005.ro).map(([code, label]) => [code.replaceAll('.', ''), label]),
);
const toRev1 = (code: string) => `${code.replace('.', '')}0`;
/** Codes of Rev.2 whose class is in the edition of 2005 too, with another meaning. */
const SHARED = [...REV2.keys()].filter((code) => REV1.has(toRev1(code)));

function read(text: string, edition: CaemEdition | null, label = '', day: string | null = null) {
  const parsed = toCaemCode({ text, day }, edition, label);
  return 'value' in parsed ? { value: parsed.value.code } : parsed;
}

it('has the English labels of NACE for all classes of the older edition, and for no others', () => {
  const english = new Map(listCaemCodes().map(({ code, en }) => [code, en]));
  const older = [...english].filter(([code]) => !code.includes('.'));
  const named = older.filter(([, en]) => en !== null).map(([code]) => code);
  expect(named).toEqual(Object.keys(caem2005.en).map((code) => code.replaceAll('.', '')));
  expect(named).toEqual(
    older.map(([code]) => code).filter((code) => code.endsWith('0') && code !== '72200'),
  );
  expect(english.get('51190')).toBe('Agents involved in the sale of a variety of goods');
  expect(english.get('01300')).toMatch(/^Growing of crops combined with farming of animals/);
  expect(english.get('12000')).toBe('Mining of uranium and thorium ores');
  expect(english.get('01111')).toBeNull();
});

it('has both editions whole', () => {
  expect(REV2.size).toBe(615);
  expect(REV1.size).toBe(962);
  expect(Object.keys(caemRev2.en)).toEqual(Object.keys(caemRev2.ro));
  expect(SHARED).toHaveLength(109);
  for (const code of SHARED) expect(REV2.get(code)).not.toBe(REV1.get(toRev1(code)));
  for (const label of [...REV2.values(), ...REV1.values()]) expect(label).toMatch(/^\p{L}.{4,}$/u);
});

describe('NACE Rev.2.1', () => {
  const REV21 = new Map(Object.entries(naceRev21.ro));

  it('is whole, with labels in both languages', () => {
    expect(REV21.size).toBe(651);
    expect(Object.keys(naceRev21.en)).toEqual([...REV21.keys()]);
    for (const code of REV21.keys()) expect(code).toMatch(/^\d\d\.\d\d$/);
    for (const labels of [naceRev21.ro, naceRev21.en]) {
      for (const label of Object.values(labels)) expect(label).toMatch(/^\p{L}.{4,}$/u);
    }
    expect(naceRev21.en['62.10']).toBe('Computer programming activities');
  });

  it('gives its own label to a code that means something else in CAEM Rev.2', () => {
    expect(findOfficialLabel('43.91')).toBe(REV2.get('43.91'));
    expect(findOfficialLabel('43.91', 3)).toBe('Activități de zidărie');
    expect(findOfficialLabel('62.10')).toBe(REV21.get('62.10'));
    expect(findOfficialLabel('43.91', 4)).toBeNull();
  });

  it('has its new codes in the list, after the editions of CAEM', () => {
    const codes = listCaemCodes([
      { code: '62.10', label: 'Soft' },
      { code: '99.98', label: 'Roboți' },
    ]);
    const editions = [...new Set(codes.map(({ edition }) => edition))];
    const { edition } = naceRev21;
    const later = 'later than NACE Rev.2.1';
    expect(editions).toEqual([caemRev2.edition, caem2005.edition, edition, later]);
    const ofRev21 = codes.filter((one) => one.edition === edition);
    const isNew = (code: string) => !REV2.has(code);
    expect(ofRev21.map(({ code }) => code)).toEqual([...REV21.keys()].filter(isNew));
    expect(ofRev21.find(({ code }) => code === '62.10')).toMatchObject({
      ro: REV21.get('62.10'),
      en: 'Computer programming activities',
    });
    expect(codes.at(-1)).toEqual({ code: '99.98', edition: later, ro: 'Roboți', en: null });
    expect(new Set(codes.map(({ code }) => code)).size).toBe(codes.length);
  });
});

/** A number cell's text, as the import makes it. */
const asNumber = (text: string) => String(Number(text));
const digitsOf = (code: string) => code.replace('.', '');

/** Every form of a class of Rev.2 that is on record. */
const REV2_FORMS: Readonly<Record<string, (code: string) => string>> = {
  'NN.NN': (code) => code,
  'NN,NN': (code) => code.replace('.', ','),
  NNNN: digitsOf,
  NNNN0: toRev1,
  'NN.NN.0': (code) => `${code}.0`,
  'XNN.NN': (code) => `G${code}`,
  'X NNNN': (code) => `G ${digitsOf(code)}`,
  'the number N.N': asNumber,
  'the number NNNN': (code) => asNumber(digitsOf(code)),
  'the number NNNN0': (code) => asNumber(toRev1(code)),
};
/** A class, `NN.NN`, and no subclass. */
const HAS_POINT = /N[.,]NN?$/;
const toDotted = (code: string) => code.replace(/(..)(..)(.)/, '$1.$2.$3');
const REV1_FORMS: Readonly<Record<string, (code: string) => string>> = {
  NNNNN: (code) => code,
  'NN.NN.N': toDotted,
  'NN.NNN': (code) => code.replace(/(..)(...)/, '$1.$2'),
  'XNN.NN.N': (code) => `D${toDotted(code)}`,
  'XX NNNNN': (code) => `DA ${code}`,
  'N.NN.N': (code) => toDotted(code).replace(/^0/, ''),
  'the number NNNNN': asNumber,
};

function countWrong(
  codes: ReadonlyMap<string, string>,
  toReading: (code: string, label: string) => ReturnType<typeof read>,
) {
  let unreadable = 0;
  for (const [code, label] of codes) {
    const reading = toReading(code, label);
    if ('value' in reading) expect(reading.value).toBe(code);
    else unreadable++;
  }
  return unreadable;
}

const FORMS = [
  ...Object.entries(REV2_FORMS).map(([form, write]) => ({ edition: 2, form, write }) as const),
  ...Object.entries(REV1_FORMS).map(([form, write]) => ({ edition: 1, form, write }) as const),
];

describe.each(FORMS)('every code of edition $edition as $form', ({ edition, form, write }) => {
  const codes = edition === 2 ? REV2 : REV1;

  it('is right or unreadable with the version', () => {
    const unreadable = countWrong(codes, (code) => read(write(code), edition, 'Altă denumire'));
    // 1610 may be 16.10 and 01.61, and so may 161 in a number cell.
    const [ambiguous, most] = edition === 2 ? [/NNNN(?!0$)|number NNNN0/, 10] : [/number/, 8];
    expect(unreadable).toBeLessThanOrEqual(ambiguous.test(form) ? most : 0);
  });

  it('is read by its label', () => {
    if (edition === 2) {
      expect(countWrong(codes, (code, label) => read(write(code), 2, label))).toBe(0);
    }
    expect(countWrong(codes, (code, label) => read(write(code), null, label))).toBe(0);
  });

  it('is right or unreadable without the version and the official label', () => {
    const unreadable = countWrong(codes, (code) => read(write(code), null, 'Altă denumire'));
    const isSure = edition === 1 || HAS_POINT.test(form);
    if (!isSure) expect(unreadable).toBeGreaterThanOrEqual(SHARED.length);
    expect(unreadable).toBeLessThan(codes.size / (edition === 2 ? 4 : 6));
  });
});

it('a day is read by its label, and by the version right or unreadable', () => {
  const days = [...REV2.keys()].flatMap((code) => {
    const [date = '', month = ''] = code.split('.');
    const typed = Number(date) <= 31 && Number(month) >= 1 && Number(month) <= 12;
    return typed ? [[code, `2024-${month}-${date}`] as const] : [];
  });
  expect(days.length).toBeGreaterThan(50);
  for (const [code, day] of days) {
    const label = REV2.get(code) ?? '';
    for (const edition of [2, null] as const) {
      expect(read('45292', edition, label, day)).toEqual({ value: code });
    }
    const alone = read('45292', 2, '', day);
    if ('value' in alone) expect(alone.value).toBe(code);
  }
});

it('tells the classes of both editions by their labels, in every form', () => {
  for (const code of SHARED) {
    for (const write of Object.values(REV2_FORMS)) {
      expect(read(write(code), null, REV2.get(code))).toEqual({ value: code });
      const first = toRev1(code);
      expect(read(write(code), null, REV1.get(first))).toEqual({ value: first });
      // With a point it is no code of the older edition, unless its label says so.
      const unlabelled = write(code).match(/^G?\d+[.,]\d+$/)
        ? { value: code }
        : { fault: 'code_ambiguous' };
      expect(read(write(code), null, 'Altă denumire')).toEqual(unlabelled);
    }
  }
});
