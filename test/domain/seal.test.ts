import { expect, it } from 'vitest';
import { createSealer } from '../../src/domain/seal.ts';

const OLD = 'an old secret of thirty-two letters';
const NEW = 'a new secret of thirty-two letters.';

it('opens what it sealed, where it was sealed', () => {
  const sealer = createSealer([OLD]);
  const sealed = sealer.seal('reg_text', 'account:key');
  expect(sealed).not.toContain('reg_text');
  expect(sealer.open(sealed, 'account:key')).toBe('reg_text');
  expect(sealer.open(sealed, 'other account:key')).toBeNull();
});

it('seals the same text differently each time', () => {
  const sealer = createSealer([OLD]);
  expect(sealer.seal('reg_text', 'a')).not.toBe(sealer.seal('reg_text', 'a'));
});

it('opens with any of its secrets and seals with the first', () => {
  const sealed = createSealer([OLD]).seal('reg_text', 'a');
  const rotated = createSealer([NEW, OLD]);
  expect(rotated.open(sealed, 'a')).toBe('reg_text');
  expect(createSealer([NEW]).open(rotated.seal('reg_text', 'a'), 'a')).toBe('reg_text');
  expect(createSealer([NEW]).open(sealed, 'a')).toBeNull();
});

it('answers null to whatever it did not seal', () => {
  const sealer = createSealer([OLD]);
  const sealed = Buffer.from(sealer.seal('reg_text', 'a'), 'base64url');
  for (let place = 0; place < sealed.length; place++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
    expect(sealer.open(changed.toString('base64url'), 'a')).toBeNull();
  }
  for (const text of ['', 'x', 'not sealed by anybody at all, and rather long']) {
    expect(sealer.open(text, 'a')).toBeNull();
  }
});
