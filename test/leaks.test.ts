import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createApiKeyText } from '../src/domain/account/api-key.ts';
import { createToken } from '../src/domain/account/token.ts';
import { COMPANY, toStored } from './support/companies.ts';
import { makeTestFolder } from './support/folder.ts';
import { findLeaks } from './support/leaks.ts';
import { openTestSqlite } from './support/stores.ts';

// The search itself runs at the end of each test that issues keys; here it is shown to find them.

it.each<[string, (key: string) => string | Buffer]>([
  ['text', (key) => `before ${key} after`],
  ['hexadecimal', (key) => `before${Buffer.from(key).toString('hex')}after`],
  ['base64', (key) => Buffer.from(key).toString('base64')],
  ['base64 after one byte', (key) => Buffer.from(`"${key}"`).toString('base64')],
  ['base64 after two bytes', (key) => Buffer.from(`{"${key}"}`).toString('base64')],
  ['base64 for addresses', (key) => Buffer.from(`Bearer ${key}`).toString('base64url')],
  ['text among bytes', (key) => Buffer.concat([Buffer.alloc(9, 255), Buffer.from(key)])],
])('a planted key is found as %s', (_name, plant) => {
  const folder = makeTestFolder();
  const key = createApiKeyText();
  mkdirSync(join(folder, 'below'));
  writeFileSync(join(folder, 'below', 'planted'), plant(key));
  writeFileSync(join(folder, 'clean'), createApiKeyText());
  expect(findLeaks(folder, [key])).toEqual([join(folder, 'below', 'planted')]);
});

it('a key planted through the store is found in its file or write-ahead log', async () => {
  const folder = makeTestFolder();
  const key = createApiKeyText();
  const store = openTestSqlite(folder);
  await store.companies.write([toStored({ ...COMPANY, name: key })], []);
  expect(findLeaks(folder, [key])).not.toEqual([]);
  await store.close();
  expect(findLeaks(folder, [key])).toEqual([join(folder, 'companies.db')]);
});

it('a planted link token and a session id are found in the files of the store', async () => {
  const folder = makeTestFolder();
  const [token, sessionId] = [createToken(), createToken()];
  const { signInLinks, sessions, close } = openTestSqlite(folder);
  const link = { accountId: 'a', endsAtMs: 1, issuer: 'mail' } as const;
  await signInLinks.insert({ ...link, tokenHash: token }, null, 0);
  await sessions.recordBrowser('a', sessionId, 1);
  await close();
  expect(findLeaks(folder, [token])).toEqual([join(folder, 'accounts.db')]);
  expect(findLeaks(folder, [sessionId])).toEqual([join(folder, 'accounts.db')]);
  expect(findLeaks(folder, [createToken()])).toEqual([]);
});
