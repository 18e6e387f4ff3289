import { expect, it } from 'vitest';
import { createToken, hashToken, isToken } from '../../../src/domain/account/token.ts';

it('has 256 bits, each of which comes both ways', () => {
  const tokens = Array.from({ length: 200 }, createToken);
  expect(new Set(tokens).size).toBe(200);
  const bytes = tokens.map((token) => Buffer.from(token, 'base64url'));
  for (let place = 0; place < 32; place++) {
    const all = bytes.map((one) => one[place] ?? 0);
    expect(all.reduce((seen, one) => seen | one, 0)).toBe(255);
    expect(all.reduce((seen, one) => seen & one, 255)).toBe(0);
  }
  expect(tokens.every(isToken)).toBe(true);
});

it.each(['', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}\n`, `${'x'.repeat(42)}=`])(
  'is not %j',
  (text) => expect(isToken(text)).toBe(false),
);

it('is stored as its SHA-256', () => {
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
