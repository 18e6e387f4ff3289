import { hash } from 'node:crypto';
import { createApiKeyText } from '../../src/domain/account/api-key.ts';
import { writeWeek } from '../bench/population.ts';
import { importDump } from '../bench/processes.ts';
import { breakConnection } from './broken-connections.ts';
import { Browser, type Page } from './browser.ts';
import type { Population } from './population.ts';

export interface Task {
  name: string;
  perSecond: number;
  /** The most runs at the same time; a run that is due beyond them is skipped. */
  maxAtOnce: number;
  /** Runs it once and returns what was wrong with the answer, or null. */
  run: () => Promise<string | null>;
}

export interface TaskOptions {
  port: number;
  baseUrl: string;
  dataDir: string;
  folder: string;
  population: Population;
}

const TIMEOUT_MS = 10_000;
const DAY_MS = 86_400_000;
const CHANGED = 0.02;
const ACCOUNT_PATH = '/cont/api';
const OPEN_PAGES = ['/docs', '/openapi.json', '/cont/api/sign-in', '/health/ready'];
const STAFF_QUERIES = [
  '{ searchCompanies(text: "agro") { idno name status flags } }',
  '{ companies(first: 50) { edges { node { idno name } } } }',
  '{ imports(first: 10) { id kind dumpDate } }',
  '{ accounts(first: 50) { edges { node { email plan } } } }',
  '{ stats { companies legalForms { value count } } }',
];

/** All tasks of the soak, which run at the same time, each at its own rate. */
export async function createTasks(options: TaskOptions): Promise<Task[]> {
  const { port, baseUrl, population } = options;
  const holders = await Promise.all(
    population.holders.map((email) => signIn(baseUrl, population, email)),
  );
  const staff = await signIn(baseUrl, population, population.staff);
  const nextHolder = takeInTurn(holders);
  const nextPage = takeInTurn(OPEN_PAGES);
  const nextQuery = takeInTurn(STAFF_QUERIES);
  return [
    { name: 'look-up', perSecond: 200, maxAtOnce: 50, run: createLookUp(options) },
    { name: 'refused', perSecond: 20, maxAtOnce: 20, run: createRefused(options) },
    {
      name: 'page',
      perSecond: 3,
      maxAtOnce: 10,
      run: () => expectPage(new Browser(baseUrl), nextPage()),
    },
    // Not by a browser: requests that a proxy forwards get no metrics.
    {
      name: 'metrics',
      perSecond: 0.2,
      maxAtOnce: 2,
      run: async () => expectStatus(await request(`${baseUrl}/metrics`), 200),
    },
    {
      name: 'account',
      perSecond: 2,
      maxAtOnce: 5,
      run: () => expectPage(nextHolder(), ACCOUNT_PATH),
    },
    // Ten new keys an hour are allowed to each holder.
    { name: 'new key', perSecond: 0.1, maxAtOnce: 2, run: () => renewKey(nextHolder()) },
    { name: 'sign-in', perSecond: 0.2, maxAtOnce: 2, run: createSignIn(options) },
    {
      name: 'staff query',
      perSecond: 1,
      maxAtOnce: 4,
      run: async () => {
        const answer = await staff.postJson('/graphql', { query: nextQuery() });
        return answer.body.includes('"errors"') ? answer.body : expectStatus(answer, 200);
      },
    },
    { name: 'broken connection', perSecond: 2, maxAtOnce: 10, run: () => breakConnection(port) },
    { name: 'import', perSecond: 1 / 120, maxAtOnce: 1, run: createImport(options) },
  ];
}

/** Looks up the companies in turn, each with the ETag of its last answer. */
function createLookUp({ baseUrl, population }: TaskOptions): Task['run'] {
  const nextIdno = takeInTurn(population.idnos);
  const nextKey = takeInTurn(population.keys);
  const tags = new Map<string, string>();
  return async () => {
    const idno = nextIdno();
    const tag = tags.get(idno);
    const headers = { 'x-api-key': nextKey(), ...(tag && { 'if-none-match': tag }) };
    const answer = await request(`${baseUrl}/api/v1/company/${idno}`, headers);
    const { status, body, newTag } = answer;
    if (status === 304 && tag !== undefined) return null;
    if (status !== 200) return expectStatus(answer, 200);
    tags.set(idno, newTag);
    if (newTag !== `"${hash('sha256', body)}"`) return 'a wrong tag';
    return body.startsWith(`{"idno":"${idno}"`) ? null : body;
  };
}

/** Requests that get no company: an unknown key, an invalid or unknown IDNO, a key at its limit. */
function createRefused({ baseUrl, population }: TaskOptions): Task['run'] {
  const nextKey = takeInTurn(population.keys);
  const next = takeInTurn([
    () => ({ path: '1003600000000', key: createApiKeyText(), statuses: [401] }),
    () => ({ path: '12', key: nextKey(), statuses: [400] }),
    () => ({ path: '9999999999999', key: nextKey(), statuses: [404] }),
    () => ({ path: '9999999999999', key: population.limitedKey, statuses: [404, 429] }),
  ]);
  return async () => {
    const { path, key, statuses } = next()();
    const headers = { authorization: `Bearer ${key}` };
    const answer = await request(`${baseUrl}/api/v1/company/${path}`, headers);
    return expectStatus(answer, ...statuses);
  };
}

async function signIn(baseUrl: string, population: Population, email: string): Promise<Browser> {
  const browser = new Browser(baseUrl);
  const link = await browser.get(await population.issueLink(email));
  const account = await browser.post(`${ACCOUNT_PATH}/sign-in/link`, link);
  const fault = expectStatus(account, 200);
  if (fault !== null) throw new Error(`${email} cannot sign in: ${fault}`);
  return browser;
}

/** A new session of a holder by the operator's link, and a request for one by mail. */
function createSignIn({ baseUrl, population }: TaskOptions): Task['run'] {
  const nextEmail = takeInTurn(population.holders);
  return async () => {
    await signIn(baseUrl, population, nextEmail());
    const browser = new Browser(baseUrl);
    const form = await browser.get(`${ACCOUNT_PATH}/sign-in`);
    const email = nextEmail();
    const answer = await browser.post(`${ACCOUNT_PATH}/sign-in`, form, { email });
    return expectStatus(answer, 200, 429);
  };
}

async function expectPage(browser: Browser, path: string): Promise<string | null> {
  return expectStatus(await browser.get(path), 200);
}

async function renewKey(browser: Browser): Promise<string | null> {
  const path = `${ACCOUNT_PATH}/key/regenerate`;
  return expectStatus(await browser.post(path, await browser.get(path)), 200);
}

/** Imports the next day's dump: weeks would lead a long soak to dates that are still to come. */
function createImport({ folder, dataDir, population }: TaskOptions): Task['run'] {
  let day = 0;
  return async () => {
    day++;
    const date = new Date(Date.parse(population.dump.dumpDate) + day * DAY_MS);
    const dumpDate = date.toISOString().slice(0, 10);
    const path = await writeWeek(folder, { ...population.dump, dumpDate, changed: CHANGED });
    await importDump({ DATA_DIR: dataDir }, path);
    return null;
  };
}

/** Sends a request as programs do, without cookies. */
async function request(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const newTag = answer.headers.get('etag') ?? '';
  return { status: answer.status, body: await answer.text(), newTag };
}

function expectStatus({ status, body }: Page, ...expected: number[]): string | null {
  return expected.includes(status) ? null : `${status} ${body.slice(0, 300)}`;
}

function takeInTurn<Item>(items: readonly Item[]): () => Item {
  let index = 0;
  return () => items[index++ % items.length] as Item;
}
