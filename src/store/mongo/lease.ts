import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '../../domain/errors.ts';
import { type Calls, raceWithin } from './calls.ts';
import type { Collections } from './collections.ts';

/** A holder that says nothing for so long has ended. */
const LEASE_MS = 15_000;
const RENEWAL_MS = 3_000;
/** A holder that is cut off for so long asks before it writes again. */
const HELD_MS = LEASE_MS - 2 * RENEWAL_MS;
/** A new-comer watches the lease for so long before it believes that its holder lives. */
const WATCH_MS = 2 * RENEWAL_MS;
const WATCH_STEP_MS = 500;

/** The right to be the only one of a role; it is lost by a process that ends or is cut off. */
export interface Lease {
  /**
   * Before each write: rejects with Unavailable when another one holds it by now, with the driver's
   * own error when that cannot be said.
   */
  hold(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes the lease of a role by the server's clock, so that those of the processes may differ.
 * Throws an Error of one line when another process holds and renews it.
 */
export async function acquireLease(
  { leases }: Collections,
  calls: Calls,
  role: string,
): Promise<Lease> {
  const holder = randomUUID();
  let renewedAtMs = Number.NEGATIVE_INFINITY;
  let renewal: Promise<boolean> | null = null;

  /** One at a time, however many ask for it; beside all other calls, which may have to wait. */
  function renew(): Promise<boolean> {
    renewal ??= raceWithin(RENEWAL_MS, () => take()).finally(() => {
      renewal = null;
    });
    return renewal;
  }

  /** Takes it over, or makes it longer; false while it is another's. */
  async function take(expired?: Date): Promise<boolean> {
    const atMs = performance.now();
    const isOver = expired === undefined ? [] : [{ endsAt: expired }];
    const isFree = { $or: [{ holder }, { $expr: { $lt: ['$endsAt', '$$NOW'] } }, ...isOver] };
    const endsAt = { $add: ['$$NOW', LEASE_MS] };
    const taken = await leases.findOneAndUpdate({ _id: role, ...isFree }, [
      { $set: { holder, endsAt } },
    ]);
    if (taken === null) return false;
    renewedAtMs = atMs;
    return true;
  }

  async function hold(): Promise<void> {
    if (performance.now() - renewedAtMs < HELD_MS || (await renew())) return;
    throw new Unavailable(`another ${role} has taken over; run this one again when it has ended`);
  }

  await calls.write(() =>
    leases.updateOne(
      { _id: role },
      { $setOnInsert: { holder: null, endsAt: new Date(0) } },
      { upsert: true },
    ),
  );
  await acquire(
    role,
    (expired) => calls.write(() => (expired === undefined ? renew() : take(expired))),
    () => calls.read((limits) => leases.findOne({ _id: role }, limits)),
  );
  const timer = setInterval(() => renew().catch(() => {}), RENEWAL_MS).unref();
  return {
    hold,
    async release() {
      clearInterval(timer);
      const freed = { $set: { holder: null, endsAt: new Date(0) } };
      await raceWithin(RENEWAL_MS, () => leases.updateOne({ _id: role, holder }, freed));
    },
  };
}

/**
 * A lease that is not renewed while it is watched is waited for; a renewed one is another's. One
 * that is not renewed for longer than any lasts is over, though its end is still to come: the
 * server's clock was ahead when it was taken.
 */
async function acquire(
  role: string,
  renew: (expired?: Date) => Promise<boolean>,
  read: () => Promise<{ holder: string | null; endsAt: Date } | null>,
): Promise<void> {
  const startMs = performance.now();
  let watched: Date | undefined;
  while (performance.now() - startMs < LEASE_MS + WATCH_MS) {
    if (await renew()) return;
    const endsAt = (await read())?.endsAt;
    if (watched !== undefined && endsAt?.getTime() !== watched.getTime()) throw isRunning(role);
    watched = endsAt;
    await sleep(WATCH_STEP_MS);
  }
  if (watched === undefined || !(await renew(watched))) throw isRunning(role);
}

function isRunning(role: string): Error {
  return new Error(`another ${role} is running on this database; wait until it has ended`);
}
