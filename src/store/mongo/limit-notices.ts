import { randomUUID } from 'node:crypto';
import { MAX_CLOCK_SKEW_MS } from '../../domain/time/clock-skew.ts';
import { toUtcDayStartMs } from '../../domain/time/time-zone.ts';
import type { AccountStore } from '../port/accounts.ts';
import { toAccount } from './account-record.ts';
import type { Calls } from './calls.ts';
import type { Collections } from './collections.ts';
import { findAll } from './find.ts';

/** A claim leaves its id in each account, which shows the claims that this call has won. */
export function createLimitNoticeClaims(
  { accounts }: Collections,
  calls: Calls,
): AccountStore['claimLimitNotices'] {
  return async (ids, nowMs) => {
    const limitNoticeClaim = randomUUID();
    const unclaimed = [
      { $exists: false },
      { $lt: toUtcDayStartMs(nowMs) },
      { $gt: nowMs + MAX_CLOCK_SKEW_MS },
    ];
    const filter = {
      deletedAtMs: { $exists: false },
      // Missing in documents of earlier versions.
      limitNotices: { $ne: false },
      $or: unclaimed.map((limitNoticeAtMs) => ({ limitNoticeAtMs })),
    };
    const update = { $set: { limitNoticeAtMs: nowMs, limitNoticeClaim } };
    // One by one: an update of many may find them all before it changes the first.
    const claims = ids.map((_id) => ({ updateOne: { filter: { _id, ...filter }, update } }));
    if (claims.length === 0) return [];
    await calls.write(() => accounts.bulkWrite(claims, { ordered: false }));
    const won = { _id: { $in: [...ids] }, deletedAtMs: { $exists: false }, limitNoticeClaim };
    return (await findAll(calls, accounts, won)).map(toAccount);
  };
}
