import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { cacheDataDate } from '../../src/answers/caches.ts';
import { Unavailable } from '../../src/domain/errors.ts';
import { importSample } from '../../src/import/run.ts';
import { openTestApp } from '../support/app.ts';
import { IDNO, UNKNOWN_IDNO } from '../support/companies.ts';
import { makeRun } from '../support/imports.ts';

const PATH = `/api/v1/company/${IDNO}`;

async function openWithKey() {
  const app = await openTestApp();
  const key = await app.subscribe('a@test.example', 'agency');
  return {
    ...app,
    key,
    readDate: async () => (await app.get(PATH, key)).headers['x-data-date'],
  };
}

it('is on every 200 and 304, with HEAD too, and on no error', async () => {
  const { send, store, key } = await openWithKey();
  await store.imports.record(makeRun());
  const ask = async (path: string, method = 'GET', more = {}) => {
    const { status, headers } = await send(path, {
      method,
      headers: { 'x-api-key': key, ...more },
    });
    return [status, headers['x-data-date']];
  };
  const date = '2026-09-14';
  expect(await ask(PATH)).toEqual([200, date]);
  expect(await ask(PATH, 'HEAD')).toEqual([200, date]);
  expect(await ask(PATH, 'GET', { 'if-none-match': '*' })).toEqual([304, date]);
  expect(await ask(`/api/v1/company/${UNKNOWN_IDNO}`)).toEqual([404, undefined]);
  expect(await ask('/api/v1/company/1')).toEqual([400, undefined]);
  expect(await ask(PATH, 'DELETE')).toEqual([405, undefined]);
  expect((await send(PATH)).headers).not.toHaveProperty('x-data-date');
});

it('is absent before the first import, then the date of the last one that completed', async () => {
  const { store, clock, readDate } = await openWithKey();
  expect(await readDate()).toBeUndefined();
  await importSample(store, tmpdir());
  expect(await readDate()).toBe('2026-09-14');

  const running = makeRun({ id: 'next', dumpDate: '2026-09-21', startedAtMs: clock.nowMs() });
  await store.imports.record({ ...running, outcome: 'running', finishedAtMs: null });
  expect(await readDate()).toBe('2026-09-14');
  await store.imports.record({ ...running, finishedAtMs: clock.nowMs() });
  expect(await readDate()).toBe('2026-09-21');
});

/** A date that a test counts the reads of. */
function openCounted(readDataVersion: () => Promise<number>) {
  let reads = 0;
  let fault: Error | null = null;
  const readDataDate = cacheDataDate({
    findDataDate: async () => {
      reads++;
      if (fault !== null) throw fault;
      return `2026-09-${10 + reads}`;
    },
    readDataVersion,
  });
  return {
    readDataDate,
    fail: (error: Error | null) => {
      fault = error;
    },
    countReads: () => reads,
  };
}

it('is read once for each version of the data, and shared while it is read', async () => {
  let version = 1;
  const { readDataDate, countReads } = openCounted(async () => version);
  const together = [readDataDate(), readDataDate()];
  expect(await Promise.all(together)).toEqual(['2026-09-11', '2026-09-11']);
  expect(await readDataDate()).toBe('2026-09-11');
  version++;
  expect(await readDataDate()).toBe('2026-09-12');
  expect(countReads()).toBe(2);
});

it('is read again by the next request after a read has failed', async () => {
  const { readDataDate, fail } = openCounted(async () => 1);
  fail(new Unavailable('gone'));
  await expect(readDataDate()).rejects.toThrow('gone');
  fail(null);
  expect(await readDataDate()).toBe('2026-09-12');
});
