import type { Notify } from '../accounts/notification.ts';
import { toLimitNotification } from '../accounts/notification.ts';
import { toUtcDayStartMs } from '../domain/time/time-zone.ts';
import type { AccountStore } from '../store/port/accounts.ts';

/** The most accounts cached as claimed for the day; the store is asked about others again. */
const MAX_KNOWN = 100_000;

/** Tells holders by mail that requests were refused, once a UTC day. */
interface LimitNotices {
  /** For accounts with refused requests, at most a batch of counts. Rejects with Unavailable. */
  notice(accountIds: readonly string[]): Promise<void>;
}

interface LimitNoticeDependencies {
  claim: AccountStore['claimLimitNotices'];
  notify: Notify;
  nowMs: () => number;
}

/** The store decides which of several servers sends the mail; this one asks it once a day. */
export function createLimitNotices(dependencies: LimitNoticeDependencies): LimitNotices {
  const { claim, notify, nowMs } = dependencies;
  const known = new Set<string>();
  let knownDayMs = Number.NaN;

  return {
    async notice(accountIds) {
      const atMs = nowMs();
      const dayMs = toUtcDayStartMs(atMs);
      if (dayMs !== knownDayMs) known.clear();
      knownDayMs = dayMs;
      const asked = accountIds.filter((id) => !known.has(id));
      if (asked.length === 0) return;
      for (const account of await claim(asked, atMs)) {
        const notification = toLimitNotification(account, atMs);
        if (notification !== null) notify(notification);
      }
      for (const id of asked) if (known.size < MAX_KNOWN) known.add(id);
    },
  };
}
