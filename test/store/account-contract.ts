import { describe, expect, it } from 'vitest';
import type { Account, ApiKey } from '../../src/domain/account/account.ts';
import { hashApiKey } from '../../src/domain/account/api-key.ts';
import type { Subscription } from '../../src/domain/account/plan.ts';
import { MAX_CLOCK_SKEW_MS } from '../../src/domain/time/clock-skew.ts';
import type { ReadKey } from '../../src/store/port/accounts.ts';
import type { Store } from '../../src/store/port/store.ts';
import { BUSINESS, toAccount, toChange, toEntry, toKey } from './records.ts';

/** What every store promises of accounts. `open` gives an empty store that closes with the test. */
export function describeAccountStore(open: () => Promise<Store>): void {
  async function openWith(...accounts: Account[]) {
    const store = await open();
    for (const account of accounts) await store.accounts.insert(account, [toEntry(account.id)]);
    return store;
  }

  describe('look-ups', () => {
    it('answer in the order asked, with null for missing keys and repeats for repeats', async () => {
      const one = toAccount('one@b.md', toKey('one'));
      const two = { ...toAccount('two@b.md', toKey('two')), subscription: BUSINESS };
      const { accounts } = await openWith(one, two, toAccount('none@b.md'));
      const hashes = ['two', 'nobody', 'one', 'two'].map(hashApiKey);
      expect(await accounts.findKeyAccess(hashes)).toEqual([
        { accountId: two.id, subscription: BUSINESS, lastUsedAtMs: null },
        null,
        { accountId: one.id, subscription: null, lastUsedAtMs: null },
        { accountId: two.id, subscription: BUSINESS, lastUsedAtMs: null },
      ]);
      expect(await accounts.findKeyAccess([])).toEqual([]);
      expect(await accounts.findById('id-one@b.md')).toEqual(one);
      expect(await accounts.findById('nobody')).toBeNull();
    });

    it('find an address in any case and list by address, page by page', async () => {
      const emails = ['C@b.md', 'a@b.md', 'B@b.md'];
      const { accounts } = await openWith(...emails.map((email) => toAccount(email)));
      expect((await accounts.findByEmail('b@B.MD'))?.email).toBe('B@b.md');
      const first = await accounts.list({ afterEmail: null, first: 2 });
      expect(first.map(({ email }) => email)).toEqual(['a@b.md', 'B@b.md']);
      const rest = await accounts.list({ afterEmail: 'B@b.md', first: 2 });
      expect(rest.map(({ email }) => email)).toEqual(['C@b.md']);
    });
  });

  it('gives a role with its entry, and neither twice', async () => {
    const { accounts, audit } = await openWith(toAccount('a@b.md'));
    const id = 'id-a@b.md';
    expect(await accounts.setRole(id, 'staff', toEntry(id))).toBe(true);
    expect(await accounts.setRole(id, 'staff', toEntry(id))).toBe(false);
    expect(await accounts.setRole('nobody', 'staff', toEntry('nobody'))).toBe(false);
    expect((await accounts.findById(id))?.role).toBe('staff');
    expect(await audit.listByAccount(id, 9)).toHaveLength(2);
    expect(await accounts.setRole(id, 'holder', toEntry(id))).toBe(true);
    expect((await accounts.findByEmail('a@b.md'))?.role).toBe('holder');
  });

  describe('an identity', () => {
    const one = { issuer: 'https://a.example/', subject: 'one' };
    const two = { ...one, subject: 'two' };
    const elsewhere = { issuer: 'https://b.example/', subject: 'one' };
    const id = 'id-a@b.md';

    it('is replaced, with an audit entry, only if the expected one is still stored', async () => {
      const { accounts, audit } = await openWith(toAccount('a@b.md'));
      expect(await accounts.findByIdentity(elsewhere)).toBeNull();
      expect(await accounts.replaceIdentity(id, two, elsewhere, toEntry(id))).toBe(false);
      expect(await accounts.replaceIdentity(id, null, elsewhere, toEntry(id))).toBe(true);
      expect(await accounts.replaceIdentity(id, null, two, toEntry(id))).toBe(false);
      expect((await accounts.findByIdentity(elsewhere))?.identity).toEqual(elsewhere);
      expect(await accounts.replaceIdentity(id, elsewhere, two, toEntry(id))).toBe(true);
      expect(await accounts.findByIdentity(elsewhere)).toBeNull();
      expect(await accounts.findByIdentity(one)).toBeNull();
      expect((await accounts.findByIdentity(two))?.id).toBe(id);
      expect(await audit.listByAccount(id, 9)).toHaveLength(3);
    });

    it('is of one account alone, until that is deleted', async () => {
      const { accounts, audit } = await openWith(toAccount('a@b.md'), toAccount('c@d.md'));
      const other = 'id-c@d.md';
      await accounts.replaceIdentity(id, null, one, toEntry(id));
      expect(await accounts.replaceIdentity(other, null, one, toEntry(other))).toBe(false);
      expect(await audit.listByAccount(other, 9)).toHaveLength(1);
      await accounts.delete(id, toEntry(id));
      expect(await accounts.findByIdentity(one)).toBeNull();
      expect(await accounts.replaceIdentity(other, null, one, toEntry(other))).toBe(true);
    });
  });

  it('takes an address once, and no entry for the refused one', async () => {
    const { accounts, audit } = await openWith(toAccount('a@b.md'));
    const other = { ...toAccount('A@B.md'), id: 'other' };
    expect(await accounts.insert(other, [toEntry('other')])).toBe(false);
    expect(await audit.listByAccount('other', 10)).toEqual([]);
  });

  it('lets any number of accounts be without a key, and no two have the same', async () => {
    const key = toKey('one');
    const emails = ['a@b.md', 'b@b.md', 'c@b.md'];
    const { accounts } = await openWith(...emails.map((email) => toAccount(email)));
    expect(await accounts.replaceKey(toAccount('a@b.md'), key, toEntry('a'))).toBe(true);
    await expect(accounts.replaceKey(toAccount('b@b.md'), key, toEntry('b'))).rejects.toThrow();
  });

  describe('a key', () => {
    it('is replaced only where it is still the one that was read', async () => {
      const [one, two] = [toKey('one'), toKey('two')];
      const before = toAccount('a@b.md', one);
      const { accounts, audit } = await openWith(before);
      const replace = (read: ReadKey, next: ApiKey | null) =>
        accounts.replaceKey(read, next, toEntry(before.id));
      expect(await replace(toAccount('a@b.md'), two)).toBe(false);
      expect(await replace(toAccount('a@b.md', two), two)).toBe(false);
      expect(await audit.listByAccount(before.id, 10)).toHaveLength(1);
      expect(await replace(before, two)).toBe(true);
      expect(await accounts.findById(before.id)).toEqual(toAccount('a@b.md', two));
      expect(await replace(toAccount('a@b.md', two), null)).toBe(true);
      expect((await accounts.findById(before.id))?.apiKey).toBeNull();
      expect(await audit.listByAccount(before.id, 10)).toHaveLength(3);
    });

    it('is not put where there was another in between', async () => {
      const [one, two] = [toKey('one'), toKey('two')];
      const { accounts } = await openWith(toAccount('a@b.md'));
      const replace = (read: ReadKey, next: ApiKey | null) =>
        accounts.replaceKey(read, next, toEntry(read.id));
      const never = toAccount('a@b.md');
      expect(await replace(never, one)).toBe(true);
      expect(await replace(toAccount('a@b.md', one), null)).toBe(true);
      const revoked = { ...never, lastKeyId: one.id };
      expect(await accounts.findById(never.id)).toEqual(revoked);
      expect(await replace(never, two)).toBe(false);
      expect(await replace(toAccount('a@b.md', one), two)).toBe(false);
      expect(await replace(revoked, two)).toBe(true);
      expect(await accounts.findById(never.id)).toEqual(toAccount('a@b.md', two));
    });

    it('is won by one of a hundred at once', async () => {
      const one = toKey('one');
      const before = toAccount('a@b.md', one);
      const { accounts } = await openWith(before);
      const keys = Array.from({ length: 100 }, (_, place) => toKey(`next ${place}`));
      const wins = await Promise.all(
        keys.map((key) => accounts.replaceKey(before, key, toEntry('a'))),
      );
      expect(wins.filter(Boolean)).toHaveLength(1);
      const { apiKey } = (await accounts.findById('id-a@b.md')) ?? {};
      expect(apiKey).toEqual(keys[wins.indexOf(true)]);
    });

    it('gives up its seal once', async () => {
      const one = toKey('one');
      const { accounts } = await openWith(toAccount('a@b.md', one));
      expect(await accounts.eraseEncryptedKey('id-a@b.md', hashApiKey('two'), toEntry('a'))).toBe(
        false,
      );
      expect(await accounts.eraseEncryptedKey('id-a@b.md', one.hash, toEntry('a'))).toBe(true);
      expect(await accounts.eraseEncryptedKey('id-a@b.md', one.hash, toEntry('a'))).toBe(false);
      expect((await accounts.findById('id-a@b.md'))?.apiKey).toEqual({ ...one, sealed: null });
    });

    it('keeps the latest time of its use', async () => {
      const one = toKey('one');
      const { accounts } = await openWith(toAccount('a@b.md', one));
      const lastUse = async () => (await accounts.findById('id-a@b.md'))?.apiKey?.lastUsedAtMs;
      const record = (atMs: number, nowMs: number) =>
        accounts.recordKeyUses([{ keyHash: one.hash, atMs }], nowMs);
      const gone = { keyHash: hashApiKey('gone'), atMs: 90 };
      await accounts.recordKeyUses([{ keyHash: one.hash, atMs: 70 }, gone], 90);
      expect(await lastUse()).toBe(70);
      await record(60, 90);
      expect(await lastUse()).toBe(70);
      await record(80 + MAX_CLOCK_SKEW_MS, 80 + MAX_CLOCK_SKEW_MS);
      await record(75, 80);
      expect(await lastUse()).toBe(80 + MAX_CLOCK_SKEW_MS);
      await record(70, 79);
      expect(await lastUse()).toBe(70);
      expect(await accounts.findKeyAccess([one.hash])).toMatchObject([{ lastUsedAtMs: 70 }]);
    });
  });

  describe('a subscription', () => {
    it('is replaced only where it is still the expected one', async () => {
      const { accounts } = await openWith(toAccount('a@b.md'));
      const id = 'id-a@b.md';
      const agency: Subscription = { ...BUSINESS, plan: 'agency' };
      expect(await accounts.replaceSubscription(toChange(id, BUSINESS, agency))).toBe(false);
      expect(await accounts.replaceSubscription(toChange(id, null, BUSINESS))).toBe(true);
      expect(await accounts.replaceSubscription(toChange(id, null, agency))).toBe(false);
      expect(await accounts.replaceSubscription(toChange(id, BUSINESS, agency))).toBe(true);
      expect((await accounts.findById(id))?.subscription).toEqual(agency);
    });

    it('brings a key in the same write, unless there is one', async () => {
      const key = toKey('one');
      const { accounts } = await openWith(toAccount('a@b.md'), toAccount('b@b.md', toKey('two')));
      const entries = [toEntry('id-a@b.md'), toEntry('id-a@b.md')];
      const change = { ...toChange('id-a@b.md', null, BUSINESS), keyIfNone: key, entries };
      expect(await accounts.replaceSubscription(change)).toBe(true);
      const account = await accounts.findById('id-a@b.md');
      expect(account).toMatchObject({ subscription: BUSINESS, apiKey: key, lastKeyId: key.id });
      const other = { ...change, accountId: 'id-b@b.md', keyIfNone: toKey('x') };
      expect(await accounts.replaceSubscription(other)).toBe(false);
      expect(await accounts.findById('id-b@b.md')).toEqual(toAccount('b@b.md', toKey('two')));
    });
  });

  it('keeps the language of the mails', async () => {
    const { accounts } = await openWith(toAccount('a@b.md'));
    expect(await accounts.setLanguage('id-a@b.md', 'ru')).toBe(true);
    expect((await accounts.findById('id-a@b.md'))?.language).toBe('ru');
    expect(await accounts.setLanguage('nobody', 'ru')).toBe(false);
  });

  describe('the mail about refused requests', () => {
    const LAST_MS = Date.parse('2026-11-21T23:59:59.999Z');
    const DAY_MS = 86_400_000;
    const IDS = ['id-a@b.md', 'id-b@b.md', 'nobody'];

    async function openClaims() {
      const { accounts } = await openWith(toAccount('a@b.md'), toAccount('b@b.md'));
      const claim = async (nowMs: number) =>
        (await accounts.claimLimitNotices(IDS, nowMs)).map(({ id }) => id).sort();
      return { accounts, claim };
    }

    it('is claimed once a UTC day, by one of those who try', async () => {
      const { claim } = await openClaims();
      const claims = await Promise.all([claim(LAST_MS), claim(LAST_MS), claim(LAST_MS)]);
      expect(claims.flat().sort()).toEqual(['id-a@b.md', 'id-b@b.md']);
      expect(await claim(LAST_MS)).toEqual([]);
      expect(await claim(LAST_MS + 1)).toEqual(['id-a@b.md', 'id-b@b.md']);
      // Another server's clock is behind.
      expect(await claim(LAST_MS)).toEqual([]);
    });

    it('is claimed only where it is wanted', async () => {
      const { accounts, claim } = await openClaims();
      expect((await accounts.findById('id-a@b.md'))?.limitNotices).toBe(true);
      expect(await accounts.setLimitNotices('id-a@b.md', false)).toBe(true);
      expect(await accounts.setLimitNotices('nobody', false)).toBe(false);
      expect((await accounts.findById('id-a@b.md'))?.limitNotices).toBe(false);
      expect(await claim(LAST_MS)).toEqual(['id-b@b.md']);
      await accounts.setLimitNotices('id-a@b.md', true);
      expect(await claim(LAST_MS)).toEqual(['id-a@b.md']);
    });

    it('is claimed after a claim by a clock that was ahead', async () => {
      const { claim } = await openClaims();
      await claim(LAST_MS + DAY_MS);
      expect(await claim(LAST_MS)).toEqual(['id-a@b.md', 'id-b@b.md']);
    });
  });

  it('deletes an account once, and its entries stay, newest first', async () => {
    const { accounts, audit } = await openWith(toAccount('a@b.md', toKey('one')));
    expect(await accounts.delete('id-a@b.md', toEntry('id-a@b.md'))).toBe(true);
    expect(await accounts.delete('id-a@b.md', toEntry('id-a@b.md'))).toBe(false);
    expect(await accounts.findKeyAccess([hashApiKey('one')])).toEqual([null]);
    const [last, first, ...others] = await audit.listByAccount('id-a@b.md', 10);
    expect(others).toEqual([]);
    expect(last?.atMs).toBeGreaterThan(first?.atMs ?? Number.POSITIVE_INFINITY);
    expect(await audit.listByAccount('id-a@b.md', 1)).toEqual([last]);
  });
}
