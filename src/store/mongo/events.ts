import { foldEmail } from '../../domain/account/email.ts';
import { isInFuture, MAX_CLOCK_SKEW_MS } from '../../domain/time/clock-skew.ts';
import type { AccountStore, ReceivedEvent } from '../port/accounts.ts';
import { MAX_DELETED } from '../port/store.ts';
import { finishDeletions } from './account-deletion.ts';
import { expectRead, notDeleted, toUpdate } from './account-record.ts';
import { drainBatch, tryDrainAccount } from './audit.ts';
import type { Collections } from './collections.ts';

type EventStore = Pick<
  AccountStore,
  'findDeletedAtMs' | 'applyEvent' | 'hasEvent' | 'deleteEvents'
>;

/** Per account. Ids beyond these belong to events older than the last one, which are stale. */
const MAX_EVENTS = 200;

/** The write that changes an account also records the event's id in it. */
export function createEventStore(collections: Collections): EventStore {
  const { accounts, audit } = collections;

  async function hasEvent(id: string): Promise<boolean> {
    return (await accounts.findOne({ 'events.id': id }, { projection: { _id: 1 } })) !== null;
  }

  return {
    async findDeletedAtMs(email) {
      await drainBatch(collections);
      const filter = { deletedEmail: foldEmail(email) };
      const [last] = await audit.find(filter, { sort: { atMs: -1 }, limit: 1 });
      return last?.atMs ?? null;
    },

    hasEvent,

    async applyEvent(event, change) {
      const { id: accountId } = change.read;
      if (await hasEvent(event.id)) return 'repeated';
      const filter = { ...expectRead(change), ...isNewTo(event) };
      const update = withEvent(toUpdate(change), event);
      const { matchedCount } = await accounts.updateOne(filter, update);
      if (matchedCount > 0) {
        await tryDrainAccount(collections, accountId);
        return 'applied';
      }
      // Nothing was changed; read the account to find out why.
      const account = await accounts.findOne(notDeleted(accountId));
      if (account?.events?.some(({ id }) => id === event.id)) return 'repeated';
      const lastMs = account?.lastEventAtMs ?? 0;
      const isStale = lastMs > event.atMs && !isInFuture(lastMs, event.receivedAtMs);
      return isStale ? 'stale' : 'changed';
    },

    async deleteEvents(beforeMs) {
      const receivedAtMs = { $lt: beforeMs };
      const filter = { 'events.receivedAtMs': receivedAtMs };
      const ids = await accounts.findIds(filter, { limit: MAX_DELETED });
      await accounts.updateMany({ _id: { $in: ids } }, { $pull: { events: { receivedAtMs } } });
      await finishDeletions(collections);
      return ids.length;
    },
  };
}

function isNewTo({ id, atMs, receivedAtMs }: ReceivedEvent) {
  return {
    'events.id': { $ne: id },
    $or: [
      { lastEventAtMs: { $exists: false } },
      { lastEventAtMs: { $lte: atMs } },
      { lastEventAtMs: { $gt: receivedAtMs + MAX_CLOCK_SKEW_MS } },
    ],
  };
}

function withEvent(update: ReturnType<typeof toUpdate>, { id, atMs, receivedAtMs }: ReceivedEvent) {
  return {
    $set: { ...update.$set, lastEventAtMs: atMs },
    $push: { ...update.$push, events: { $each: [{ id, receivedAtMs }], $slice: -MAX_EVENTS } },
  };
}
