import { revokeAll } from '../../src/accounts/accounts.ts';
import type { Actor } from '../../src/accounts/actor.ts';
import { MAX_MAILS } from '../../src/accounts/mail/outbox.ts';
import { toTierAt } from '../../src/domain/account/plan.ts';
import type { Services } from '../../src/server.ts';
import type { CommandServices, Output } from '../command.ts';
import { COMMAND, toNext } from './outputs.ts';

/** The actor of all commands, for the audit log. */
export const ACTOR: Actor = { name: 'command', address: null };

export const KEY_ACTIONS = ['reveal', 'create', 'regenerate', 'revoke'] as const;
export type KeyAction = (typeof KEY_ACTIONS)[number];

/** Refused if `seen` is given and is not the id of the key that was issued last. */
export async function changeKey(
  { accounts, keys }: Services,
  email: string,
  action: KeyAction,
  seen: string | undefined,
): Promise<Output> {
  const account = await accounts.find(email);
  const seenKeyId = seen ?? account.apiKey?.id ?? '';
  if (action === 'revoke') {
    const { subscription } = await keys.revoke(account, seenKeyId, ACTOR);
    const hasAccess = toTierAt(subscription, Date.now()) !== null;
    const next = hasAccess ? [toNext(`${COMMAND} key ${email} create (makes a new key)`)] : [];
    return {
      json: { email, revoked: true },
      text: [`the key of ${email} is revoked`, ...next].join('\n'),
    };
  }
  const issued =
    action === 'create'
      ? await keys.create(account, seen ?? account.lastKeyId, ACTOR)
      : await keys[action](account, seenKeyId, ACTOR);
  return {
    json: { email, key: issued.text, keyId: issued.apiKey.id },
    text: [
      issued.text,
      '(shown only now; do not put it into source control or chats)',
      toNext('send it with each request, as the header "Authorization: Bearer KEY"'),
    ].join('\n'),
  };
}

/** Each account may add one mail: the next one waits while the outbox is full. */
export async function revokeEveryKey(
  services: CommandServices,
  { yes }: { yes?: true },
): Promise<Output> {
  if (!yes) throw new Error('every holder will need a new key: add --yes to confirm');
  const waitForMails = () => services.drainMails(MAX_MAILS - 1);
  const count = await revokeAll({ ...services, waitForMails }, ACTOR);
  const done = `keys revoked: ${count.revoked}, holders signed out: ${count.accounts}, webhooks paused: ${count.paused}`;
  const next = `${COMMAND} key EMAIL create (or holders create new keys, and resume webhooks, on their page)`;
  return { json: { ...count }, text: [done, toNext(next)].join('\n') };
}

/** The most accounts that a message names. */
const MAX_NAMED = 20;

/** Fails if something can't be decrypted, so that no secret goes that it may need. */
export async function reseal({ reencryptAll }: Pick<Services, 'reencryptAll'>): Promise<Output> {
  const { reencrypted, current, unreadable } = await reencryptAll();
  const all = `${reencrypted} encrypted texts of keys and webhooks were changed to the first secret`;
  const done = `${all}, ${current} had it before`;
  if (unreadable.length > 0) {
    const named = unreadable.slice(0, MAX_NAMED).join(', ');
    const more = unreadable.length > MAX_NAMED ? ` and ${unreadable.length - MAX_NAMED} more` : '';
    throw new Error(
      `${done}, but no secret of APP_SECRET decrypts those of ${named}${more}: add the ` +
        'secret that does, or let these holders create new ones',
    );
  }
  return {
    json: { reencrypted, current },
    text: [
      done,
      toNext('other secrets of APP_SECRET, if any, can go, with a restart of each server'),
    ].join('\n'),
  };
}
