import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toLatin } from '../../../src/domain/register/cyrillic.ts';
import { foldLatinName, foldWords } from '../../../src/domain/register/folded-words.ts';

describe('a word in Cyrillic letters', () => {
  it.each([
    // Romanian until 1989.
    ['Кишинэу', 'CHIȘINĂU'],
    ['Бэлць', 'BĂLȚI'],
    ['Хынчешть', 'HÎNCEȘTI'],
    ['Сынӂерей', 'SÂNGEREI'],
    ['Георге', 'GHEORGHE'],
    ['Стяуа', 'STEAUA'],
    ['Чобану', 'CIOBANU'],
    ['Чебан', 'CEBAN'],
    ['Цуркану', 'ȚURCANU'],
    ['Молдова', 'MOLDOVA'],
    ['Букурия', 'BUCURIA'],
    // Russian, as documents in Moldova write such names.
    ['агро', 'AGRO'],
    ['Сергей', 'SERGHEI'],
    ['Николай', 'NICOLAI'],
    ['Евгений', 'EVGHENI'],
    ['Мария', 'MARIA'],
    ['Татьяна', 'TATIANA'],
    ['Ольга', 'OLGA'],
    ['Васильев', 'VASILIEV'],
    ['Журавлёв', 'JURAVLEV'],
    ['Щербаков', 'SCERBACOV'],
    ['Рябов', 'REABOV'],
    ['Бабич', 'BABICI'],
    ['Максим', 'MAXIM'],
    ['такси', 'TAXI'],
    ['Электро', 'ELECTRO'],
    ['стройдом', 'STROIDOM'],
    // Ukrainian.
    ['Київ', 'CHIIV'],
    ['Ірина', 'IRINA'],
  ])('%s is %s', (cyrillic, latin) => {
    expect(foldLatinName(cyrillic)).toBe(foldWords(latin));
    expect(foldLatinName(cyrillic.toUpperCase())).toBe(foldWords(latin));
  });
});

describe('a word of both alphabets', () => {
  it.each([
    ['АGROPRIM', 'AGROPRIM'],
    ['ВETA', 'BETA'],
    ['МЕТРO', 'METPO'],
    ['СOMFОRT', 'COMFORT'],
    ['S.А.', 'SA'],
    // Latin letters among Cyrillic ones that have no Latin twin.
    ['CТРОЙ', 'STROI'],
    ['AГРО', 'AGRO'],
    ['ЭКОLIFE', 'ECOLIFE'],
    ['В2В', 'V2V'],
  ])('%s is %s', (mixed, latin) => {
    expect(foldLatinName(mixed)).toBe(foldWords(latin));
  });
});

it('leaves other texts as they are', () => {
  for (const text of ['agro prim', '', 'é1 中', 'αβγ']) expect(toLatin(text)).toBe(text);
});

it('leaves no letter of these languages, and at most two Latin letters for one', () => {
  const letters = 'абвгґдеєжӂзиіїйклмнопрстуўфхцчшщъыьэюя abcekmnotxy1';
  const word = fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 });
  fc.assert(
    fc.property(word, (text) => {
      const latin = toLatin(text);
      expect(latin).toMatch(/^[a-z0-9 ]*$/);
      expect(latin.length).toBeLessThanOrEqual(2 * text.length);
      expect(toLatin(latin)).toBe(latin);
    }),
    { numRuns: 2_000 },
  );
});
