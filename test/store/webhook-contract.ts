import { describe, expect, it } from 'vitest';
import type { Webhook } from '../../src/store/port/webhooks.ts';
import type { Store } from '../../src/store/store.ts';
import { toAccount, toEntry } from './records.ts';

const ID = 'id-a@b.md';
const DUE = { nowMs: 5_000, latestMs: 9_000, endMs: 700 };
const CLAIM = { ...DUE, owner: 'one', untilMs: 6_000, first: 20 };

/** A new one that has delivered everything up to 700. */
export function toNewWebhook(change: Partial<Webhook> = {}): Webhook {
  return {
    accountId: ID,
    revision: 0,
    url: 'https://receiver.example/hook?token=1',
    createdAtMs: 1,
    secret: { id: 'first', encrypted: 'encrypted', createdAtMs: 1 },
    replacedSecrets: [],
    cursor: { importMs: 700, idno: null },
    state: 'working',
    stop: null,
    failures: 0,
    failingSinceMs: null,
    noticeMs: null,
    nextAttemptMs: null,
    attempts: [],
    lease: null,
    ...change,
  };
}

const FAILED: Partial<Webhook> = {
  url: 'https://other.example/',
  replacedSecrets: [
    { id: 'before', encrypted: 'text', createdAtMs: 1, endsAtMs: 2 },
    { id: 'older', encrypted: 'text', createdAtMs: 0, endsAtMs: 1 },
  ],
  cursor: { importMs: 600, idno: '1234567890123' },
  state: 'stopped',
  stop: 'failing',
  failures: 3,
  failingSinceMs: 3_000,
  noticeMs: 4_000,
  nextAttemptMs: 5_001,
  attempts: [
    {
      atMs: 3_000,
      status: 500,
      fault: 'status',
      durationMs: 10_000,
      changes: 7,
      firstChanges: [{ idno: '1234567890123', kind: 'updated' }],
      eventId: 'msg_1',
      bodyBytes: 900,
      answer: '“no”\n\ufffd',
    },
  ],
  lease: { owner: 'two', untilMs: 5_500 },
};

