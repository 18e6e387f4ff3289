import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FingerprintTable, type RowDecision } from '../../src/import/fingerprint-table.ts';

interface Known {
  stored: { fingerprint: string; isListed: boolean } | null;
  row: number;
  rank: number;
  fingerprint: string;
}

const IDNO = fc
  .bigInt({ min: 1n, max: 9_999_999_999_999n })
  .map((one) => `${one}`.padStart(13, '0'));
const FINGERPRINT = fc.constantFrom('0000000000001', 'fffffffffffff', '123456789abcd');

/** What the table is to say, in the plainest way. */
function judgeByMap(known: Known): Exclude<RowDecision, 'overridden'> {
  if (known.stored === null) return 'new';
  const isEqual = known.stored.isListed && known.stored.fingerprint === known.fingerprint;
  return isEqual ? 'unchanged' : 'changed';
}

it('decides as a map of all IDNOs would', () => {
  const stored = fc.uniqueArray(fc.tuple(IDNO, FINGERPRINT, fc.boolean()), {
    selector: ([idno]) => idno,
    maxLength: 60,
  });
  fc.assert(
    fc.property(
      stored,
      fc.array(fc.tuple(fc.nat(80), IDNO, FINGERPRINT, fc.nat(2))),
      (before, rows) => {
        const table = new FingerprintTable();
        const map = new Map<string, Known>();
        for (const [idno, fingerprint, isListed] of before) {
          table.addStored(idno, fingerprint, isListed);
          map.set(idno, { stored: { fingerprint, isListed }, row: 0, rank: 0, fingerprint: '' });
        }
        rows.forEach(([place, other, fingerprint, rank], index) => {
          const idno = before[place]?.[0] ?? other;
          const known = map.get(idno) ?? { stored: null, row: 0, rank: 0, fingerprint: '' };
          const number = index + 1;
          const after = { ...known, row: number, rank, fingerprint };
          const isKept =
            known.row !== 0 &&
            (known.rank > rank || (known.rank === rank && judgeByMap(known) === 'unchanged'));
          const expected = isKept ? 'overridden' : judgeByMap(after);
          expect(table.addRow({ idno, number, fingerprint, rank })).toBe(expected);
          if (!isKept) map.set(idno, after);
        });
        const tally = { new: 0, changed: 0, unchanged: 0 };
        const missing: string[] = [];
        for (const [idno, known] of map) {
          if (known.row === 0) {
            if (known.stored?.isListed) missing.push(idno);
            continue;
          }
          tally[judgeByMap(known)]++;
          expect(table.decide(idno, known.row)).toBe(judgeByMap(known));
          expect(table.decide(idno, known.row + 1)).toBe('overridden');
        }
        const seen = tally.new + tally.changed + tally.unchanged;
        expect(table.tally()).toEqual({ ...tally, duplicates: rows.length - seen });
        expect([...table.listDelisted()].sort()).toEqual(missing.sort());
      },
    ),
  );
});

it('keeps all entries while it grows, with IDNOs that lie close together', () => {
  const table = new FingerprintTable();
  const toIdno = (serial: number) => String(1_000_600_000_000 + serial * 10);
  for (let serial = 0; serial < 800_000; serial++) {
    table.addStored(toIdno(serial), '123456789abcd', true);
  }
  for (let serial = 0; serial < 800_000; serial += 2) {
    const idno = toIdno(serial);
    table.addRow({ idno, number: serial + 1, fingerprint: '123456789abcd', rank: 0 });
  }
  expect(table.tally()).toEqual({ new: 0, changed: 0, unchanged: 400_000, duplicates: 0 });
  expect(table.countDelisted()).toBe(400_000);
});

it('does not count a company as missing whose row cannot be stored', () => {
  const table = new FingerprintTable();
  table.addStored('1099600000018', '1', true);
  table.addStored('1099600000029', '1', true);
  table.markUnreadable('1099600000018');
  table.markUnreadable('1099600000030');
  expect([...table.listDelisted()]).toEqual(['1099600000029']);
  expect(table.tally()).toEqual({ new: 0, changed: 0, unchanged: 0, duplicates: 0 });
});
