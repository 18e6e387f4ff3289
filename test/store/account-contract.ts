import { describe, expect, it } from 'vitest';
import type { Account, AccountFields, ApiKey } from '../../src/domain/account/account.ts';
import { hashApiKey } from '../../src/domain/account/api-key.ts';
import type { Subscription } from '../../src/domain/account/plan.ts';
import { MAX_CLOCK_SKEW_MS } from '../../src/domain/time/clock-skew.ts';
import type { Store } from '../../src/store/store.ts';
import { BUSINESS, toAccount, toChange, toEntry, toKey } from './records.ts';

/** What every store promises of accounts. `open` gives an empty store that closes with the test. */
export function describeAccountStore(open: () => Promise<Store>): void {
  async function openWith(...accounts: Account[]) {
    const store = await open();
    for (const account of accounts) await store.accounts.insert(account, [toEntry(account.id)]);
    return store;
  }

  /** `replace` with one audit entry. */
  async function openReplace(...accounts: Account[]) {
    const store = await openWith(...accounts);
    const replace = (read: Account, next: AccountFields) =>
      store.accounts.replace(toChange(read, next, [toEntry(read.id)]));
    return { ...store, replace };
  }

  describe('look-ups', () => {
    it('answer in the order asked, with null for missing keys and repeats for repeats', async () => {
      const one = toAccount('one@b.md', toKey('one'));
      const two = { ...toAccount('two@b.md', toKey('two')), subscription: BUSINESS };
      const { accounts } = await openWith(one, two, toAccount('none@b.md'));
      const hashes = ['two', 'nobody', 'one', 'two'].map(hashApiKey);
      expect(await accounts.findKeyAccess(hashes)).toEqual([
        { accountId: two.id, subscription: BUSINESS },
        null,
        { accountId: one.id, subscription: null },
        { accountId: two.id, subscription: BUSINESS },
      ]);
      expect(await accounts.findKeyAccess([])).toEqual([]);
      expect(await accounts.findById('id-one@b.md')).toEqual(one);
      expect(await accounts.findById('nobody')).toBeNull();
    });

    it('find an address in any case', async () => {
      const { accounts } = await openWith(toAccount('B@b.md'));
      expect((await accounts.findByEmail('b@B.MD'))?.email).toBe('B@b.md');
    });
  });

  it('gives a role with its entry, and neither twice', async () => {
    const { accounts, audit, replace } = await openReplace(toAccount('a@b.md'));
    const holder = toAccount('a@b.md');
    const { id } = holder;
    expect(await replace(holder, { role: 'staff' })).toBe(true);
    expect(await replace(holder, { role: 'staff' })).toBe(false);
    expect(await replace({ ...holder, id: 'nobody' }, { role: 'staff' })).toBe(false);
    expect((await accounts.findById(id))?.role).toBe('staff');
    expect(await audit.listByAccount(id, 9)).toHaveLength(2);
    expect(await replace({ ...holder, role: 'staff' }, { role: 'holder' })).toBe(true);
    expect((await accounts.findByEmail('a@b.md'))?.role).toBe('holder');
  });

  describe('an identity', () => {
    const one = { issuer: 'https://a.example/', subject: 'one' };
    const two = { ...one, subject: 'two' };
    const elsewhere = { issuer: 'https://b.example/', subject: 'one' };
    const id = 'id-a@b.md';

    const never = toAccount('a@b.md');

    it('is replaced, with an audit entry, only if the expected one is still stored', async () => {
      const { accounts, audit, replace } = await openReplace(never);
      expect(await accounts.findByIdentity(elsewhere)).toBeNull();
      expect(await replace({ ...never, identity: two }, { identity: elsewhere })).toBe(false);
      expect(await replace(never, { identity: elsewhere })).toBe(true);
      expect(await replace(never, { identity: two })).toBe(false);
      expect((await accounts.findByIdentity(elsewhere))?.identity).toEqual(elsewhere);
      expect(await replace({ ...never, identity: elsewhere }, { identity: two })).toBe(true);
      expect(await accounts.findByIdentity(elsewhere)).toBeNull();
      expect(await accounts.findByIdentity(one)).toBeNull();
      expect((await accounts.findByIdentity(two))?.id).toBe(id);
      expect(await audit.listByAccount(id, 9)).toHaveLength(3);
    });

    it('is of one account alone, until that is deleted', async () => {
      const other = toAccount('c@d.md');
      const { accounts, audit, replace } = await openReplace(never, other);
      await replace(never, { identity: one });
      expect(await replace(other, { identity: one })).toBe(false);
      expect(await audit.listByAccount(other.id, 9)).toHaveLength(1);
      await accounts.delete(id, toEntry(id));
      expect(await accounts.findByIdentity(one)).toBeNull();
      expect(await replace(other, { identity: one })).toBe(true);
    });
  });

  it('changes an address that is still the one read, to one that nobody has', async () => {
    const [read, other] = [toAccount('a@b.md'), toAccount('c@d.md')];
    const { accounts, audit, replace } = await openReplace(read, other);
    expect(await replace(read, { email: 'C@D.md' })).toBe(false);
    expect(await replace({ ...read, email: 'e@f.md' }, { email: 'g@h.md' })).toBe(false);
    expect(await audit.listByAccount(read.id, 9)).toHaveLength(1);
    expect(await replace(read, { email: 'New@b.md' })).toBe(true);
    expect(await replace(read, { email: 'g@h.md' })).toBe(false);
    expect(await accounts.findByEmail('a@b.md')).toBeNull();
    expect(await accounts.findByEmail('new@B.md')).toEqual({ ...read, email: 'New@b.md' });
    // The former one is free.
    expect(await replace(other, { email: 'a@b.md' })).toBe(true);
  });

  it('takes an address once, and no entry for the refused one', async () => {
    const { accounts, audit } = await openWith(toAccount('a@b.md'));
    const other = { ...toAccount('A@B.md'), id: 'other' };
    expect(await accounts.insert(other, [toEntry('other')])).toBe(false);
    expect(await audit.listByAccount('other', 10)).toEqual([]);
  });

  it('lets any number of accounts be without a key, and no two have the same', async () => {
    const all = ['a@b.md', 'b@b.md', 'c@b.md'].map((email) => toAccount(email));
    const { replace } = await openReplace(...all);
    const [first, second] = [toAccount('a@b.md'), toAccount('b@b.md')];
    expect(await replace(first, { apiKey: toKey('one') })).toBe(true);
    await expect(replace(second, { apiKey: toKey('one') })).rejects.toThrow();
  });

  describe('a key', () => {
    const [one, two] = [toKey('one'), toKey('two')];
    const never = toAccount('a@b.md');
    const withOne = toAccount('a@b.md', one);
    const withTwo = toAccount('a@b.md', two);

    it('is replaced only where it is still the one that was read', async () => {
      const { accounts, audit, replace } = await openReplace(withOne);
      expect(await replace(never, { apiKey: two })).toBe(false);
      expect(await replace(withTwo, { apiKey: two })).toBe(false);
      expect(await replace(withTwo, { apiKey: null })).toBe(false);
      expect(await audit.listByAccount(withOne.id, 10)).toHaveLength(1);
      expect(await replace(withOne, { apiKey: two })).toBe(true);
      expect(await accounts.findById(withOne.id)).toEqual(withTwo);
      expect(await replace(withTwo, { apiKey: null })).toBe(true);
      expect((await accounts.findById(withOne.id))?.apiKey).toBeNull();
      expect(await audit.listByAccount(withOne.id, 10)).toHaveLength(3);
    });

    it('is not put where there was another in between', async () => {
      const { accounts, replace } = await openReplace(never);
      expect(await replace(never, { apiKey: one })).toBe(true);
      expect(await replace(withOne, { apiKey: null })).toBe(true);
      const revoked = { ...never, lastKeyId: one.id };
      expect(await accounts.findById(never.id)).toEqual(revoked);
      expect(await replace(never, { apiKey: two })).toBe(false);
      expect(await replace(withOne, { apiKey: two })).toBe(false);
      expect(await replace(revoked, { apiKey: two })).toBe(true);
      expect(await accounts.findById(never.id)).toEqual(withTwo);
    });

    it('does not come back by another change of an account that was read with it', async () => {
      const { accounts, replace } = await openReplace(withOne);
      expect(await replace(withOne, { apiKey: null })).toBe(true);
      const others = { subscription: BUSINESS, role: 'staff', language: 'ru' } as const;
      expect(await replace(withOne, others)).toBe(true);
      const revoked = { ...never, ...others, lastKeyId: one.id };
      expect(await accounts.findById(never.id)).toEqual(revoked);
      expect(await accounts.findKeyAccess([one.hash])).toEqual([null]);
    });

    it('is won by one of a hundred at once', async () => {
      const { accounts, replace } = await openReplace(withOne);
      const keys = Array.from({ length: 100 }, (_, place) => toKey(`next ${place}`));
      const wins = await Promise.all(keys.map((apiKey) => replace(withOne, { apiKey })));
      expect(wins.filter(Boolean)).toHaveLength(1);
      const { apiKey } = (await accounts.findById('id-a@b.md')) ?? {};
      expect(apiKey).toEqual(keys[wins.indexOf(true)]);
    });

    it('gives up its encrypted text once, and keeps its last use', async () => {
      const { accounts, replace } = await openReplace(withOne);
      await accounts.recordKeyUses([{ keyHash: one.hash, atMs: 70 }], 90);
      const erase = (key: ApiKey) =>
        replace(toAccount('a@b.md', key), { apiKey: { ...key, encrypted: null } });
      expect(await erase(two)).toBe(false);
      expect(await erase(one)).toBe(true);
      expect(await erase(one)).toBe(false);
      const { apiKey } = (await accounts.findById('id-a@b.md')) ?? {};
      expect(apiKey).toEqual({ ...one, encrypted: null, lastUsedAtMs: 70 });
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
    });
  });

  describe('a subscription', () => {
    const never = toAccount('a@b.md');
    const business = { ...never, subscription: BUSINESS };

    it('is replaced only where it is still the expected one', async () => {
      const { accounts, replace } = await openReplace(never);
      const agency: Subscription = { ...BUSINESS, plan: 'agency' };
      expect(await replace(business, { subscription: agency })).toBe(false);
      expect(await replace(never, { subscription: BUSINESS })).toBe(true);
      expect(await replace(never, { subscription: agency })).toBe(false);
      expect(await replace(business, { subscription: agency })).toBe(true);
      expect((await accounts.findById(never.id))?.subscription).toEqual(agency);
    });

    it('brings a key in the same write, unless there is one', async () => {
      const key = toKey('one');
      const other = toAccount('b@b.md', toKey('two'));
      const { accounts, replace } = await openReplace(never, other);
      const next = { subscription: BUSINESS, apiKey: key };
      expect(await replace(never, next)).toBe(true);
      expect(await accounts.findById(never.id)).toEqual({
        ...business,
        ...next,
        lastKeyId: key.id,
      });
      expect(await replace(toAccount('b@b.md'), { ...next, apiKey: toKey('x') })).toBe(false);
      expect(await accounts.findById(other.id)).toEqual(other);
    });
  });

  it('stores the last choice of the holder about mails', async () => {
    const { accounts, replace } = await openReplace(toAccount('a@b.md'));
    const read = toAccount('a@b.md');
    expect(await replace(read, { language: 'ru' })).toBe(true);
    expect(await replace(read, { language: 'en', limitNotices: false })).toBe(true);
    expect(await accounts.findById(read.id)).toMatchObject({ language: 'en', limitNotices: false });
    expect(await replace({ ...read, id: 'nobody' }, { language: 'ru' })).toBe(false);
  });

  describe('the mail about refused requests', () => {
    const LAST_MS = Date.parse('2026-11-21T21:59:59.999Z');
    const DAY_MS = 86_400_000;
    const IDS = ['id-a@b.md', 'id-b@b.md', 'nobody'];

    async function openClaims() {
      const { replace, ...store } = await openReplace(toAccount('a@b.md'), toAccount('b@b.md'));
      const { accounts } = store;
      const want = (limitNotices: boolean) => replace(toAccount('a@b.md'), { limitNotices });
      const claim = async (nowMs: number) =>
        (await accounts.claimLimitNotices(IDS, nowMs)).map(({ id }) => id).sort();
      return { accounts, claim, want };
    }

    it('is claimed once a day of the country, by one of those who try', async () => {
      const { claim } = await openClaims();
      const claims = await Promise.all([claim(LAST_MS), claim(LAST_MS), claim(LAST_MS)]);
      expect(claims.flat().sort()).toEqual(['id-a@b.md', 'id-b@b.md']);
      expect(await claim(LAST_MS)).toEqual([]);
      expect(await claim(LAST_MS + 1)).toEqual(['id-a@b.md', 'id-b@b.md']);
      // Another server's clock is behind.
      expect(await claim(LAST_MS)).toEqual([]);
    });

    it('is claimed only where it is wanted', async () => {
      const { accounts, claim, want } = await openClaims();
      expect((await accounts.findById('id-a@b.md'))?.limitNotices).toBe(true);
      expect(await want(false)).toBe(true);
      expect((await accounts.findById('id-a@b.md'))?.limitNotices).toBe(false);
      expect(await claim(LAST_MS)).toEqual(['id-b@b.md']);
      await want(true);
      expect(await claim(LAST_MS)).toEqual(['id-a@b.md']);
    });

    it('is claimed after a claim by a clock that was ahead', async () => {
      const { claim } = await openClaims();
      await claim(LAST_MS + DAY_MS);
      expect(await claim(LAST_MS)).toEqual(['id-a@b.md', 'id-b@b.md']);
    });
  });

  describe('the mail about the end of a plan', () => {
    const END_MS = Date.parse('2026-12-05T22:00:00Z');
    const ending = (email: string, endsAtMs: number | null, change = {}) => ({
      ...toAccount(email),
      subscription: { ...BUSINESS, endsAtMs, ...change },
    });

    it('is claimed once for each end, and never a step back', async () => {
      const read = ending('a@b.md', END_MS);
      const { accounts, replace } = await openReplace(read);
      const claim = (daysBefore: number, endsAtMs = END_MS) =>
        accounts.claimPlanNotice(read.id, { endsAtMs, daysBefore });
      const claims = await Promise.all(Array.from({ length: 20 }, () => claim(14)));
      expect(claims.filter(Boolean)).toHaveLength(1);
      expect(await claim(0)).toBe(true);
      expect(await claim(3)).toBe(false);
      expect(await claim(14, END_MS + 1)).toBe(false);
      const renewed = { ...read.subscription, endsAtMs: END_MS + 1 };
      expect(await replace(read, { subscription: renewed })).toBe(true);
      expect(await claim(0)).toBe(false);
      expect(await claim(14, END_MS + 1)).toBe(true);
      expect(await accounts.claimPlanNotice('nobody', { endsAtMs: END_MS, daysBefore: 3 })).toBe(
        false,
      );
    });

    it('lists ends in a span, page by page', async () => {
      const { accounts } = await openReplace(
        ending('a@b.md', END_MS),
        ending('b@b.md', END_MS + 1, { status: 'cancelled' }),
        ending('c@b.md', END_MS + 2),
        ending('d@b.md', END_MS + 3),
        ending('e@b.md', null),
        toAccount('f@b.md'),
      );
      const span = { afterMs: END_MS, untilMs: END_MS + 2 };
      const list = async (after: string, first: number) =>
        (await accounts.listPlanEnds(span, after, first)).map(({ id }) => id);
      expect(await list('', 10)).toEqual(['id-b@b.md', 'id-c@b.md']);
      expect(await list('', 1)).toEqual(['id-b@b.md']);
      expect(await list('id-b@b.md', 1)).toEqual(['id-c@b.md']);
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
