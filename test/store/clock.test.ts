import { describe, expect, it } from 'vitest';
import { STORES } from '../support/stores.ts';

/** The store of the tests runs on this machine, whose clock it then has. */
const TOLERANCE_MS = 5_000;

describe.each(STORES.filter(({ isThere }) => isThere))('the clock of $name', ({ name, open }) => {
  it('is the database server, or that of the only machine', async () => {
    const clockMs = await (await open()).readClockMs();
    if (name === 'SQLite') expect(clockMs).toBeNull();
    else expect(Math.abs((clockMs ?? 0) - Date.now())).toBeLessThan(TOLERANCE_MS);
  });
});
