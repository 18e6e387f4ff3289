import createClient from 'openapi-fetch';
import type { components, paths } from './registru.ts';

const {
  BASE_URL = '',
  API_KEY = '',
  WRONG_KEY = '',
  NO_PLAN_KEY = '',
  USED_UP_KEY = '',
} = process.env;
const [IDNO = '', UNKNOWN = '', FROM = ''] = process.argv.slice(2);
const open = (key: string) =>
  createClient<paths>({ baseUrl: BASE_URL, headers: { Authorization: `Bearer ${key}` } });
const api = open(API_KEY);

function require<Value>({ data, error }: { data?: Value; error?: { error: string } }): Value {
  if (data === undefined) throw new Error(error?.error ?? 'no body');
  return data;
}

async function lookUp(key: string, idno: string) {
  const { error, response } = await open(key).GET('/api/v1/company/{idno}', {
    params: { path: { idno } },
  });
  return { error: error?.error, retryAfter: Number(response.headers.get('Retry-After')) };
}

const company = require(
  await api.GET('/api/v1/company/{idno}', { params: { path: { idno: IDNO } } }),
);
const batch = require(await api.POST('/api/v1/companies', { body: { idnos: [IDNO, UNKNOWN] } }));
let found = 0;
for (let after: string | null | undefined; after !== null; ) {
  const query = { status: 'activa' as const, limit: 50, ...(after && { after }) };
  const page = require(await api.GET('/api/v1/search', { params: { query } }));
  found += page.companies.length;
  after = page.next;
}
let changes = 0;
for (let query: { after: string } | { from: string } = { from: FROM }; ; ) {
  const page: components['schemas']['ChangePage'] = require(
    await api.GET('/api/v1/changes', { params: { query: { ...query, limit: 2 } } }),
  );
  changes += page.changes.filter(({ kind }) => kind === 'created').length;
  if (!page.more) break;
  query = { after: page.next };
}
await api.PUT('/api/v1/watchlist/{idno}', { params: { path: { idno: IDNO } } });
const { added } = require(await api.POST('/api/v1/watchlist', { body: { add: [UNKNOWN] } }));
await api.DELETE('/api/v1/watchlist/{idno}', { params: { path: { idno: IDNO } } });
const watched = require(await api.GET('/api/v1/watchlist')).idnos;
await api.DELETE('/api/v1/watchlist/{idno}', { params: { path: { idno: UNKNOWN } } });
const refusals = [
  await lookUp(WRONG_KEY, IDNO),
  await lookUp(NO_PLAN_KEY, IDNO),
  await lookUp(API_KEY, UNKNOWN),
  await lookUp(USED_UP_KEY, IDNO),
];
console.log(
  JSON.stringify({
    name: company.name,
    batch: batch.companies.map((one) => one?.name ?? null),
    found,
    changes,
    added,
    watched,
    errors: refusals.map(({ error }) => error),
    retryAfter: refusals.at(-1)?.retryAfter,
  }),
);
