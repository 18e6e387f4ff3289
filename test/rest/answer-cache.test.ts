import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cacheAnswers } from '../../src/answers/caches.ts';
import { toJsonAnswer } from '../../src/answers/documents.ts';
import { Unavailable } from '../../src/domain/errors.ts';
import { openSqliteImport } from '../../src/store/sqlite/open-import.ts';
import { type AppOptions, openTestApp } from '../support/app.ts';
import { COMPANY, IDNO, toStored, UNKNOWN_IDNO } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';
import { openTestSqlite } from '../support/stores.ts';
import { openApi } from './open.ts';

const MIB = 2 ** 20;
const toPath = (idno: string) => `/api/v1/company/${idno}`;

/** The service on an embedded store, and the numbers that the store was asked for. */
async function openWatched(options: AppOptions = {}) {
  const folder = makeTestFolder();
  const store = openTestSqlite(folder);
  const asked: string[] = [];
  const companies = {
    ...store.companies,
    findByIdnos: (idnos: readonly string[]) => {
      asked.push(...idnos);
      return store.companies.findByIdnos(idnos);
    },
  };
  const app = await openTestApp({ ...options, store: { ...store, companies } });
  const key = await app.subscribe('a@test.example', 'agency');
  return { ...app, key, folder, asked, ask: (idno: string) => app.get(toPath(idno), key) };
}

describe('an answer', () => {
  it('is made once while no company changes, for all keys and for a tag', async () => {
    const { ask, asked, get, send, subscribe } = await openWatched();
    const first = await ask(IDNO);
    const second = await get(toPath(IDNO), await subscribe('b@test.example', 'business'));
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(second.headers.etag).toBe(first.headers.etag);
    const key = await subscribe('c@test.example', 'business');
    const headers = { 'x-api-key': key, 'if-none-match': first.headers.etag };
    expect((await send(toPath(IDNO), { headers })).status).toBe(304);
    expect(asked).toEqual([IDNO]);
  });

  it('is a new one with the next request after a change of this process', async () => {
    const { ask, store } = await openWatched();
    for (const name of ['ONE', 'TWO', 'THREE']) {
      await store.companies.write([toStored({ ...COMPANY, name })], []);
      expect(JSON.parse((await ask(IDNO)).body).name).toBe(name);
    }
  });

  it('is a new one with the next request after a commit of an import, and no sooner', async () => {
    const { ask, folder } = await openWatched();
    // It writes in a thread, as large imports do.
    const imports = openSqliteImport(folder, { inlineRows: 0, rowsPerCommit: 1_000 });
    onTestFinished(() => imports.close());
    let before = COMPANY.name;
    for (const name of ['ONE', 'TWO', 'THREE']) {
      await imports.companies.write([toStored({ ...COMPANY, name })], []);
      expect(JSON.parse((await ask(IDNO)).body).name).toBe(before);
      await imports.companies.flush();
      expect(JSON.parse((await ask(IDNO)).body).name).toBe(name);
      before = name;
    }
  });

  it('ends with its company', async () => {
    const { ask, store } = await openWatched();
    await store.companies.write([{ ...toStored(COMPANY), sample: true }], []);
    expect((await ask(IDNO)).status).toBe(200);
    expect(await store.companies.removeSamples()).toBe(1);
    expect((await ask(IDNO)).status).toBe(404);
  });

  it('is not cached for an IDNO that the register does not have', async () => {
    const { ask, asked } = await openWatched();
    for (const _ of [1, 2]) expect((await ask(UNKNOWN_IDNO)).status).toBe(404);
    expect(asked).toEqual([UNKNOWN_IDNO, UNKNOWN_IDNO]);
  });

  it('is made for each request where it may take no memory', async () => {
    const { ask, asked } = await openWatched({ answerCacheMib: 0 });
    for (const _ of [1, 2]) expect((await ask(IDNO)).status).toBe(200);
    expect(asked).toEqual([IDNO, IDNO]);
  });
});

it('answers 503 when the store cannot say whether a company has changed', async () => {
  const store = openTestSqlite(makeTestFolder());
  let fails = false;
  const readDataVersion = async () => {
    if (fails) throw new Unavailable('the disk is gone');
    return 1;
  };
  const { get, key } = await openApi({
    store: { ...store, companies: { ...store.companies, readDataVersion } },
  });
  expect((await get(toPath(IDNO), key)).status).toBe(200);
  fails = true;
  expect((await get(toPath(IDNO), key)).status).toBe(503);
});

