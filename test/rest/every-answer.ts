import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { WATCH_LIST_SIZES } from '../../src/domain/account/plan.ts';
import { Unavailable } from '../../src/domain/errors.ts';
import {
  MAX_BODY_BYTES,
  MAX_WATCH_LIST_BODY_BYTES,
  type OperationName,
} from '../../src/rest/operations.ts';
import { ACTOR } from '../support/app.ts';
import { delist, IDNO, toIdno, UNKNOWN_IDNO } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';
import { type Answer, sendBytes } from '../support/http.ts';
import { openHttpServer } from '../support/http-server.ts';
import { makeRun } from '../support/imports.ts';
import { openTestSqlite } from '../support/stores.ts';
import { openApi } from './open.ts';

const PATH = `/api/v1/company/${IDNO}`;
/** Of no company, so that no answer is cached for it. */
const ANOTHER_PATH = `/api/v1/company/${UNKNOWN_IDNO}`;
const EMAIL = 'a@test.example';

/** One answer at least of each kind that an operation gives; a company's are of every kind that all have. */
export const COLLECT_ANSWERS: Readonly<Record<OperationName, () => Promise<Answer[]>>> = {
  company: collectAnswers,
  companies: collectCompaniesAnswers,
  history: collectHistoryAnswers,
  search: collectSearchAnswers,
  usage: collectUsageAnswers,
  changes: collectChangesAnswers,
  watchlist: collectWatchListAnswers,
  'change-watchlist': collectWatchListChangeAnswers,
  watch: () => collectWatchAnswers('PUT'),
  unwatch: () => collectWatchAnswers('DELETE'),
};

async function collectAnswers(): Promise<Answer[]> {
  const store = openTestSqlite(makeTestFolder());
  let fault: Error | null = null;
  const companies = {
    ...store.companies,
    findByIdnos: (idnos: readonly string[]) =>
      fault === null ? store.companies.findByIdnos(idnos) : Promise.reject(fault),
  };
  const { get, send, accounts, port, key } = await openApi({
    baseUrl: 'https://registru.example',
    store: { ...store, companies },
  });
  await store.imports.record(makeRun());
  const headers = { 'x-api-key': key };
  const found = await get(PATH, key);
  const answers = [
    found,
    await send(PATH, { headers: { ...headers, 'if-none-match': found.headers.etag } }),
    await get('/api/v1/company/12345', key),
    await send(PATH),
    await get(ANOTHER_PATH, key),
    await send(PATH, { method: 'DELETE', headers }),
    await send(PATH, { headers: { ...headers, expect: 'x' } }),
    await send(PATH, { headers: { ...headers, 'x-forwarded-proto': 'http' } }),
  ];
  await delist(store.companies, [IDNO], '2026-09-21');
  const delisted = await get(PATH, key);
  const revalidated = { ...headers, 'if-none-match': delisted.headers.etag };
  answers.push(delisted, await send(PATH, { headers: revalidated }));
  fault = new TypeError('a fault');
  answers.push(await get(ANOTHER_PATH, key));
  fault = new Unavailable('a fault');
  while (answers.at(-1)?.status !== 429) answers.push(await get(ANOTHER_PATH, key));
  await accounts.cancel(EMAIL, ACTOR);
  answers.push(await get(PATH, key));
  return [...answers, ...(await collectUnreadable(port))];
}

async function collectCompaniesAnswers(): Promise<Answer[]> {
  const { send, store, key } = await openApi();
  await store.imports.record(makeRun());
  const path = '/api/v1/companies';
  const ask = (body: string, type = 'application/json') =>
    send(path, { method: 'POST', headers: { 'x-api-key': key, 'content-type': type }, body });
  return [
    await ask(JSON.stringify({ idnos: [IDNO, UNKNOWN_IDNO] })),
    await ask('{"idnos":[]}'),
    await ask(JSON.stringify({ idnos: [IDNO, '1'] })),
    await send(path, { headers: { 'x-api-key': key } }),
    await ask(' '.repeat(MAX_BODY_BYTES + 1)),
    await ask(IDNO, 'text/csv'),
  ];
}

async function collectHistoryAnswers(): Promise<Answer[]> {
  const { get, send, store, key } = await openApi();
  await store.imports.record(makeRun());
  const path = `${PATH}/history`;
  const found = await get(path, key);
  const headers = { 'x-api-key': key, 'if-none-match': found.headers.etag };
  return [
    found,
    await send(path, { headers }),
    await get(`${path}?limit=101`, key),
    await get(`${ANOTHER_PATH}/history`, key),
  ];
}

