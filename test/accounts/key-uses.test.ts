import { expect, it, onTestFinished } from 'vitest';
import { createKeyUses } from '../../src/accounts/key-uses.ts';
import type { KeyUse } from '../../src/store/account-store.ts';
import { createClock } from '../support/clock.ts';

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
  return { keyUses, clock, writes };
}

it('writes a key at most once a minute, with the time of its first use in it', async () => {
  const { keyUses, clock, writes } = openKeyUses();
  for (let second = 0; second < 120; second++) {
    keyUses.note('a');
    if (second % 5 === 4) await keyUses.flush();
    clock.advance(1_000);
  }
  expect(writes).toEqual([[{ keyHash: 'a', atMs: 0 }], [{ keyHash: 'a', atMs: 60_000 }]]);
});

it('writes many keys in batches of bounded size', async () => {
  const { keyUses, writes } = openKeyUses();
  for (let key = 0; key < 250; key++) keyUses.note(String(key));
  await keyUses.flush();
  expect(writes.map(({ length }) => length)).toEqual([100, 100, 50]);
});

it('keeps what could not be written and writes it the next time', async () => {
  let fails = true;
  const { keyUses, writes } = openKeyUses(() => fails);
  keyUses.note('a');
  await expect(keyUses.flush()).rejects.toThrow('disk full');
  fails = false;
  await keyUses.close();
  expect(writes).toEqual([[{ keyHash: 'a', atMs: 0 }]]);
});

it('stops noting new keys at its maximum, and none of those noted is lost', async () => {
  const { keyUses, writes } = openKeyUses();
  for (let key = 0; key < 100_010; key++) keyUses.note(String(key));
  await keyUses.flush();
  expect(writes.flat()).toHaveLength(100_000);
});
