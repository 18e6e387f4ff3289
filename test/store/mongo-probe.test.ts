import { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { openStoreOn } from '../../src/store/mongo/open.ts';
import { hasMongo, makeTestDatabase } from '../support/stores.ts';

it.skipIf(!hasMongo)('readiness asks MongoDB what a request of the API asks', async () => {
  const client = new MongoClient(makeTestDatabase(), { monitorCommands: true });
  const store = await openStoreOn(client);
  const asked: unknown[] = [];
  client.on('commandStarted', ({ commandName, command }) => {
    if (commandName === 'find') asked.push([command['find'], Object.keys(command['filter'])]);
  });
  await store.ping();
  const pinged = asked.splice(0);
  await store.companies.findByIdnos(['1099600000018']);
  await store.accounts.findKeyAccess(['a hash']);
  expect(asked).toHaveLength(2);
  expect(pinged).toEqual(asked);
  await store.close();
  await expect(store.ping()).rejects.toThrow(/MongoDB/);
});