async function collectUsageAnswers(): Promise<Answer[]> {
  const { get, key } = await openApi();
  return [await get('/api/v1/usage', key), await get('/api/v1/usage?days=7', key)];
}

async function collectSearchAnswers(): Promise<Answer[]> {
  const { get, send, store, key } = await openApi();
  await store.imports.record(makeRun());
  const path = '/api/v1/search?name=a';
  const found = await get(path, key);
  const headers = { 'x-api-key': key, 'if-none-match': found.headers.etag };
  return [found, await send(path, { headers }), await get(`${path}&limit=51`, key)];
}

async function collectChangesAnswers(): Promise<Answer[]> {
  const { get, send, store, key } = await openApi();
  for (const startedAtMs of [1, 2]) {
    const id = String(startedAtMs);
    await store.imports.record(makeRun({ id, startedAtMs, recordsChanges: true }));
  }
  const path = '/api/v1/changes';
  const found = await get(path, key);
  const headers = { 'x-api-key': key, 'if-none-match': found.headers.etag };
  return [
    found,
    await send(path, { headers }),
    await get(`${path}?limit=1001`, key),
    await get(`${path}?from=2026-01-01`, key),
  ];
}

const WATCH_LIST_PATH = '/api/v1/watchlist';

async function collectWatchListAnswers(): Promise<Answer[]> {
  const { get, send, headers, key } = await openApi();
  const found = await get(WATCH_LIST_PATH, key);
  return [
    found,
    await send(WATCH_LIST_PATH, { headers: { ...headers, 'if-none-match': found.headers.etag } }),
    await get(`${WATCH_LIST_PATH}?limit=1001`, key),
    await send(WATCH_LIST_PATH, { method: 'PATCH', headers }),
  ];
}

async function collectWatchListChangeAnswers(): Promise<Answer[]> {
  const { send, headers } = await openFullWatchList();
  const ask = (body: string, type = 'application/json') =>
    send(WATCH_LIST_PATH, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body,
    });
  return [
    await ask(JSON.stringify({ remove: [IDNO] })),
    await ask('{}'),
    await ask(JSON.stringify({ add: [IDNO, '1'] })),
    await ask(JSON.stringify({ add: [IDNO, UNKNOWN_IDNO] })),
    await ask(' '.repeat(MAX_WATCH_LIST_BODY_BYTES + 1)),
    await ask(IDNO, 'text/csv'),
    await send(WATCH_LIST_PATH, { method: 'PATCH', headers }),
  ];
}

async function collectWatchAnswers(method: 'PUT' | 'DELETE'): Promise<Answer[]> {
  const { send, headers } = await openFullWatchList();
  const ask = (idno: string, body = '', type = 'application/json') =>
    send(`${WATCH_LIST_PATH}/${idno}`, {
      method,
      // Node sends no length of its own with DELETE.
      headers: { ...headers, 'content-type': type, 'content-length': body.length },
      body,
    });
  return [
    await ask(toIdno(0)),
    await ask('1'),
    ...(method === 'PUT' ? [await ask(UNKNOWN_IDNO)] : []),
    await ask(toIdno(0), ' '.repeat(MAX_BODY_BYTES + 1)),
    await ask(toIdno(0), IDNO, 'text/csv'),
    await send(`${WATCH_LIST_PATH}/${IDNO}`, { headers }),
  ];
}

async function openFullWatchList() {
  const api = await openApi();
  const { id } = await api.accounts.find(EMAIL);
  const add = Array.from({ length: WATCH_LIST_SIZES.medium }, (_, serial) => toIdno(serial));
  await api.store.watchLists.change(id, { add, remove: [] }, add.length);
  return api;
}

/** What is answered to bytes that are no request. */
async function collectUnreadable(port: number): Promise<Answer[]> {
  const texts = [
    await sendBytes(port, `BREW ${PATH} HTTP/1.1\r\nHost: a\r\n\r\n`),
    await sendBytes(port, `GET /${'1'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`),
    await sendHalf(),
  ];
  return texts.map(toAnswer);
}

/** The server's own seconds of patience are another test's; here it has hardly any. */
async function sendHalf(): Promise<string> {
  const patience = { headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 10 };
  const { port } = await openHttpServer({ http: patience });
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\n');
  return text(socket);
}

export function toAnswer(received: string): Answer {
  const [head = '', body = ''] = received.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = lines.map((header) => {
    const [name = '', value = ''] = header.split(': ');
    return [name.toLowerCase(), value];
  });
  return { status: Number(line.split(' ')[1]), headers: Object.fromEntries(headers), body };
}
