import { expect, it } from 'vitest';
import { createKeyCipher } from '../../../src/domain/account/key-cipher.ts';

const OLD = 'an old secret of thirty-two letters';
const NEW = 'a new secret of thirty-two letters.';

it('opens what it encrypted, where it was encrypted', () => {
  const cipher = createKeyCipher([OLD]);
  const encrypted = cipher.encrypt('reg_text', 'account:key');
  expect(encrypted).not.toContain('reg_text');
  expect(cipher.decrypt(encrypted, 'account:key')).toBe('reg_text');
  expect(cipher.decrypt(encrypted, 'other account:key')).toBeNull();
});

it('seals the same text differently each time', () => {
  const cipher = createKeyCipher([OLD]);
  expect(cipher.encrypt('reg_text', 'a')).not.toBe(cipher.encrypt('reg_text', 'a'));
});

it('opens with any of its secrets and seals with the first', () => {
  const encrypted = createKeyCipher([OLD]).encrypt('reg_text', 'a');
  const rotated = createKeyCipher([NEW, OLD]);
  expect(rotated.decrypt(encrypted, 'a')).toBe('reg_text');
  expect(createKeyCipher([NEW]).decrypt(rotated.encrypt('reg_text', 'a'), 'a')).toBe('reg_text');
  expect(createKeyCipher([NEW]).decrypt(encrypted, 'a')).toBeNull();
  expect(rotated.isCurrent(encrypted, 'a')).toBe(false);
  expect(rotated.isCurrent(rotated.encrypt('reg_text', 'a'), 'a')).toBe(true);
});

it('answers null to whatever it did not encrypt', () => {
  const cipher = createKeyCipher([OLD]);
  const encrypted = Buffer.from(cipher.encrypt('reg_text', 'a'), 'base64url');
  for (let place = 0; place < encrypted.length; place++) {
    const changed = Buffer.from(encrypted);
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
    expect(cipher.decrypt(changed.toString('base64url'), 'a')).toBeNull();
  }
  for (const text of ['', 'x', 'not encrypted by anybody at all, and rather long']) {
    expect(cipher.decrypt(text, 'a')).toBeNull();
  }
});
