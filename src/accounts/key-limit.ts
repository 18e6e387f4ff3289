import { MAX_CLOCK_SKEW_MS } from '../domain/time/clock-skew.ts';
import type { AuditLog } from '../store/port/audit.ts';
import { HOLDER } from './actor.ts';
import type { Keys } from './keys.ts';
import { Refusal } from './refusal.ts';

/** New keys of one account by its holder in any hour. */
const MAX_NEW_KEYS = 10;
const WINDOW_MS = 3_600_000;

/**
 * The same keys for an account's holder, who is refused with TOO_MANY after the tenth new key of
 * an hour. The audit log is what is counted: refused attempts aren't in it, and a restart or
 * another process forgets nothing. Attempts at once don't get past it, for each names the key
 * that it saw and one of them wins.
 */
export function limitNewKeys(keys: Keys, audit: AuditLog, nowMs: () => number): Keys {
  async function requireRoom(accountId: string): Promise<void> {
    const atMs = nowMs();
    const made = await audit.count({
      accountId,
      actor: HOLDER,
      actions: ['key_created', 'key_regenerated'],
      afterMs: atMs - WINDOW_MS,
      untilMs: atMs + MAX_CLOCK_SKEW_MS,
    });
    if (made < MAX_NEW_KEYS) return;
    throw new Refusal(
      'TOO_MANY',
      `the account has had ${MAX_NEW_KEYS} new keys in the last hour; wait before the next one`,
    );
  }

  return {
    ...keys,
    async create(accountId, seenLastKeyId, actor) {
      await requireRoom(accountId);
      return keys.create(accountId, seenLastKeyId, actor);
    },
    async regenerate(accountId, seenKeyId, actor) {
      await requireRoom(accountId);
      return keys.regenerate(accountId, seenKeyId, actor);
    },
  };
}
