import { describe, expect, it } from 'vitest';
import type { AccountFilter, AccountReads } from '../../src/store/accounts/account-reads.ts';
import type { AuditAction } from '../../src/store/port/audit.ts';
import { NO_REQUESTS } from '../../src/store/port/usage.ts';
import { toFailedRequest } from './failed-request-contract.ts';
import { BUSINESS, toAccount, toEntry, toKey } from './records.ts';
import type { StaffStore } from './staff-contract.ts';

const NOW_MS = 1_000_000;

/** What every store promises of the reads of accounts for staff. `open` gives an empty one. */
export function describeStaffAccountReads(open: () => Promise<StaffStore>): void {
  describe('accounts', () => {
    it('are found by a part of the address, the plan of the moment and the key', async () => {
      const { store, reads } = await open();
      const key = { ...toKey('one'), start: 'reg_abcd' };
      const ended = { ...BUSINESS, endsAtMs: NOW_MS };
      await store.accounts.insert(toAccount('C@b.md', key), [toEntry('c')]);
      const accounts = [
        { ...toAccount('a@B.md'), subscription: BUSINESS },
        { ...toAccount('B@x.md'), subscription: ended },
      ];
      for (const one of accounts) await store.accounts.insert(one, [toEntry(one.id)]);
      const list = async (filter: Parameters<AccountReads['listAccounts']>[0]) =>
        (await reads.listAccounts(filter, NOW_MS, null, 9)).map(({ email }) => email);
      expect(await list({})).toEqual(['a@B.md', 'B@x.md', 'C@b.md']);
      expect(await list({ email: '@B.m' })).toEqual(['a@B.md', 'C@b.md']);
      for (const email of ['%', '.*', '$x', '\0']) expect(await list({ email })).toEqual([]);
      expect(await list({ plan: 'business' })).toEqual(['a@B.md']);
      expect(await list({ plan: 'free' })).toEqual(['B@x.md', 'C@b.md']);
      expect(await list({ keyStart: 'reg_abcd', plan: 'free' })).toEqual(['C@b.md']);
      expect(await reads.listAccounts({}, NOW_MS, 'B@x.md', 9)).toHaveLength(1);
      expect(await reads.listAccounts({}, NOW_MS, null, 2)).toHaveLength(2);
      expect(await reads.countAccounts({ plan: 'free', email: '.md' }, NOW_MS, 2)).toBe(2);
      expect(await reads.countAccounts({}, NOW_MS, 2)).toBe(null);
      const found = await reads.findByEmails(['c@B.md', 'nobody']);
      expect(found).toEqual([toAccount('C@b.md', key), null]);
    });

    it('are found by the start of a former key and by a failed request', async () => {
      const { store, reads } = await open();
      const key = { ...toKey('two'), start: 'reg_abcd' };
      const entry = { ...toEntry('old'), accountId: toAccount('a@b.md').id, keyStart: 'reg_gone' };
      await store.accounts.insert(toAccount('a@b.md'), [entry, { ...entry, id: 'older' }]);
      await store.accounts.insert(toAccount('c@d.md', key), [
        { ...entry, id: 'own', accountId: toAccount('c@d.md').id, keyStart: 'reg_abcd' },
      ]);
      await store.failedRequests.add([
        toFailedRequest('r1', { accountId: toAccount('a@b.md').id }),
      ]);
      const list = async (filter: Parameters<AccountReads['listAccounts']>[0]) => {
        const found = await reads.listAccounts(filter, NOW_MS, null, 9);
        expect(await reads.countAccounts(filter, NOW_MS, 9)).toBe(found.length);
        return found.map(({ email }) => email);
      };
      expect(await list({ keyStart: 'reg_gone' })).toEqual(['a@b.md']);
      expect(await list({ keyStart: 'reg_abcd' })).toEqual(['c@d.md']);
      expect(await list({ keyStart: 'reg_none' })).toEqual([]);
      expect(await list({ requestId: 'r1' })).toEqual(['a@b.md']);
      expect(await list({ requestId: 'r1', plan: 'agency' })).toEqual([]);
      expect(await list({ requestId: 'r1', keyStart: 'reg_gone' })).toEqual(['a@b.md']);
      expect(await list({ requestId: 'r1', keyStart: 'reg_abcd' })).toEqual([]);
      expect(await list({ requestId: 'r2' })).toEqual([]);
    });

    it('are found by a plan that ends soon', async () => {
      const { store, reads } = await open();
      const subscriptions = {
        soon: { ...BUSINESS, endsAtMs: NOW_MS + 10 },
        late: { ...BUSINESS, endsAtMs: NOW_MS + 11 },
        ended: { ...BUSINESS, endsAtMs: NOW_MS },
        endless: { ...BUSINESS, endsAtMs: null },
        cancelled: { ...BUSINESS, status: 'cancelled' as const, endsAtMs: NOW_MS + 5 },
        free: { ...BUSINESS, plan: 'free' as const, endsAtMs: NOW_MS + 5 },
        none: null,
      };
      for (const [name, subscription] of Object.entries(subscriptions)) {
        const account = { ...toAccount(`${name}@b.md`), subscription };
        await store.accounts.insert(account, [toEntry(account.id)]);
      }
      const list = async (filter: AccountFilter) =>
        (await reads.listAccounts(filter, NOW_MS, null, 9)).map(({ email }) => email);
      expect(await list({ endsByMs: NOW_MS + 10 })).toEqual(['soon@b.md']);
      expect(await list({ endsByMs: NOW_MS + 11 })).toEqual(['late@b.md', 'soon@b.md']);
      expect(await list({ endsByMs: NOW_MS + 11, plan: 'agency' })).toEqual([]);
      expect(await reads.countAccounts({ endsByMs: NOW_MS + 11 }, NOW_MS, 9)).toBe(2);
    });

    it('have sessions and a last sign-in', async () => {
      const { store, reads } = await open();
      const session = (idHash: string, accountId: string, lastSeenAtMs: number) => ({
        ...{ idHash, accountId, lastSeenAtMs, createdAtMs: 1, staffIssuer: null },
        ...{ userAgent: null, network: null },
        ...{ idleEndsAtMs: NOW_MS, endsAtMs: NOW_MS },
      });
      const entry = (accountId: string, atMs: number, action: AuditAction = 'signed_in') => {
        return { ...toEntry(accountId), atMs, action };
      };
      const [old, recent, ended] = [
        session('a', 'one', 5),
        session('b', 'one', 7),
        session('c', 'one', 9),
      ];
      await store.sessions.insert(old, entry('one', 5));
      await store.sessions.insert(recent, entry('one', 7));
      await store.sessions.insert(ended, entry('one', 6));
      await store.sessions.delete('c', entry('one', 9, 'signed_out'));
      const other = session('d', 'two', 3);
      await store.sessions.insert(other, entry('two', 3));
      const ids = ['two', 'three', 'one'];
      expect(await reads.listSessions(ids, 9, 9)).toEqual([[other], [], [recent, old]]);
      expect(await reads.listSessions(['one'], 9, 1)).toEqual([[recent]]);
      expect(await reads.findLastSignIns(ids)).toEqual([3, null, 7]);
    });

    it('have usage between two days', async () => {
      const { store, reads } = await open();
      const account = toAccount('a@b.md');
      await store.accounts.insert(account, [toEntry(account.id)]);
      const requests = { ...NO_REQUESTS, ok: 1, clientErrors: 2, limited: 3 };
      const day = (day: string) => ({ ...requests, accountId: account.id, day });
      await store.usage.add(['2026-01-01', '2026-01-02', '2026-01-04', '2026-01-05'].map(day));
      const used = await reads.listUsage(account.id, '2026-01-02', '2026-01-04');
      expect(used.map((one) => one.day)).toEqual(['2026-01-02', '2026-01-04']);
      expect(used[0]).toEqual({ ...requests, day: '2026-01-02' });
    });
  });

  it('lists the audit log newest first by who, what, whom and when, from any place on', async () => {
    const { store, reads } = await open();
    const entries = [5, 9, 9, 9, 7].map((atMs, place) => ({
      ...toEntry(`account-${place % 2}`),
      id: `entry-${place}`,
      atMs,
      action: place === 4 ? ('key_revoked' as const) : ('key_created' as const),
      actor: place === 0 ? 'command' : 'holder',
    }));
    for (const entry of entries) await store.audit.append(entry);
    const list = async (
      filter: Parameters<AccountReads['listAudit']>[0],
      after: Parameters<AccountReads['listAudit']>[1] = null,
      first = 9,
    ) => (await reads.listAudit(filter, after, first)).map(({ id }) => Number(id.slice(-1)));
    expect(await list({})).toEqual([3, 2, 1, 4, 0]);
    expect(await list({}, { atMs: 9, id: 'entry-2' }, 2)).toEqual([1, 4]);
    expect(await list({ actor: 'command' })).toEqual([0]);
    expect(await list({ actions: ['key_revoked'], accountId: 'account-0' })).toEqual([4]);
    expect(await list({ fromMs: 7, toMs: 9 })).toEqual([4]);
    expect(await reads.listAudit({}, null, 1)).toEqual([entries[3]]);
    expect(await reads.countAudit({ fromMs: 7, accountId: 'account-0' }, 2)).toBe(2);
    expect(await reads.countAudit({}, 4)).toBe(null);
  });
}
