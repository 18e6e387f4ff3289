import { expect, it, onTestFinished } from 'vitest';
import { Unavailable } from '../../src/domain/errors.ts';
import { openSqliteImport } from '../../src/store/sqlite/open-import.ts';
import type { StoreForImport } from '../../src/store/store.ts';
import { COMPANY, IDNO, toStored } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';
import { openTestSqlite } from '../support/stores.ts';

const SAMPLE = { ...toStored(COMPANY), sample: true };

/** Each kind of write, on an existing company. */
const WRITES: [string, (companies: StoreForImport['companies']) => Promise<unknown>][] = [
  ['a company', (companies) => companies.write([SAMPLE], [])],
  ['the end of the samples', (companies) => companies.removeSamples()],
];

/** A server, and an import that writes in a thread. */
async function openBoth() {
  const folder = makeTestFolder();
  const server = openTestSqlite(folder);
  const imports = openSqliteImport(folder, { inlineRows: 0, rowsPerCommit: 1_000 });
  onTestFinished(async () => {
    await imports.close();
    await server.close();
  });
  await server.companies.write([SAMPLE], []);
  return { server, imports, readDataVersion: server.companies.readDataVersion };
}

it.each(WRITES)('is another one after this connection has written %s', async (_, write) => {
  const { server, readDataVersion } = await openBoth();
  const before = await readDataVersion();
  await write(server.companies);
  expect(await readDataVersion()).not.toBe(before);
});

it.each(WRITES)('is another one after an import has committed %s', async (_, write) => {
  const { imports, readDataVersion } = await openBoth();
  const before = await readDataVersion();
  await write(imports.companies);
  await imports.companies.flush();
  expect(await readDataVersion()).not.toBe(before);
});

it('is the same while nothing is written', async () => {
  const { server, imports, readDataVersion } = await openBoth();
  const before = await readDataVersion();
  for (const { companies } of [server, imports]) await companies.findByIdnos([IDNO]);
  expect(await readDataVersion()).toBe(before);
});

it('is Unavailable where the file cannot be read', async () => {
  const { server, readDataVersion } = await openBoth();
  await server.close();
  await expect(readDataVersion()).rejects.toThrow(Unavailable);
});
