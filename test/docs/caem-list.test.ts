import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Unavailable } from '../../src/domain/errors.ts';
import { runImport } from '../../src/import/run.ts';
import { ACTIVITIES, makeIdno, writeDump } from '../import/dump-file.ts';
import { openTestApp } from '../support/app.ts';
import { expectValid } from '../support/contract.ts';
import { makeTestFolder } from '../support/folder.ts';

const PATH = '/codes/caem.json';
/** In the tables of neither edition. */
const CODE = '46327';

async function openList() {
  const app = await openTestApp();
  /** A dump whose sheet has this code and 72200. */
  async function importCode(code: string, label: string) {
    const folder = makeTestFolder();
    const path = join(folder, 'company.xlsx');
    const activities = [...ACTIVITIES, [14, label, code, 1], [15, 'Soft', 72_200, 1]];
    const rows = [{ idno: makeIdno(2), unlicensed: '14, 15' }];
    writeFileSync(path, writeDump({ rows, activities }));
    const work = { kind: 'full', path } as const;
    await runImport({ store: app.store, work, temporaryFolder: folder, nowMs: app.clock.nowMs });
  }
  const read = (headers = {}) => app.send(PATH, { headers });
  return { ...app, importCode, read };
}

it('has the codes of dumps that are in no table, also those that no company has any more', async () => {
  const { importCode, read, clock, subscribe, get } = await openList();
  const before = await read();
  await importCode(CODE, 'Comerţ cu ridicata al lactatelor');
  const key = await subscribe('a@test.example', 'agency');
  const { body } = await get(`/api/v1/company/${makeIdno(2)}`, key);
  expect(JSON.parse(body)).toMatchObject({ caem_main: CODE, caem: [{ code: CODE }, {}] });

  await importCode('46328', 'Comerţ cu ridicata al ouălor');
  clock.advance(60_000);
  const after = await read({ 'if-none-match': before.headers.etag });
  expect(after.status).toBe(200);
  const { version, codes } = JSON.parse(after.body);
  expect(after.headers.etag).toBe(`"${version}"`);
  expectValid('/components/schemas/CodeList', JSON.parse(after.body));
  const known = JSON.parse(before.body).codes;
  expect(codes).toHaveLength(known.length + 2);
  const edition = 'CAEM (2005)';
  expect(codes).toEqual(
    expect.arrayContaining([
      { code: CODE, edition, ro: 'Comerţ cu ridicata al lactatelor', en: null },
      { code: '46328', edition, ro: 'Comerţ cu ridicata al ouălor', en: null },
      { code: '72200', edition, ro: 'Soft', en: null },
    ]),
  );
  const ofEdition = codes.filter((one: { edition: string }) => one.edition === edition);
  expect(ofEdition).toEqual(
    ofEdition.toSorted((one: (typeof codes)[0], other: (typeof codes)[0]) =>
      one.code < other.code ? -1 : 1,
    ),
  );
});

it('is read from the store once a minute at most, however many ask', async () => {
  const { importCode, read, clock, store } = await openList();
  const { listActivities } = store.companies;
  let reads = 0;
  store.companies.listActivities = () => {
    reads += 1;
    return listActivities();
  };
  const [first] = await Promise.all(Array.from({ length: 20 }, () => read()));
  expect(reads).toBe(1);
  await importCode(CODE, 'Comerţ');
  clock.advance(59_999);
  expect((await read()).body).toBe(first?.body);
  clock.advance(1);
  const answers = await Promise.all(Array.from({ length: 20 }, () => read()));
  expect(reads).toBe(2);
  for (const { body } of answers) expect(body).toContain(CODE);
});

it('is 503 until a first read succeeds, with one read in five seconds', async () => {
  const { read, clock, store } = await openList();
  const { listActivities } = store.companies;
  let reads = 0;
  store.companies.listActivities = () => {
    reads += 1;
    return Promise.reject(new Unavailable('disk'));
  };
  const { status, headers, body } = await read({ 'if-none-match': 'W/"x"' });
  expect([status, JSON.parse(body).error, headers['retry-after']]).toEqual([
    503,
    'unavailable',
    '5',
  ]);
  expect(headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(headers.etag).toBeUndefined();
  expect((await read()).status).toBe(503);
  clock.advance(4_999);
  expect((await read()).status).toBe(503);
  expect(reads).toBe(1);
  store.companies.listActivities = listActivities;
  clock.advance(1);
  expect((await read()).status).toBe(200);
});

it('is the last one while the store cannot answer', async () => {
  const { importCode, read, clock, store } = await openList();
  const { listActivities } = store.companies;
  const first = await read();
  await importCode(CODE, 'Comerţ');
  store.companies.listActivities = () => Promise.reject(new Unavailable('disk'));
  clock.advance(60_000);
  const { status, headers, body } = await read();
  expect([status, headers.etag, body]).toEqual([200, first.headers.etag, first.body]);
  store.companies.listActivities = listActivities;
  clock.advance(5_000);
  expect((await read()).body).toContain(CODE);
});
