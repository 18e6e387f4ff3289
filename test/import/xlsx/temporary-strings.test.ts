import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TemporaryStrings } from '../../../src/import/xlsx/temporary-strings.ts';
import { makeTestFolder } from '../../support/folder.ts';

function storeStrings(texts: readonly string[], folder = makeTestFolder()): TemporaryStrings {
  const strings = new TemporaryStrings(folder);
  for (const text of texts) {
    const bytes = Buffer.from(text);
    const middle = bytes.length >> 1;
    strings.append(bytes, 0, middle);
    strings.append(bytes, middle, bytes.length);
    strings.endString();
  }
  strings.finish();
  return strings;
}

describe('the strings of a workbook', () => {
  it('are found by number, near and far, when they exceed the cache many times', () => {
    const count = 50_000;
    const strings = storeStrings(Array.from({ length: count }, (_, n) => `șir ${n}`));
    const wrong: number[] = [];
    for (let n = 0; n < count; n++) {
      const far = (n * 7_919) % count;
      if (strings.get(n) !== `șir ${n}`) wrong.push(n);
      if (strings.get(far) !== `șir ${far}`) wrong.push(far);
    }
    expect(wrong).toEqual([]);
    strings.close();
  });

  it('may have any length, from none to more than one write', () => {
    const lengths = [0, 0, 1, 8_191, 8_192, 300_000, 0, 5, 262_144, 600_000, 2];
    const long = lengths.flatMap((length) => ['ț'.repeat(length), `x${length}`]);
    // Blocks with long strings between blocks with short ones.
    const short = Array.from({ length: 200 }, (_, n) => `șir ${n}`);
    const texts = [...short, ...long, ...short];
    const strings = storeStrings(texts);
    for (const [index, text] of texts.entries()) expect(strings.get(index)).toBe(text);
    strings.close();
  });

  it('come back whatever they are', () => {
    const folder = makeTestFolder();
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 200 }), (texts) => {
        const strings = storeStrings(texts, folder);
        expect(texts.map((_, index) => strings.get(index))).toEqual(texts);
        strings.close();
      }),
    );
  });

  it.each([-1, 3, 1.5, Number.NaN])('are null for the number %s', (index) => {
    const strings = storeStrings(['a', 'b', 'c']);
    expect(strings.get(index)).toBeNull();
    strings.close();
  });

  it('are refused where they cannot be written', () => {
    const folder = join(makeTestFolder(), 'missing');
    expect(() => new TemporaryStrings(folder)).toThrow(/^the workbook's strings .*\(ENOENT\)/);
  });
});