/** Answers of 1 KiB each with the version that they were made at, and how many were made. */
function openVersioned(maxBytes: number) {
  let version = 0;
  let made = 0;
  const waiting: (() => void)[] = [];
  const find = cacheAnswers(
    async (idno: string) => {
      made++;
      const value = { version, idno, rest: 'x'.repeat(1_000) };
      // Read now, answered when the test says so.
      await new Promise<void>((resolve) => waiting.push(resolve));
      return toJsonAnswer(value);
    },
    { toKey: (idno) => idno, readDataVersion: async () => version, maxBytes },
  );
  /** Also those asked for just before, which first wait for the version. */
  const settle = async () => {
    await new Promise((resume) => setImmediate(resume));
    for (const resolve of waiting.splice(0)) resolve();
  };
  return {
    change: () => version++,
    version: () => version,
    made: () => made,
    settle,
    /** The version in the answer. */
    async ask(idno: string): Promise<number> {
      const answer = await find(idno);
      return JSON.parse(String(answer?.body)).version;
    },
  };
}

/** Asks for a company and the ones after it, and tells how many of the answers were made. */
async function countMade(
  { ask, settle, made }: ReturnType<typeof openVersioned>,
  from: number,
  to: number,
): Promise<number> {
  const before = made();
  for (let serial = from; serial < to; serial++) {
    const answer = ask(String(serial));
    await settle();
    await answer;
  }
  return made() - before;
}

it('keeps those asked for last, twice once it is full, within its memory', async () => {
  const versioned = openVersioned(10 * 2_000);
  expect(await countMade(versioned, 0, 100)).toBe(100);
  expect(await countMade(versioned, 90, 100)).toBe(10);
  expect(await countMade(versioned, 90, 100)).toBe(0);
  // The overhead of each entry counts too, or the cache would hold twice as many.
  expect(await countMade(versioned, 0, 10)).toBe(10);
});

it('keeps what is asked for often, though any company may be asked for once', async () => {
  const versioned = openVersioned(10 * 2_000);
  await countMade(versioned, 0, 10);
  await countMade(versioned, 0, 10);
  expect(await countMade(versioned, 10, 1_000)).toBe(990);
  expect(await countMade(versioned, 0, 10)).toBe(0);
});

it('holds a body in a buffer of its own', async () => {
  const made = toJsonAnswer({ name: 'ȘTEFAN' });
  const options = { toKey: (idno: string) => idno, readDataVersion: async () => 1, maxBytes: MIB };
  const find = cacheAnswers(async () => made, options);
  await find('1');
  const cached = await find('1');
  const bytes = Buffer.from(made.body);
  expect(cached).toEqual({ ...made, body: bytes });
  expect(cached?.body).toHaveProperty('buffer.byteLength', bytes.length);
});

it('keeps nothing of an address but the number', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const { ask, settle, made } = openVersioned(MIB);
  const addressBytes = MIB;
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let serial = 0; serial < 100; serial++) {
    const address = String(1_000_000_000_000 + serial).padEnd(addressBytes, '?');
    const answer = ask(address.slice(0, 13));
    await settle();
    await answer;
  }
  collectGarbage();
  expect(made()).toBe(100);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10 * addressBytes);
  // The cache is used until here, so that the measured heap contains it.
  const answer = ask('1000000000000');
  await settle();
  await answer;
  expect(made()).toBe(100);
});

it('leaves out an answer that takes more than all of its memory', async () => {
  const { ask, settle, made } = openVersioned(1_000);
  for (const _ of [1, 2]) {
    const answer = ask('1');
    await settle();
    await answer;
  }
  expect(made()).toBe(2);
});

it('gives, whatever changes meanwhile, no answer from before it was asked', async () => {
  const step = fc.constantFrom('ask 1', 'ask 2', 'change', 'settle', 'turn');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { ask, change, settle, version } = openVersioned(MIB);
      const answers: Promise<unknown>[] = [];
      for (const one of steps) {
        if (one === 'change') change();
        else if (one === 'settle') await settle();
        else if (one === 'turn') await new Promise((resume) => setImmediate(resume));
        else {
          // A run of jobs is one instant for it.
          await new Promise((resume) => setImmediate(resume));
          const askedAt = version();
          answers.push(ask(one).then((at) => expect(at).toBeGreaterThanOrEqual(askedAt)));
        }
      }
      await settle();
      await Promise.all(answers);
    }),
    { numRuns: 500 },
  );
});
