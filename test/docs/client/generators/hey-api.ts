import {
  changeWatchList,
  getCompanies,
  getCompany,
  getWatchList,
  listChanges,
  searchCompanies,
  unwatchCompany,
  watchCompany,
} from './registru/sdk.gen.ts';
import type { ChangePage } from './registru/types.gen.ts';

const {
  BASE_URL = '',
  API_KEY = '',
  WRONG_KEY = '',
  NO_PLAN_KEY = '',
  USED_UP_KEY = '',
} = process.env;
const [IDNO = '', UNKNOWN = '', FROM = ''] = process.argv.slice(2);
const api = { baseUrl: BASE_URL, auth: API_KEY, throwOnError: true } as const;

async function lookUp(auth: string, idno: string) {
  const { error, response } = await getCompany({ baseUrl: BASE_URL, auth, path: { idno } });
  return { error: error?.error, retryAfter: Number(response?.headers.get('Retry-After')) };
}

async function main() {
  const { data: company } = await getCompany({ ...api, path: { idno: IDNO } });
  const { data: batch } = await getCompanies({ ...api, body: { idnos: [IDNO, UNKNOWN] } });
  let found = 0;
  for (let after: string | null | undefined; after !== null; ) {
    const query = { status: 'activa' as const, limit: 50, ...(after && { after }) };
    const { data: page } = await searchCompanies({ ...api, query });
    found += page.companies.length;
    after = page.next;
  }
  let changes = 0;
  for (let query: { after: string } | { from: string } = { from: FROM }; ; ) {
    const page: ChangePage = (await listChanges({ ...api, query: { ...query, limit: 2 } })).data;
    changes += page.changes.filter(({ kind }) => kind === 'created').length;
    if (!page.more) break;
    query = { after: page.next };
  }
  await watchCompany({ ...api, path: { idno: IDNO } });
  const { data: outcome } = await changeWatchList({ ...api, body: { add: [UNKNOWN] } });
  await unwatchCompany({ ...api, path: { idno: IDNO } });
  const { data: list } = await getWatchList(api);
  await unwatchCompany({ ...api, path: { idno: UNKNOWN } });
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
      added: outcome.added,
      watched: list.idnos,
      errors: refusals.map(({ error }) => error),
      retryAfter: refusals.at(-1)?.retryAfter,
    }),
  );
}

void main();
