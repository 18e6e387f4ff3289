import { describe, expect, it } from 'vitest';
import { MAX_MAILED_LINKS, type SignInLink } from '../../src/store/port/sessions.ts';
import type { Store } from '../../src/store/store.ts';
import { toAccount, toEntry } from './records.ts';

const ID = 'id-a@b.md';

function toLink(tokenHash: string, endsAtMs = 100): SignInLink {
  return { tokenHash, accountId: ID, endsAtMs, issuer: 'mail' };
}

/** What every store promises of sign-in links. */
export function describeSignInLinkStore(open: () => Promise<Store>): void {
  describe('a link', () => {
    it('is found as often as asked, with its entry written where there is one', async () => {
      const { signInLinks, audit } = await open();
      await signInLinks.insert(toLink('one'), null, 0);
      await signInLinks.insert({ ...toLink('two'), issuer: 'command' }, toEntry(ID), 0);
      expect(await signInLinks.find('one')).toEqual(toLink('one'));
      expect(await signInLinks.find('one')).toEqual(toLink('one'));
      expect(await signInLinks.find('two')).toMatchObject({ issuer: 'command' });
      expect(await signInLinks.find('three')).toBeNull();
      expect(await audit.listByAccount(ID, 9)).toHaveLength(1);
    });

    it('is given to one of a hundred who use it at once', async () => {
      const { signInLinks } = await open();
      await signInLinks.insert(toLink('one'), null, 0);
      const uses = Array.from({ length: 100 }, () => signInLinks.consume('one', 99));
      const given = (await Promise.all(uses)).filter((link) => link !== null);
      expect(given).toEqual([toLink('one')]);
      expect(await signInLinks.find('one')).toBeNull();
    });

    it('is not given from its end on', async () => {
      const { signInLinks } = await open();
      await signInLinks.insert(toLink('one', 100), null, 0);
      expect(await signInLinks.consume('one', 100)).toBeNull();
      expect(await signInLinks.consume('one', 99)).toEqual(toLink('one', 100));
    });

    it('is removed with the other links of its account when one of them is used', async () => {
      const { signInLinks } = await open();
      const other: SignInLink = { ...toLink('other'), accountId: 'id-c@d.md' };
      await signInLinks.insert(toLink('one'), null, 0);
      await signInLinks.insert({ ...toLink('two'), issuer: 'command' }, toEntry(ID), 0);
      await signInLinks.insert(other, null, 0);
      expect(await signInLinks.consume('one', 99)).toEqual(toLink('one'));
      expect(await signInLinks.find('two')).toBeNull();
      expect(await signInLinks.find('other')).toEqual(other);
    });

    it('is removed when all sessions of its account are', async () => {
      const { signInLinks, sessions } = await open();
      const other: SignInLink = { ...toLink('other'), accountId: 'id-c@d.md' };
      await signInLinks.insert(toLink('one'), null, 0);
      await signInLinks.insert(other, null, 0);
      await sessions.deleteByAccount(ID, toEntry(ID));
      expect(await signInLinks.find('one')).toBeNull();
      expect(await signInLinks.find('other')).toEqual(other);
    });

    it('is not stored beyond the mailed ones that an account may have at once', async () => {
      const { signInLinks } = await open();
      for (let n = 0; n < MAX_MAILED_LINKS; n++) {
        expect(await signInLinks.insert(toLink(`${n}`), null, 50)).toBe(true);
      }
      expect(await signInLinks.insert(toLink('next', 200), null, 99)).toBe(false);
      expect(await signInLinks.find('next')).toBeNull();
      const command: SignInLink = { ...toLink('command'), issuer: 'command' };
      expect(await signInLinks.insert(command, toEntry(ID), 99)).toBe(true);
      const other: SignInLink = { ...toLink('other'), accountId: 'id-c@d.md' };
      expect(await signInLinks.insert(other, null, 99)).toBe(true);
      expect(await signInLinks.insert(toLink('next', 200), null, 100)).toBe(true);
    });

    it('is not stored beyond them by requests at once', async () => {
      const { signInLinks } = await open();
      const stored = await Promise.all(
        Array.from({ length: 40 }, (_, n) => signInLinks.insert(toLink(`${n}`), null, 50)),
      );
      expect(stored.filter((isStored) => isStored).length).toBeLessThanOrEqual(MAX_MAILED_LINKS);
    });

    it('is deleted when it ends later than any can', async () => {
      const { signInLinks } = await open();
      await signInLinks.insert(toLink('last', 500), null, 0);
      await signInLinks.insert(toLink('ahead', 501), null, 0);
      expect(await signInLinks.deleteExpired(50, 500)).toBe(1);
      expect(await signInLinks.find('ahead')).toBeNull();
      expect(await signInLinks.find('last')).not.toBeNull();
    });

    it('is deleted when it is over, and with its account', async () => {
      const { signInLinks, accounts } = await open();
      await accounts.insert(toAccount('a@b.md'), [toEntry(ID)]);
      await signInLinks.insert(toLink('old', 100), null, 0);
      await signInLinks.insert(toLink('live', 101), null, 0);
      expect(await signInLinks.deleteExpired(100, 999)).toBe(1);
      expect(await signInLinks.find('old')).toBeNull();
      expect(await signInLinks.find('live')).not.toBeNull();
      await accounts.delete(ID, toEntry(ID));
      expect(await signInLinks.find('live')).toBeNull();
    });
  });
}
