import { expect, it } from 'vitest';
import { ACTOR } from '../../support/accounts.ts';
import { createClock } from '../../support/clock.ts';
import { KEY, openPage } from '../../support/page.ts';

const HOUR_MS = 3_600_000;
const AT_ONCE = 100;
const ROUNDS = 2;

it.each(['reveal', 'regenerate', 'create'] as const)(
  'of a hundred forms at once to %s the key one wins, each round, and never two keys live',
  async (operation) => {
    const clock = createClock();
    const page = await openPage({ clock });
    const { store, keys } = page;
    const cookie = await page.enter();
    const hashes = new Set<string>();
    const { replace, findKeyAccess } = store.accounts;
    store.accounts.replace = (change) => {
      const { read, next } = change;
      // A reveal leaves the key as it is.
      if (next.apiKey != null && next.apiKey.hash !== read.apiKey?.hash)
        hashes.add(next.apiKey.hash);
      return replace(change);
    };
    let isOver = false;
    let mostLive = 0;
    async function watch() {
      while (!isOver) {
        const holders = await findKeyAccess([...hashes]);
        mostLive = Math.max(mostLive, holders.filter((one) => one !== null).length);
        await new Promise((resume) => setImmediate(resume));
      }
    }
    const watching = watch();
    const shown: string[] = [];
    const rounds = operation === 'reveal' ? 1 : ROUNDS;
    for (let round = 0; round < rounds; round++) {
      const account = await page.account();
      if (operation === 'create') await keys.revoke(account, account.apiKey?.id ?? '', ACTOR);
      const body = `keyId=${(await page.account()).lastKeyId}`;
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, () =>
          page.post(`/cont/api/key/${operation}`, body, { cookie }),
        ),
      );
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      expect(answers.filter((answer) => KEY.test(answer.body))).toEqual(won);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(AT_ONCE - 1);
      shown.push(KEY.exec(won[0]?.body ?? '')?.[0] ?? '');
      clock.advance(HOUR_MS);
    }
    isOver = true;
    await watching;
    expect(mostLive).toBe(operation === 'reveal' ? 0 : 1);
    const live = await Promise.all(
      shown.map((key) => page.get('/api/v1/company/1', key ? { 'x-api-key': key } : {})),
    );
    expect(live.map(({ status }) => status)).toEqual([...Array(rounds - 1).fill(401), 400]);
  },
);
