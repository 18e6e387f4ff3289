import { openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { ACTOR, openTestApp } from '../support/app.ts';
import { IDNO } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';
import { openTestSqlite } from '../support/stores.ts';

const PATH = `/api/v1/company/${IDNO}`;

it('companies that can no longer be read are 503, and the rest goes on', async () => {
  const folder = makeTestFolder();
  const { get, send, subscribe, accounts, store } = await openTestApp({
    store: openTestSqlite(folder),
  });
  const key = await subscribe('a@test.example', 'business');
  expect((await get(PATH, key)).status).toBe(200);
  const path = join(folder, 'companies.db');
  new DatabaseSync(path).exec('PRAGMA wal_checkpoint(TRUNCATE)');
  writeSync(openSync(path, 'r+'), Buffer.alloc(statSync(path).size, 7), 0);
  expect((await get(PATH, key)).status).toBe(503);
  expect((await send('/health/live')).status).toBe(200);
  expect((await send('/health/ready')).status).toBe(503);
  expect((await get('/api/v1/company/abc', key)).status).toBe(400);
  await accounts.cancel('a@test.example', ACTOR);
  expect((await get(PATH, key)).status).toBe(403);
  expect(await store.accounts.findByEmail('a@test.example')).not.toBeNull();
});

it('a store that takes no change refuses it and goes on answering', async () => {
  const folder = makeTestFolder();
  const store = openTestSqlite(folder);
  const { get, subscribe, keys, accounts, keyUses } = await openTestApp({ store });
  const key = await subscribe('a@test.example', 'business');
  const account = await accounts.find('a@test.example');

  // Other writers that never end.
  const others = ['accounts.db', 'usage.db'].map((name) => new DatabaseSync(join(folder, name)));
  for (const other of others) other.exec('BEGIN IMMEDIATE');
  await expect(keys.regenerate(account, account.lastKeyId ?? '', ACTOR)).rejects.toThrow(
    /embedded store/,
  );
  expect((await get(PATH, key)).status).toBe(200);
  await expect(keyUses.flush()).rejects.toThrow(/embedded store/);
  for (const other of others) other.close();

  await keyUses.flush();
  expect((await get(PATH, key)).status).toBe(200);
});
