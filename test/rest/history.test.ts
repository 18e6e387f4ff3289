import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TEST_API_KEY } from '../../src/domain/account/api-key.ts';
import { EXAMPLE_IDNO } from '../../src/domain/company/test-companies.ts';
import { makeIdno } from '../import/dump-file.ts';
import { openTestImport } from '../import/open-import.ts';
import { UNKNOWN_IDNO } from '../support/companies.ts';
import { openTestReading } from '../support/stores.ts';
import { openApi } from './open.ts';

const [FIRST, SECOND, THIRD] = [makeIdno(11), makeIdno(12), makeIdno(13)];
const ADDRESS = 'MD-3100, str. Nouă, 1, mun. Bălţi';

/** The API of a store into which the test imports dumps. */
async function openImported() {
  const imports = await openTestImport();
  const reading = await openTestReading(imports.store, join(imports.folder, 'data'));
  onTestFinished(() => reading.close());
  const api = await openApi({
    store: imports.store,
    openSearchReads: reading.open,
    plan: 'agency',
  });
  const readCompany = (idno: string, query = '') =>
    api.get(`/api/v1/company/${idno}${query}`, api.key);
  return {
    ...imports,
    ...api,
    readCompany,
    async readHistory(idno: string, query = '') {
      const { status, body } = await readCompany(idno, `/history${query}`);
      expect(status).toBe(200);
      return JSON.parse(body);
    },
  };
}

type Imported = Awaited<ReturnType<typeof openImported>>;

/** A company that changes, goes, gets a supplement meanwhile, and comes back. */
async function importWeeks({ importRows, run, save }: Imported) {
  const other = { idno: SECOND };
  await importRows([{ idno: FIRST }, other], { date: '07.09.2026' });
  await importRows([{ idno: FIRST, address: ADDRESS }, other], { date: '14.09.2026' });
  await importRows([other, { idno: THIRD }], { date: '21.09.2026' });
  await run({ kind: 'supplement', path: save('a.csv', `idno,capital\n${FIRST},5400\n`) });
  await importRows([{ idno: FIRST, address: ADDRESS }, other], { date: '28.09.2026' });
}

describe('the history of a company', () => {
  it('has every change with the values before and after, newest first', async () => {
    const api = await openImported();
    await importWeeks(api);
    const { changes, next } = await api.readHistory(FIRST);
    expect(next).toBeNull();
    expect(changes).toEqual([
      { data_date: '2026-09-28', kind: 'restored', fields: [], before: {}, after: {} },
      {
        data_date: '2026-09-21',
        kind: 'updated',
        fields: ['capital'],
        before: { capital: null },
        after: { capital: '5400.00' },
      },
      { data_date: '2026-09-21', kind: 'removed', fields: [], before: {}, after: {} },
      expect.objectContaining({ data_date: '2026-09-14', kind: 'updated' }),
      { data_date: '2026-09-07', kind: 'created', fields: [], before: {}, after: {} },
    ]);
    expect(changes[3].fields).toContain('address');
    expect(changes[3].after.address).toBe(ADDRESS);
    expect(changes[3].before.address).toContain('Izvorului Imaginar');
  });

  it('is read page by page, and a cursor stays good when changes are added', async () => {
    const api = await openImported();
    await importWeeks(api);
    const whole = (await api.readHistory(FIRST)).changes;
    const first = await api.readHistory(FIRST, '?limit=2');
    expect(first.changes).toEqual(whole.slice(0, 2));
    await api.importRows([{ idno: FIRST }, { idno: SECOND }], { date: '05.10.2026' });
    const rest = await api.readHistory(FIRST, `?limit=50&after=${first.next}`);
    expect(rest).toEqual({ changes: whole.slice(2), next: null });
  });

  it('of an unknown company is 404, and wrong parameters are 400', async () => {
    const { readCompany } = await openImported();
    expect((await readCompany(UNKNOWN_IDNO, '/history')).status).toBe(404);
    for (const query of ['?limit=0', '?limit=101', '?after=x', '?at=2026-09-14', '?after=WzFd']) {
      const { status, body } = await readCompany(UNKNOWN_IDNO, `/history${query}`);
      expect({ query, status, error: JSON.parse(body).error }).toEqual({
        query,
        status: 400,
        error: 'invalid_query',
      });
    }
    expect((await readCompany('12x', '/history')).status).toBe(400);
  });

  it('of a test company is the same on every installation, also for the test key', async () => {
    const { get } = await openImported();
    const { status, body } = await get(`/api/v1/company/${EXAMPLE_IDNO}/history`, TEST_API_KEY);
    expect(status).toBe(200);
    expect(JSON.parse(body).changes.map(({ kind }: { kind: string }) => kind)).toEqual([
      'restored',
      'removed',
      'updated',
      'created',
    ]);
    expect((await get(`/api/v1/company/${FIRST}/history`, TEST_API_KEY)).status).toBe(403);
  });
});

describe('a company as it was', () => {
  it('is what was served with the last dump of the day or before', async () => {
    const api = await openImported();
    const served = new Map<string, string>();
    const other = { idno: SECOND };
    for (const [date, day, address] of [
      ['07.09.2026', '2026-09-07', 'MD-2001, str. A, 1, mun. Chişinău'],
      ['14.09.2026', '2026-09-14', ADDRESS],
      ['21.09.2026', '2026-09-21', 'MD-2001, str. B, 1, mun. Chişinău'],
    ] as const) {
      await api.importRows([{ idno: FIRST, address }, other], { date });
      served.set(day, (await api.readCompany(FIRST)).body);
    }
    for (const [day, dump] of [
      ['2026-09-07', '2026-09-07'],
      ['2026-09-13', '2026-09-07'],
      ['2026-09-14', '2026-09-14'],
      ['2026-09-20', '2026-09-14'],
      ['2026-12-31', '2026-09-21'],
    ] as const) {
      const { body, headers } = await api.readCompany(FIRST, `?at=${day}`);
      expect(body).toBe(served.get(dump));
      expect(headers['x-data-date']).toBe(dump);
    }
  });

  it('tells whether it was removed then', async () => {
    const api = await openImported();
    await importWeeks(api);
    const removed = async (day: string) =>
      (await api.readCompany(FIRST, `?at=${day}`)).headers['x-removed-since'];
    expect(await removed('2026-09-20')).toBeUndefined();
    expect(await removed('2026-09-22')).toBe('2026-09-21');
    expect(await removed('2026-09-28')).toBeUndefined();
  });

  it.each([
    ['before it was listed', THIRD, '2026-09-20', 404, 'not_found'],
    ['before the first dump', FIRST, '2026-09-06', 400, 'invalid_query'],
    ['of no day', FIRST, '2026-02-30', 400, 'invalid_query'],
    ['of an unknown company', UNKNOWN_IDNO, '2026-09-20', 404, 'not_found'],
    ['of another form', FIRST, '14.09.2026', 400, 'invalid_query'],
  ])('%s is refused', async (_when, idno, day, status, error) => {
    const api = await openImported();
    await importWeeks(api);
    const answer = await api.readCompany(idno, `?at=${day}`);
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([status, error]);
  });
});
