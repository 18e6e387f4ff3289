import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  API_KEY_LENGTH,
  createApiKeyText,
  hashApiKey,
  isApiKeyText,
  toKeyStart,
} from '../../../src/domain/account/api-key.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('a new key', () => {
  it('has the prefix, 36 base62 characters and a checksum that holds', () => {
    const key = createApiKeyText();
    expect(key).toMatch(/^reg_[0-9A-Za-z]{36}$/);
    expect(key).toHaveLength(API_KEY_LENGTH);
    expect(isApiKeyText(key)).toBe(true);
  });

  it('is fixed by its random bytes, so that other programs can check the format', () => {
    const key = createApiKeyText((size) => Uint8Array.from({ length: size }, (_, place) => place));
    expect(key).toBe('reg_0123456789ABCDEFGHIJKLMNOPQRST0Wz6JX');
    expect(isApiKeyText(key)).toBe(true);
  });

  it('takes no byte of 248 and more, which would make some characters likelier', () => {
    let calls = 0;
    const key = createApiKeyText((size) => new Uint8Array(size).fill(calls++ === 0 ? 250 : 61));
    expect(key.slice(4, 34)).toBe('z'.repeat(30));
  });

  it('uses the whole alphabet and never comes twice', () => {
    const keys = Array.from({ length: 2_000 }, () => createApiKeyText());
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(keys.map((key) => key.slice(4, 34)).join('')).size).toBe(ALPHABET.length);
  });
});

describe('a text that is no key', () => {
  it('is known by any one wrong character', () => {
    const key = createApiKeyText();
    fc.assert(
      fc.property(fc.nat(API_KEY_LENGTH - 1), fc.constantFrom(...ALPHABET), (place, character) => {
        const other = key.slice(0, place) + character + key.slice(place + 1);
        expect(isApiKeyText(other)).toBe(other === key);
      }),
    );
  });

  it('is whatever else comes', () => {
    fc.assert(fc.property(fc.string(), (text) => !isApiKeyText(text)));
    for (const text of ['', 'reg_', `${createApiKeyText()}\n`, ` ${createApiKeyText()}`]) {
      expect(isApiKeyText(text)).toBe(false);
    }
  });
});

it('is recognised by its SHA-256 and its first 8 characters', () => {
  expect(hashApiKey('abc')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
  expect(toKeyStart('reg_abcdefgh')).toBe('reg_abcd');
});
