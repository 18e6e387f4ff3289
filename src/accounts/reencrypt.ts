import type { KeyCipher } from '../domain/account/key-cipher.ts';
import type { Webhook, WebhookSecret } from '../store/port/webhooks.ts';
import type { Store } from '../store/store.ts';
import { retry } from './account-changes.ts';
import { eachAccount } from './accounts.ts';
import { toBinding } from './secrets.ts';

/** How many encrypted texts there are, or their holders. */
export interface ReencryptCount {
  /** Encrypted with the first secret by this call. */
  reencrypted: number;
  /** They were encrypted with the first secret before. */
  current: number;
  /** No secret decrypts these: the addresses of their accounts, each once. */
  unreadable: string[];
}

export interface ReencryptDependencies {
  store: Pick<Store, 'accounts' | 'accountReads' | 'webhooks'>;
  cipher: KeyCipher;
}

/**
 * Encrypts the keys that wait to be revealed, and the secrets of webhooks, with the first secret, so
 * that the others can go. Interrupted, it can be called again. Each write is conditional, so servers
 * may be running; those must have the first secret too.
 */
export async function reencryptAll(
  { store: { accounts, accountReads, webhooks }, cipher }: ReencryptDependencies,
  pageLength?: number,
): Promise<ReencryptCount> {
  const count: ReencryptCount = { reencrypted: 0, current: 0, unreadable: [] };
  for await (const { id, email } of eachAccount(accountReads, pageLength)) {
    const outcomes = [...(await retry(() => ofKey(id))), ...(await retry(() => ofWebhook(id)))];
    count.reencrypted += outcomes.filter((one) => one === 'reencrypted').length;
    count.current += outcomes.filter((one) => one === 'current').length;
    if (outcomes.includes('unreadable')) count.unreadable.push(email);
  }
  return count;

  /** Null if a change by another came first. */
  async function ofKey(accountId: string): Promise<Outcome[] | null> {
    const read = await accounts.findById(accountId);
    const apiKey = read?.apiKey ?? null;
    if (read === null || apiKey === null || apiKey.encrypted === null) return [];
    const { encrypted, outcome } = reencrypt(
      cipher,
      apiKey.encrypted,
      toBinding(read.id, apiKey.hash),
    );
    if (outcome !== 'reencrypted') return [outcome];
    const next = { apiKey: { ...apiKey, encrypted } };
    return (await accounts.replace({ read, next, entries: [] })) ? [outcome] : null;
  }

  async function ofWebhook(accountId: string): Promise<Outcome[] | null> {
    const read = await webhooks.find(accountId);
    if (read === null) return [];
    const outcomes: Outcome[] = [];
    const toNext = <Secret extends WebhookSecret>(secret: Secret): Secret => {
      const binding = toBinding(accountId, secret.id);
      const { encrypted, outcome } = reencrypt(cipher, secret.encrypted, binding);
      // A replaced secret signs for a day only: one that cannot be decrypted is not missed.
      if (outcome !== 'unreadable' || secret.id === read.secret.id) outcomes.push(outcome);
      return { ...secret, encrypted };
    };
    const next: Webhook = {
      ...read,
      secret: toNext(read.secret),
      replacedSecrets: read.replacedSecrets.map(toNext),
    };
    if (!outcomes.includes('reencrypted')) return outcomes;
    return (await webhooks.replace(next)) === null ? null : outcomes;
  }
}

type Outcome = 'reencrypted' | 'current' | 'unreadable';

function reencrypt(
  cipher: KeyCipher,
  encrypted: string,
  boundTo: string,
): { encrypted: string; outcome: Outcome } {
  if (cipher.isCurrent(encrypted, boundTo)) return { encrypted, outcome: 'current' };
  const text = cipher.decrypt(encrypted, boundTo);
  if (text === null) return { encrypted, outcome: 'unreadable' };
  return { encrypted: cipher.encrypt(text, boundTo), outcome: 'reencrypted' };
}
