import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '../../domain/errors.ts';
import { type Call, raceWithin } from './calls.ts';
import type { Collections } from './collections.ts';

/** A lease expires this long after its last renewal. */
const LEASE_MS = 15_000;
const RENEWAL_MS = 3_000;
/** After this long without a successful renewal, the holder renews before its next write. */
const HELD_MS = LEASE_MS - 2 * RENEWAL_MS;
/** How long beyond LEASE_MS another process watches whether the holder still renews its lease. */
const WATCH_MS = 2 * RENEWAL_MS;
const WATCH_STEP_MS = 500;

/** An exclusive lock; a process that ends or cannot reach the database loses it. */
interface Lease {
  /**
   * Call this before each write. Rejects with Unavailable if another process holds the lease, and
   * with the driver's own error if that cannot be determined.
   */
  hold(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Acquires the lease of this name. Only the database server's clock counts, so the clocks of the
 * processes may differ. Throws a one-line Error if another process holds and renews the lease.
 */
export async function acquireLease(
  { leases: { driver: leases } }: Collections,
  call: Call,
  name: string,
): Promise<Lease> {
  const holder = randomUUID();
  let renewedAtMs = Number.NEGATIVE_INFINITY;
  let renewal: Promise<boolean> | null = null;

  /** Concurrent callers share one renewal, which does not queue behind the import's other calls. */
  function renew(): Promise<boolean> {
    renewal ??= raceWithin(RENEWAL_MS, () => take()).finally(() => {
      renewal = null;
    });
    return renewal;
  }

  /** Acquires or extends the lease; false while another process holds it. */
  async function take(stale?: Date): Promise<boolean> {
    const atMs = performance.now();
    const isStale = stale === undefined ? [] : [{ endsAt: stale }];
    const isFree = { $or: [{ holder }, { $expr: { $lt: ['$endsAt', '$$NOW'] } }, ...isStale] };
    const endsAt = { $add: ['$$NOW', LEASE_MS] };
    const taken = await leases.findOneAndUpdate({ _id: name, ...isFree }, [
      { $set: { holder, endsAt } },
    ]);
    if (taken === null) return false;
    renewedAtMs = atMs;
    return true;
  }

  async function hold(): Promise<void> {
    if (performance.now() - renewedAtMs < HELD_MS || (await renew())) return;
    throw new Unavailable(`another ${name} has taken over; run this one again when it has ended`);
  }

  await call('write', () =>
    leases.updateOne(
      { _id: name },
      { $setOnInsert: { holder: null, endsAt: new Date(0) } },
      { upsert: true },
    ),
  );
  await acquire(
    name,
    (stale) => call('write', () => (stale === undefined ? renew() : take(stale))),
    () => call('read', (limits) => leases.findOne({ _id: name }, limits)),
  );
  const timer = setInterval(() => renew().catch(() => {}), RENEWAL_MS).unref();
  return {
    hold,
    async release() {
      clearInterval(timer);
      const freed = { $set: { holder: null, endsAt: new Date(0) } };
      await raceWithin(RENEWAL_MS, () => leases.updateOne({ _id: name, holder }, freed));
    },
  };
}

/**
 * Waits for a lease that its holder does not renew, and throws once the holder renews it. A lease
 * that was not renewed for longer than LEASE_MS is stale even if its end is in the future: the
 * server's clock was ahead when it was acquired.
 */
async function acquire(
  name: string,
  renew: (stale?: Date) => Promise<boolean>,
  read: () => Promise<{ holder: string | null; endsAt: Date } | null>,
): Promise<void> {
  const startMs = performance.now();
  let watched: Date | undefined;
  while (performance.now() - startMs < LEASE_MS + WATCH_MS) {
    if (await renew()) return;
    const endsAt = (await read())?.endsAt;
    if (watched !== undefined && endsAt?.getTime() !== watched.getTime())
      throw toRunningError(name);
    watched = endsAt;
    await sleep(WATCH_STEP_MS);
  }
  if (watched === undefined || !(await renew(watched))) throw toRunningError(name);
}

function toRunningError(name: string): Error {
  return new Error(`another ${name} is running on this database; wait until it has ended`);
}
