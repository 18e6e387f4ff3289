import { describe, expect, it, onTestFinished } from 'vitest';
import { Unavailable } from '../../src/domain/errors.ts';
import { callToServe } from '../../src/store/mongo/calls.ts';
import { createClient, SERVING_LIMITS } from '../../src/store/mongo/client.ts';
import { toCollections } from '../../src/store/mongo/collections.ts';
import { createDataVersion, MAX_AGE_MS } from '../../src/store/mongo/data-version.ts';
import { openMongoImport } from '../../src/store/mongo/open-import.ts';
import { findOne } from '../../src/store/port/documents.ts';
import { COMPANY, toStored } from '../support/companies.ts';
import { makeRun } from '../support/imports.ts';
import { hasMongo, makeTestDatabase } from '../support/stores.ts';

/** A server's data version by a clock of the test, on a database for imports. */
async function openVersion() {
  const uri = makeTestDatabase();
  await (await openMongoImport(uri)).close();
  const client = createClient(uri, SERVING_LIMITS);
  onTestFinished(() => client.close());
  const collections = toCollections(client.db(), callToServe);
  let nowMs = 0;
  const readDataVersion = createDataVersion(collections, () => nowMs);
  return {
    uri,
    client,
    collections,
    readDataVersion,
    pass: (ms: number) => {
      nowMs += ms;
    },
    readLater(ms = MAX_AGE_MS) {
      nowMs += ms;
      return readDataVersion();
    },
  };
}

describe.skipIf(!hasMongo)('the data version of a server on MongoDB', () => {
  it('is the same while nothing is imported', async () => {
    const { readDataVersion, readLater } = await openVersion();
    const version = await readDataVersion();
    for (const _ of [1, 2, 3]) expect(await readLater()).toBe(version);
  });

  it('is another one within a second of an import, however short', async () => {
    const { uri, readDataVersion, readLater } = await openVersion();
    const before = await readDataVersion();
    const imports = await openMongoImport(uri);
    await imports.companies.write([toStored(COMPANY)], []);
    await imports.imports.record(makeRun());
    await imports.close();
    const after = await readLater();
    expect(after).not.toBe(before);
    expect(await readLater()).toBe(after);
  });

  it('is read behind a request after half a second', async () => {
    const { collections, readDataVersion, readLater } = await openVersion();
    const before = await readDataVersion();
    await collections.documents.imports.replace({ ...makeRun(), version: 0 });
    expect(await readLater(499)).toBe(before);
    expect(await readLater(1)).toBe(before);
    await expect.poll(readDataVersion).not.toBe(before);
  });

  it('is another one at each read while an import runs, and after it was killed', async () => {
    const { collections, readLater } = await openVersion();
    const run = makeRun({ outcome: 'running', finishedAtMs: null });
    await collections.documents.imports.replace({ ...run, version: 0 });
    const versions = [await readLater(), await readLater(), await readLater()];
    expect(new Set(versions).size).toBe(3);
  });

  it('is another one after a read that took a second', async () => {
    const { readDataVersion, readLater, pass } = await openVersion();
    const before = await readDataVersion();
    const reading = readLater();
    pass(MAX_AGE_MS);
    expect(await reading).not.toBe(before);
  });

  it('has changed on each server before an import shows that it is complete', async () => {
    const { uri, collections } = await openVersion();
    const { companies, imports, close } = await openMongoImport(uri);
    onTestFinished(close);
    const run = makeRun({ outcome: 'running', finishedAtMs: null });
    await imports.record(run);
    await companies.write([toStored(COMPANY)], []);
    const writtenMs = performance.now();
    const recording = imports.record(makeRun());
    await expect
      .poll(async () => (await findOne(collections.documents.imports, run.id))?.outcome, {
        interval: 20,
      })
      .toBe('completed');
    expect(performance.now() - writtenMs).toBeGreaterThanOrEqual(MAX_AGE_MS - 1);
    await recording;
  });

  it('is shared by requests that wait for it', async () => {
    const { readDataVersion } = await openVersion();
    const [one, other] = [readDataVersion(), readDataVersion()];
    expect(one).toBe(other);
    await one;
  });

  it('is Unavailable while it is too old and the store does not answer', async () => {
    const { client, readDataVersion, readLater } = await openVersion();
    const version = await readDataVersion();
    await client.close();
    expect(await readLater(999)).toBe(version);
    await expect(readLater(1)).rejects.toThrow(Unavailable);
  });
});
