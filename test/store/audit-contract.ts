import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../src/store/port/audit.ts';
import { MAX_DELETED } from '../../src/store/port/documents.ts';
import type { Store } from '../../src/store/store.ts';
import { forEachInTurn, toEntry } from './records.ts';

const ID = 'id-a@b.md';

/** What every store promises of the audit log. */
export function describeAuditLog(open: () => Promise<Store>): void {
  /** Sessions are what brings an entry in without a condition. */
  async function openWith(...changes: Partial<AuditEntry>[]) {
    const store = await open();
    await forEachInTurn(changes, (change) =>
      store.sessions.deleteByAccount('nobody', { ...toEntry(ID), ...change }),
    );
    return store;
  }

  describe('the audit log', () => {
    it('keeps an entry as it came', async () => {
      const entry: AuditEntry = {
        id: 'entry',
        atMs: 1_700_000_000_000,
        action: 'key_regenerated',
        actor: 'holder',
        accountId: ID,
        email: 'a@b.md',
        keyStart: 'reg_abcd',
        detail: 'a detail',
        planChange: { from: { plan: 'free', endsAtMs: null }, to: { plan: 'agency', endsAtMs: 5 } },
        address: '2001:db8::1',
      };
      const { audit } = await openWith(entry);
      expect(await audit.listByAccount(ID, 9)).toEqual([entry]);
    });

    it('takes an entry that belongs to no change', async () => {
      const { audit } = await openWith();
      const entry = { ...toEntry(ID), action: 'people_searched' } as const;
      await audit.append(entry);
      expect(await audit.listByAccount(ID, 9)).toEqual([entry]);
    });

    it('lists the newest first, those of one instant by their ids', async () => {
      const { audit, accountReads } = await openWith(
        { id: '03', atMs: 1 },
        { id: '04', atMs: 2 },
        { id: '02', atMs: 2 },
        { id: '01', atMs: 3 },
      );
      const toIds = (entries: AuditEntry[]) => entries.map(({ id }) => id);
      expect(toIds(await audit.listByAccount(ID, 9))).toEqual(['01', '04', '02', '03']);
      expect(toIds(await audit.listByAccount(ID, 2))).toEqual(['01', '04']);
      expect(toIds(await accountReads.listAudit({ accountId: ID }, null, 9))).toEqual([
        '01',
        '04',
        '02',
        '03',
      ]);
    });

    it('counts by account, actor, action and time', async () => {
      const { accountReads } = await openWith(
        { atMs: 100, actor: 'holder', action: 'key_created' },
        { atMs: 101, actor: 'holder', action: 'key_created' },
        { atMs: 102, actor: 'holder', action: 'key_regenerated' },
        { atMs: 103, actor: 'holder', action: 'key_revoked' },
        { atMs: 104, actor: 'command', action: 'key_created' },
        { atMs: 105, actor: 'holder', action: 'key_created', accountId: 'another' },
      );
      const actions = ['key_created', 'key_regenerated'] as const;
      const filter = { accountId: ID, actor: 'holder', actions, fromMs: 101, toMs: 103 };
      expect(await accountReads.countAudit(filter, 9)).toBe(2);
      expect(await accountReads.countAudit(filter, 1)).toBeNull();
      expect(await accountReads.countAudit({ ...filter, toMs: 102 }, 9)).toBe(1);
      expect(await accountReads.countAudit({ ...filter, actions: [] }, 9)).toBe(0);
    });

    it('drops network addresses of a certain age and nothing else', async () => {
      const { audit } = await openWith(
        { id: 'old', atMs: 99, address: '192.0.2.1', keyStart: 'reg_abcd' },
        { id: 'young', atMs: 100, address: '192.0.2.1' },
        { id: 'none', atMs: 1 },
      );
      const before = await audit.listByAccount(ID, 9);
      expect(await audit.deleteAddresses(100)).toBe(1);
      expect(await audit.deleteAddresses(100)).toBe(0);
      const after = before.map((entry) =>
        entry.id === 'old' ? { ...entry, address: null } : entry,
      );
      expect(await audit.listByAccount(ID, 9)).toEqual(after);
    });

    it('drops a limited number of addresses at a time', async () => {
      const entries = Array.from({ length: MAX_DELETED + 1 }, () => ({
        atMs: 1,
        address: '::1',
      }));
      const { audit } = await openWith(...entries);
      expect(await audit.deleteAddresses(2)).toBe(MAX_DELETED);
      expect(await audit.deleteAddresses(2)).toBe(1);
    });
  });
}
