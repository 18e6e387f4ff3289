import { expect, it, onTestFinished } from 'vitest';
import { createKeyUses } from '../../../src/accounts/keys/key-uses.ts';
import type { KeyUse } from '../../../src/store/accounts/key-uses.ts';
import { createClock } from '../../support/clock.ts';

function openKeyUses(fails: () => boolean = () => false) {
  const clock = createClock(0);
  const writes: (readonly KeyUse[])[] = [];
  const keyUses = createKeyUses({
    nowMs: clock.nowMs,
    onFault: () => {},
    record: async (uses) => {
      if (fails()) throw new Error('disk full');
      writes.push(uses);
    },
  });
  onTestFinished(() => keyUses.close().catch(() => {}));
  return { keyUses, use: keyUses.note, clock, writes };
}

it('writes a key at most once a minute, with the time of its first use in it', async () => {
  const { keyUses, use, clock, writes } = openKeyUses();
  for (let second = 0; second < 120; second++) {
    use('a');
    if (second % 5 === 4) await keyUses.flush();
    clock.advance(1_000);
  }
  expect(writes.flat()).toEqual([
    { keyHash: 'a', atMs: 0 },
    { keyHash: 'a', atMs: 60_000 },
  ]);
});

it('keeps what could not be written and writes it the next time', async () => {
  let fails = true;
  const { keyUses, use, writes } = openKeyUses(() => fails);
  use('a');
  await expect(keyUses.flush()).rejects.toThrow('disk full');
  fails = false;
  await keyUses.close();
  expect(writes).toEqual([[{ keyHash: 'a', atMs: 0 }]]);
});

it('tells of the last minute in which a key was used while nothing could be written', async () => {
  let fails = true;
  const { keyUses, use, clock, writes } = openKeyUses(() => fails);
  use('a');
  clock.advance(90_000);
  use('a');
  await expect(keyUses.flush()).rejects.toThrow('disk full');
  fails = false;
  await keyUses.flush();
  expect(writes).toEqual([[{ keyHash: 'a', atMs: 90_000 }]]);
});

it('keeps within its maximum while nothing can be written, however long', async () => {
  let fails = true;
  const { keyUses, clock, writes } = openKeyUses(() => fails);
  for (let key = 0; key < 100_000; key++) keyUses.note(String(key));
  clock.advance(61_000);
  await expect(keyUses.flush()).rejects.toThrow('disk full');
  for (let key = 0; key < 10; key++) keyUses.note(`late ${key}`);
  fails = false;
  await keyUses.close();
  expect(writes.flat()).toHaveLength(100_000);
});

it('has room for new keys as soon as others were written', async () => {
  const { keyUses, writes } = openKeyUses();
  for (let key = 0; key < 100_000; key++) keyUses.note(String(key));
  await keyUses.close();
  keyUses.note('new');
  await keyUses.close();
  expect(writes.at(-1)).toEqual([{ keyHash: 'new', atMs: 0 }]);
});
