import { MongoClient } from 'mongodb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callToServe } from '../../../src/store/mongo/calls.ts';
import { toCollections } from '../../../src/store/mongo/collections.ts';
import { acquireLease } from '../../../src/store/mongo/lease.ts';
import { hasMongo, makeTestDatabase } from '../../support/stores.ts';

const DAY_MS = 86_400_000;

describe.skipIf(!hasMongo)('a lease whose end is a day away', () => {
  it('is taken over by one process when nobody renews it: the clock was ahead', async () => {
    const client = new MongoClient(makeTestDatabase());
    onTestFinished(() => client.close());
    const collections = toCollections(client.db(), callToServe);
    const endsAt = new Date(Date.now() + DAY_MS);
    await collections.leases.insertOne({ _id: 'import', holder: 'ended', endsAt });
    const taken = await Promise.allSettled(
      Array.from({ length: 4 }, () => acquireLease(collections, callToServe, 'import')),
    );
    const won = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(won).toHaveLength(1);
    await won[0]?.hold();
    await won[0]?.release();
  });
});
