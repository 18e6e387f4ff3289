import { describe, expect, it } from 'vitest';
import { MAX_CLOCK_SKEW_MS } from '../../src/domain/time/clock-skew.ts';
import { MAX_DELETED } from '../../src/store/port/documents.ts';
import { MAX_BROWSERS, type Session } from '../../src/store/port/sessions.ts';
import type { Store } from '../../src/store/store.ts';
import { forEachInTurn, toAccount, toEntry } from './records.ts';

const OWNER = toAccount('a@b.md');
const { id: ID } = OWNER;

function toSession(idHash: string, change: Partial<Session> = {}): Session {
  return {
    idHash,
    accountId: ID,
    createdAtMs: 10,
    lastSeenAtMs: 10,
    idleEndsAtMs: 100,
    endsAtMs: 1_000,
    staffIssuer: null,
    userAgent: null,
    network: null,
    ...change,
  };
}

/** What every store promises of sessions and known browsers. */
export function describeSessionStore(open: () => Promise<Store>): void {
  async function openWith(...all: Session[]) {
    const store = await open();
    await store.accounts.insert(OWNER, []);
    for (const session of all) await store.sessions.insert(session, toEntry(session.accountId));
    const find = async (idHash: string) => (await store.sessions.find(idHash))?.session ?? null;
    return { ...store, find };
  }

  describe('a session', () => {
    it('is found by its hash with its account, with its entry written', async () => {
      const { sessions, audit } = await openWith(toSession('one'));
      const staff = toSession('staff', { staffIssuer: 'https://login.example/' });
      await sessions.insert(staff, toEntry('staff'));
      await sessions.insert(toSession('orphan', { accountId: 'nobody' }), toEntry('nobody'));
      expect(await sessions.find('staff')).toEqual({ session: staff, account: OWNER });
      expect(await sessions.find('one')).toEqual({ session: toSession('one'), account: OWNER });
      for (const one of ['two', 'orphan']) expect(await sessions.find(one)).toBeNull();
      expect(await audit.listByAccount(ID, 9)).toHaveLength(1);
    });

    it('has the browser and the network of its sign-in', async () => {
      const origin = { userAgent: 'Mozilla/5.0 (ș)', network: '2001:db8:1::/48' };
      const { sessions } = await openWith(toSession('one', origin));
      expect((await sessions.find('one'))?.session).toMatchObject(origin);
    });

    it('is listed with those of its account that live, the last used first', async () => {
      const { sessions, accountReads } = await openWith(
        toSession('first', { lastSeenAtMs: 20 }),
        toSession('last', { lastSeenAtMs: 40 }),
        toSession('middle', { lastSeenAtMs: 30 }),
        toSession('idle', { idleEndsAtMs: 50 }),
        toSession('over', { endsAtMs: 50 }),
        toSession('ended'),
        toSession('ahead', { lastSeenAtMs: 51 + MAX_CLOCK_SKEW_MS }),
        toSession('other', { accountId: 'id-c@d.md' }),
      );
      await sessions.delete('ended', toEntry(ID));
      const list = async (first: number) =>
        (await accountReads.listSessions(['nobody', ID], 50, first)).map((one) =>
          one.map(({ idHash }) => idHash),
        );
      expect(await list(9)).toEqual([[], ['last', 'middle', 'first']]);
      expect(await list(2)).toEqual([[], ['last', 'middle']]);
    });

    it('is moved forward by its use, never back', async () => {
      const { sessions, find } = await openWith(toSession('one'));
      await sessions.touch('one', 50, 140);
      await sessions.touch('one', 40, 130);
      await sessions.touch('gone', 40, 130);
      expect(await find('one')).toMatchObject({ lastSeenAtMs: 50, idleEndsAtMs: 140 });
      expect(await sessions.find('gone')).toBeNull();
    });

    it('is deleted once, and then leaves no second entry', async () => {
      const { sessions, audit } = await openWith(toSession('one'), toSession('two'));
      expect(await sessions.delete('one', toEntry(ID))).toBe(true);
      expect(await sessions.delete('one', toEntry(ID))).toBe(false);
      expect(await sessions.find('one')).toBeNull();
      expect(await sessions.find('two')).not.toBeNull();
      expect(await audit.listByAccount(ID, 9)).toHaveLength(3);
    });

    it('goes with all others of its account, and with the account', async () => {
      const other = toSession('other', { accountId: 'id-c@d.md' });
      const store = await openWith(toSession('one'), toSession('two'), other);
      const { sessions, accounts, find } = store;
      await accounts.insert(toAccount('c@d.md'), [toEntry('id-c@d.md')]);
      expect(await sessions.deleteByAccount(ID, toEntry(ID))).toBe(2);
      expect(await find('one')).toBeNull();
      expect(await find('other')).toEqual(other);
      await accounts.delete('id-c@d.md', toEntry('id-c@d.md'));
      await accounts.insert(toAccount('c@d.md'), []);
      expect(await find('other')).toBeNull();
    });

    it('is deleted after either of its ends, a limited number at a time', async () => {
      const { sessions } = await openWith(
        toSession('idle', { idleEndsAtMs: 200 }),
        toSession('old', { idleEndsAtMs: 900, endsAtMs: 200 }),
        toSession('live', { idleEndsAtMs: 201, endsAtMs: 201 }),
      );
      expect(await sessions.deleteExpired(199, 1_000)).toBe(0);
      expect(await sessions.deleteExpired(200, 1_000)).toBe(2);
      expect(await sessions.find('live')).not.toBeNull();
      const many = Array.from({ length: MAX_DELETED + 1 }, (_, n) => toSession(`${n}`));
      await forEachInTurn(many, (one) => sessions.insert(one, toEntry(ID)));
      expect(await sessions.deleteExpired(150, 1_000)).toBe(MAX_DELETED);
      expect(await sessions.deleteExpired(150, 1_000)).toBe(1);
    });
  });

  it('a session that ends later than any can is deleted', async () => {
    const { sessions } = await openWith(
      toSession('ahead', { lastSeenAtMs: 900, idleEndsAtMs: 990, endsAtMs: 5_000 }),
      toSession('last', { idleEndsAtMs: 500, endsAtMs: 5_000 }),
      toSession('short', { idleEndsAtMs: 990, endsAtMs: 500 }),
    );
    expect(await sessions.deleteExpired(50, 500)).toBe(1);
    expect(await sessions.find('ahead')).toBeNull();
    expect(await sessions.deleteExpired(50, 500)).toBe(0);
  });

  describe('a browser', () => {
    it('is new once for each account', async () => {
      const { sessions } = await open();
      expect(await sessions.recordBrowser(ID, 'one', 1)).toBe('first');
      expect(await sessions.recordBrowser(ID, 'one', 2)).toBe('known');
      expect(await sessions.recordBrowser(ID, 'two', 3)).toBe('another');
      expect(await sessions.recordBrowser('another', 'one', 4)).toBe('first');
    });

    it('is forgotten when enough others were used later', async () => {
      const { sessions } = await open();
      for (let n = 0; n < MAX_BROWSERS; n++) await sessions.recordBrowser(ID, `${n}`, n);
      expect(await sessions.recordBrowser(ID, '0', 100)).toBe('known');
      expect(await sessions.recordBrowser(ID, 'next', 101)).toBe('another');
      expect(await sessions.recordBrowser(ID, '0', 102)).toBe('known');
      expect(await sessions.recordBrowser(ID, '1', 103)).toBe('another');
    });

    it('is forgotten when it was last used in the future, and takes no place', async () => {
      const { sessions } = await open();
      const aheadMs = 2 * MAX_CLOCK_SKEW_MS;
      await sessions.recordBrowser(ID, 'used again', aheadMs);
      for (let n = 1; n < MAX_BROWSERS; n++) await sessions.recordBrowser(ID, `${n}`, aheadMs);
      expect(await sessions.recordBrowser(ID, 'used again', 1)).toBe('known');
      expect(await sessions.recordBrowser(ID, 'new', 2)).toBe('another');
      expect(await sessions.recordBrowser(ID, 'new', 2)).toBe('known');
      expect(await sessions.recordBrowser(ID, '1', 3)).toBe('another');
      expect(await sessions.recordBrowser(ID, 'skewed', 4 + MAX_CLOCK_SKEW_MS)).toBe('another');
      expect(await sessions.recordBrowser(ID, '1', 4)).toBe('known');
      expect(await sessions.recordBrowser(ID, 'skewed', 5)).toBe('known');
    });
  });
}
