import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findShares, toShareFromNumber } from '../../../../src/domain/register/founders/share.ts';

describe('a percentage', () => {
  it.each([
    ['100,00', '100,00%'],
    ['40', '40,00%'],
    ['40.5 ', '40,50%'],
    [' 100,00 ', '100,00%'],
    ['100, 00', '100,00%'],
    ['0,01', '0,01%'],
    ['0', '0,00%'],
    ['040,00', '40,00%'],
    [',5', '0,50%'],
    ['.05', '0,05%'],
    ['33,333', '33,33%'],
    ['66,665', '66,67%'],
    // Rounded, they would say that there is nobody else, or no share.
    ['99,999', '99,99%'],
    ['99,995', '99,99%'],
    ['99,996', '99,99%'],
    ['0,001', '0,01%'],
    ['0,0049', '0,01%'],
    ['.000001', '0,01%'],
    ['99,9900', '99,99%'],
    ['0,000', '0,00%'],
    ['99,(9)', '100,00%'],
    ['99,994', '99,99%'],
    ['0,006', '0,01%'],
    ['100,000', '100,00%'],
    ['40,', '40,00%'],
    ['33,(3)', '33,33%'],
    ['16,6(6)', '16,67%'],
    ['66.(6)', '66,67%'],
    ['cota-parte 50', '50,00%'],
  ])('%j is written %s', (text, share) => {
    expect(toShareFromNumber(text)).toBe(share);
  });

  it.each(['', ' ', ',', '100,01', '101', '1200,00', '-5', 'x', '1e1', '10,0,0', '٤٠'])(
    '%j is none',
    (text) => {
      expect(toShareFromNumber(text)).toBeNull();
    },
  );

  it('is whole or nothing only where it is exactly that, and is off by less than a hundredth', () => {
    const digits = fc.integer({ min: 0, max: 999_999 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99 }), digits, (whole, decimals) => {
        const text = `${whole},${String(decimals).padStart(6, '0')}`;
        const share = toShareFromNumber(text) ?? '';
        const exact = Number(text.replace(',', '.'));
        const served = Number(share.replace(',', '.').replace('%', ''));
        expect(served === 0).toBe(exact === 0);
        expect(served).toBeLessThan(100);
        expect(Math.abs(served - exact)).toBeLessThan(0.01 + 1e-9);
      }),
    );
  });

  it('has one form whatever comes, and its own stays', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.float().map(String)), (text) => {
        const share = toShareFromNumber(text);
        if (share === null) return;
        expect(share).toMatch(/^(?:100,00|(?:0|[1-9]\d?),\d\d)%$/);
        expect(toShareFromNumber(share.slice(0, -1))).toBe(share);
      }),
    );
  });
});

describe('the shares of a line', () => {
  const find = (line: string) =>
    findShares(line).map(({ start, end, share }) => [line.slice(start, end), share]);

  it.each<[string, (string | null)[][]]>([
    ['DORLAN ILIE', []],
    [
      'A B (40,00%), C D (60 %)',
      [
        ['(40,00%)', '40,00%'],
        ['(60 %)', '60,00%'],
      ],
    ],
    ['A B (DE FERMIER) (100%)', [['(100%)', '100,00%']]],
    ['A B (x%)', [['(x%)', null]]],
    ['A B (%)', [['(%)', null]]],
    ['A B (100% BIO) C', []],
    ['A B )40%)', []],
    [`A B (${'4'.repeat(50)}%)`, [[`(${'4'.repeat(50)}%)`, null]]],
  ])('of %j are %j', (line, shares) => {
    expect(find(line)).toEqual(shares);
  });
});
