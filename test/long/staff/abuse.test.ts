import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { importSample } from '../../../src/import/run.ts';
import { openImportStore } from '../../../src/store/open.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { send, sendBytes } from '../../support/http.ts';
import { findFreePort, startServer } from '../../support/process.ts';
import { ACTOR, APP_SECRET, openTestServices, subscribe } from '../../support/services.ts';
import { toToken, VISITOR } from '../../support/sign-in.ts';
import { openStaff } from '../../support/staff.ts';
import { toPercentile } from '../support/percentile.ts';

/** As many as the highest limit admits in the time that the test takes. */
const KEYS = 6;
const REQUESTS_PER_KEY = 250;
const PAUSE_MS = 10;
const PAGE_PAUSE_MS = 1_000;
/** Until the process has compiled what it runs, and its heap has the size that it needs. */
const WARM_UP_MS = 15_000;
const MIB = 2 ** 20;
const MAX_SLACK_MIB = 200;
const ROUNDS = 40;

/** A store with the sample, one member of staff signed in, and keys of the highest plan. */
async function prepare(folder: string, baseUrl: string) {
  const services = await openTestServices({ dataDir: folder, baseUrl });
  const { store, accounts, signIn } = services;
  const importing = await openImportStore({ dataDir: folder, mongodbUri: null });
  await importSample(importing, folder);
  await importing.close();
  const texts: string[] = [];
  for (let place = 0; place < KEYS; place++) {
    texts.push(await subscribe(services, `key${place}@test.example`, 'agency'));
  }
  const [email, idnos] = ['staff@test.example', await store.companies.listIdnos(null, 100)];
  await accounts.create(email, { plan: 'free', endsAtMs: null }, ACTOR);
  await accounts.setRole(email, 'staff', ACTOR);
  const { url } = await signIn.issueLink(email, ACTOR);
  const { sessionId } = await signIn.signIn(toToken(url), VISITOR);
  await services.close();
  return { keys: texts, idnos, cookie: `__Host-registru-session=${sessionId}` };
}

const ABUSES: readonly (readonly [name: string, query: string])[] = [
  [
    'depth 50',
    `{ company(idno: "1") ${'{ foundedCompanies '.repeat(50)}{ idno }${' }'.repeat(51)}`,
  ],
  [
    '10,000 aliases',
    `{ ${Array.from({ length: 10_000 }, (_, n) => `a${n}: __typename`).join(' ')} }`,
  ],
  [
    'fragments in a circle',
    '{ company(idno: "1") { ...a } } fragment a on Company { ...b } fragment b on Company { ...a }',
  ],
  ['first: 1000000', '{ companies(first: 1000000) { edges { cursor } } }'],
];

/** As dear as the bound on costs lets a page of 100 be, or nearly. */
const PAGE = `{ companies(first: 100) { edges { node { idno name status founders { name share }
  history(first: 5) { revision } founderLinks { resolvedBy company { idno } } foundedCompanies(first: 10) { idno name }
} } } }`;

it('holds the API up while staff queries are abused', async () => {
  const folder = makeTestFolder();
  const port = await findFreePort();
  const { keys, idnos, cookie } = await prepare(folder, `http://127.0.0.1:${port}`);
  await startServer(port, { DATA_DIR: folder, APP_SECRET, DEMO: 'off', LOG_LEVEL: 'silent' });
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie };
  const statuses = new Map<string, number>();
  const count = (name: string) => statuses.set(name, (statuses.get(name) ?? 0) + 1);
  let isOver = false;

  /** Everything that is to be refused, over and over. */
  async function abuse() {
    while (!isOver) {
      for (const [name, query] of ABUSES) {
        const body = JSON.stringify({ query });
        const answer = await send(port, '/graphql', { method: 'POST', headers, body });
        const { data, errors } = JSON.parse(answer.body);
        count(`${name}: ${errors?.[0].extensions.code}, data ${JSON.stringify(data)}`);
      }
      const head = Object.entries({ ...headers, host: 'a', 'content-length': '10000000' })
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('');
      const refused = await sendBytes(port, `POST /graphql HTTP/1.1\r\n${head}\r\n`);
      count(`10 MB: ${/^HTTP\/1.1 (\d+)/.exec(refused)?.[1]}`);
    }
  }

  async function readPages() {
    while (!isOver) {
      const body = JSON.stringify({ query: PAGE });
      const answer = await send(port, '/graphql', { method: 'POST', headers, body });
      count(`a page: ${JSON.parse(answer.body).errors?.[0].message ?? 'data'}`);
      await sleep(PAGE_PAUSE_MS);
    }
  }

  /** Times of the API's answers, in milliseconds. */
  async function useApi(some: readonly string[]): Promise<number[]> {
    const times: number[] = [];
    for (let request = 0; request < REQUESTS_PER_KEY * some.length; request++) {
      const path = `/api/v1/company/${idnos[request % idnos.length]}`;
      const key = some[request % some.length] ?? '';
      const startMs = performance.now();
      const { status } = await send(port, path, { headers: { 'x-api-key': key } });
      times.push(performance.now() - startMs);
      expect(status).toBe(200);
      await sleep(PAUSE_MS);
    }
    return times;
  }

  const before = toPercentile(await useApi(keys.slice(0, 1)), 0.99);
  const abused = [abuse(), readPages()];
  await sleep(WARM_UP_MS);
  const beforeBytes = await readMemory(port);
  const busy = toPercentile(await useApi(keys.slice(1, -1)), 0.99);
  const afterBytes = await readMemory(port);
  isOver = true;
  await Promise.all(abused);
  const after = toPercentile(await useApi(keys.slice(-1)), 0.99);
  const grownMib = Math.round((afterBytes - beforeBytes) / MIB);
  expect([...statuses.keys()].sort()).toEqual([
    '10 MB: 413',
    '10,000 aliases: DOCUMENT_LIMIT, data undefined',
    'a page: data',
    'depth 50: DOCUMENT_LIMIT, data undefined',
    'first: 1000000: FIRST_OUT_OF_RANGE, data undefined',
    'fragments in a circle: GRAPHQL_VALIDATION_FAILED, data undefined',
  ]);
  // The collector lets the heap grow while there is work; retained memory is measured below.
  expect(grownMib).toBeLessThan(MAX_SLACK_MIB);
  // Other work on the processors delays the API before and after too.
  expect(busy).toBeLessThan(Math.max(50, 3 * Math.max(before, after)));
});

it('keeps nothing of what it refused or answered', async () => {
  const { ask, post } = await openStaff();
  async function goRound() {
    for (const [, query] of ABUSES) await ask(query);
    await ask(PAGE);
    await post('x'.repeat(300_000)).catch(() => {});
  }
  for (let round = 0; round < ROUNDS; round++) await goRound();
  const beforeBytes = measureKept();
  for (let round = 0; round < ROUNDS; round++) await goRound();
  const grownBytes = measureKept() - beforeBytes;
  expect(grownBytes).toBeLessThan(5 * MIB);
});

/** What is held after everything that can go has gone. */
function measureKept(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('the collector cannot be called');
  for (let turn = 0; turn < 3; turn++) collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function readMemory(port: number): Promise<number> {
  const { body } = await send(port, '/metrics');
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(body)?.[1]);
}