/** What every store promises of webhooks. */
export function describeWebhookStore(open: () => Promise<Store>): void {
  async function openWithAccounts(names = ['a@b.md']) {
    const store = await open();
    for (const name of names) await store.accounts.insert(toAccount(name), []);
    const audit = async () =>
      (await store.audit.listByAccount(ID, 9)).map(({ action }) => action).toSorted();
    return { ...store, readAudit: audit };
  }

  describe('webhooks', () => {
    it('are found as they were written, each with its revision', async () => {
      const { webhooks, accountReads } = await openWithAccounts();
      expect(await webhooks.find(ID)).toBeNull();
      const first = await webhooks.replace(toNewWebhook());
      expect(first).toEqual({ ...toNewWebhook(), revision: 1 });
      expect(await webhooks.find(ID)).toEqual(first);
      const second = await webhooks.replace({ ...toNewWebhook(FAILED), revision: 1 });
      expect(second).toEqual({ ...toNewWebhook(FAILED), revision: 2 });
      expect(await accountReads.findWebhooks(['nobody', ID])).toEqual([null, second]);
    });

    it('are written with their audit entries, or neither', async () => {
      const { webhooks, readAudit } = await openWithAccounts();
      const entry = () => ({ ...toEntry(ID), action: 'webhook_set' }) as const;
      expect(await webhooks.replace({ ...toNewWebhook(), revision: 1 }, [entry()])).toBeNull();
      expect(await readAudit()).toEqual([]);
      const written = await webhooks.replace(toNewWebhook(), [entry()]);
      const other = toNewWebhook({ secret: { id: 'other', encrypted: '', createdAtMs: 1 } });
      expect(await webhooks.replace(other, [entry()])).toBeNull();
      expect(await readAudit()).toEqual(['webhook_set']);
      const paused = { ...toEntry(ID), action: 'webhook_paused' } as const;
      await webhooks.replace({ ...(written ?? toNewWebhook()), state: 'paused' }, [paused]);
      expect(await readAudit()).toEqual(['webhook_paused', 'webhook_set']);
    });

    it('change once for a hundred simultaneous changes of one revision', async () => {
      const { webhooks } = await openWithAccounts();
      const inserted = Array.from({ length: 100 }, (_, place) =>
        webhooks.replace(
          toNewWebhook({ secret: { id: `${place}`, encrypted: '', createdAtMs: 1 } }),
        ),
      );
      const [first = null, ...others] = (await Promise.all(inserted)).filter(Boolean);
      expect(others).toEqual([]);
      expect(await webhooks.find(ID)).toEqual(first);
      const changed = Array.from({ length: 100 }, (_, place) =>
        webhooks.replace({ ...toNewWebhook(), revision: 1, url: `https://a.example/${place}` }),
      );
      const [second = null, ...rest] = (await Promise.all(changed)).filter(Boolean);
      expect(rest).toEqual([]);
      expect(await webhooks.find(ID)).toEqual(second);
    });

    it('are not changed by what was read of one that was removed', async () => {
      const { webhooks } = await openWithAccounts();
      const removed = await webhooks.replace(toNewWebhook());
      const { secret: first } = toNewWebhook();
      await webhooks.delete(ID, first.id, { ...toEntry(ID), action: 'webhook_removed' });
      const secret = { id: 'second', encrypted: '', createdAtMs: 2 };
      const next = await webhooks.replace(toNewWebhook({ createdAtMs: 2, secret }));
      expect(await webhooks.replace({ ...toNewWebhook(), revision: 1 })).toBeNull();
      expect(removed?.revision).toBe(next?.revision);
      expect(await webhooks.find(ID)).toEqual(next);
    });

    it('are deleted with an entry, once', async () => {
      const { webhooks, readAudit } = await openWithAccounts();
      const entry = { ...toEntry(ID), action: 'webhook_removed' } as const;
      const { secret } = toNewWebhook();
      expect(await webhooks.delete(ID, secret.id, entry)).toBe(false);
      await webhooks.replace(toNewWebhook(), [{ ...toEntry(ID), action: 'webhook_set' }]);
      expect(await webhooks.delete(ID, 'another', entry)).toBe(false);
      expect(await webhooks.delete(ID, secret.id, entry)).toBe(true);
      expect(await webhooks.find(ID)).toBeNull();
      expect(await webhooks.replace({ ...toNewWebhook(), revision: 1 })).toBeNull();
      expect(await webhooks.claimDue(CLAIM)).toEqual([]);
      expect(await readAudit()).toEqual(['webhook_removed', 'webhook_set']);
    });

    it('go with their account, also one that is written meanwhile', async () => {
      const { webhooks, accounts } = await openWithAccounts(['c@d.md', 'a@b.md']);
      await webhooks.replace(toNewWebhook(), [toEntry(ID)]);
      await accounts.delete(ID, toEntry(ID));
      expect(await webhooks.find(ID)).toBeNull();
      expect(await webhooks.replace(toNewWebhook())).toBeNull();
      const other = toNewWebhook({ accountId: 'id-c@d.md' });
      await Promise.all([webhooks.replace(other), accounts.delete(other.accountId, toEntry('x'))]);
      expect(await webhooks.find(other.accountId)).toBeNull();
      expect(await webhooks.claimDue({ ...CLAIM, endMs: 9_999 })).toEqual([]);
    });

    it.each<[string, Partial<Webhook>, boolean]>([
      ['that waits for an import, none of which began later', {}, false],
      ['that an import began after', { cursor: { importMs: 699, idno: null } }, true],
      ['whose attempt is due', { nextAttemptMs: 5_000 }, true],
      ['whose attempt is not due', { nextAttemptMs: 5_001 }, false],
      ['whose notice is due', { nextAttemptMs: 6_000, noticeMs: 5_000 }, true],
      ['whose notice is not due', { nextAttemptMs: 6_000, noticeMs: 5_001 }, false],
      ['whose time a wrong clock wrote', { nextAttemptMs: 9_001 }, true],
      ['under a lease', { nextAttemptMs: 1, lease: { owner: 'two', untilMs: 5_001 } }, false],
      [
        'whose lease has ended',
        { nextAttemptMs: 1, lease: { owner: 'two', untilMs: 5_000 } },
        true,
      ],
      ['that is paused', { nextAttemptMs: 1, state: 'paused' }, false],
      ['that is stopped', { nextAttemptMs: 1, state: 'stopped', stop: 'gone' }, false],
    ])('one %s: due is %o', async (_, change, isDue) => {
      const { webhooks } = await openWithAccounts();
      const written = await webhooks.replace(toNewWebhook(change));
      expect(await webhooks.countDue(DUE)).toBe(isDue ? 1 : 0);
      const lease = { owner: 'one', untilMs: 6_000 };
      expect(await webhooks.claimDue(CLAIM)).toEqual(
        isDue ? [{ ...written, lease, revision: 2 }] : [],
      );
      expect(await webhooks.countDue(DUE)).toBe(0);
      const during = { ...CLAIM, owner: 'two', nowMs: 5_999, untilMs: 7_000 };
      if (isDue) expect(await webhooks.claimDue(during)).toEqual([]);
    });

    it('are counted while they work and their last attempt has failed', async () => {
      const { webhooks } = await openWithAccounts(['a@b.md', 'c@b.md', 'd@b.md', 'e@b.md']);
      const changes = [
        { failingSinceMs: 3_000, failures: 1 },
        { failingSinceMs: 0, failures: 2 },
        { ...FAILED, state: 'stopped' },
        {},
      ] as const;
      for (const [at, change] of changes.entries()) {
        const accountId = `id-${'acde'[at]}@b.md`;
        await webhooks.replace(toNewWebhook({ ...change, accountId }));
      }
      expect(await webhooks.countWorking()).toEqual({ working: 3, failing: 2 });
    });

    it('are claimed by one of several callers, each of them once', async () => {
      const names = Array.from({ length: 60 }, (_, place) => `${place}@d.md`);
      const { webhooks } = await openWithAccounts(names);
      for (const name of names) {
        await webhooks.replace(toNewWebhook({ accountId: `id-${name}`, nextAttemptMs: 1 }));
      }
      const claimed: string[] = [];
      for (let round = 0; round < 10; round++) {
        const calls = ['one', 'two', 'three', 'four'].map((owner) =>
          webhooks.claimDue({ ...CLAIM, owner, first: 15 }),
        );
        claimed.push(...(await Promise.all(calls)).flat().map(({ accountId }) => accountId));
      }
      expect(claimed.toSorted()).toEqual(names.map((name) => `id-${name}`).toSorted());
    });

    it('those that have failed least are claimed first', async () => {
      const names = ['failed@d.md', 'new@d.md', 'late@d.md'];
      const { webhooks } = await openWithAccounts(names);
      const write = (name: string, change: Partial<Webhook>) =>
        webhooks.replace(toNewWebhook({ accountId: `id-${name}`, ...change }));
      await write('failed@d.md', { failures: 1, nextAttemptMs: 1 });
      await write('late@d.md', { nextAttemptMs: 2 });
      await write('new@d.md', { cursor: { importMs: 1, idno: null } });
      const order: string[] = [];
      for (let place = 0; place < 3; place++) {
        const [claimed] = await webhooks.claimDue({ ...CLAIM, first: 1 });
        order.push(claimed?.accountId ?? '');
      }
      expect(order).toEqual(['id-new@d.md', 'id-late@d.md', 'id-failed@d.md']);
    });
  });
}
