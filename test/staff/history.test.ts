import { expect, it } from 'vitest';
import type { PreviousValues } from '../../src/store/port/companies.ts';
import { COMPANY, delist, IDNO, toStored } from '../support/companies.ts';
import { makeRun } from '../support/imports.ts';
import { openStaff } from '../support/staff.ts';

const QUERY = `{ company(idno: "${IDNO}") {
  history { revision importId importedAt dumpDate fields { field before after } }
} }`;

/** Completed imports that began one second apart, full ones with the date of their dump. */
const RUNS = [
  makeRun({ id: 'first', dumpDate: '2026-09-07', startedAtMs: 1_000 }),
  makeRun({ id: 'second', dumpDate: '2026-09-14', startedAtMs: 2_000 }),
  makeRun({ id: 'supplement', kind: 'supplement', dumpDate: null, startedAtMs: 3_000 }),
  makeRun({ id: 'third', dumpDate: '2026-09-21', startedAtMs: 4_000 }),
];

async function openHistory() {
  const staff = await openStaff();
  for (const run of RUNS) await staff.store.imports.record(run);
  const change = (
    revision: number,
    id: string,
    dumpDate: string | null,
    previous: PreviousValues,
  ) => ({ idno: IDNO, revision, importId: id, dumpDate, previous });
  return { ...staff, change };
}

it('has the values after each change, which is why it came, and when', async () => {
  const { ask, store, change } = await openHistory();
  const name = (text: string) => ({ company: { name: text } });
  await store.companies.write(
    [{ ...toStored(COMPANY), revision: 3 }],
    [
      change(1, 'first', '2026-09-07', { ...name('UNU'), raw: { name: 'UNU' } }),
      change(2, 'unknown', '2026-09-14', name('DOI')),
    ],
  );
  const { data, codes } = await ask(QUERY);
  expect(codes).toEqual([]);
  const json = JSON.stringify;
  expect(data).toEqual({
    company: {
      history: [
        {
          ...{ revision: 2, importId: 'unknown', importedAt: null, dumpDate: '2026-09-14' },
          fields: [{ field: 'company.name', before: '"DOI"', after: json(COMPANY.name) }],
        },
        {
          ...{ revision: 1, importId: 'first', dumpDate: '2026-09-07' },
          importedAt: '1970-01-01T00:00:01.000Z',
          fields: [
            { field: 'company.name', before: '"UNU"', after: '"DOI"' },
            { field: 'raw.name', before: '"UNU"', after: json(COMPANY.name) },
          ],
        },
      ],
    },
  });
});

it('of a company that is gone has its delisting', async () => {
  const { ask, store } = await openHistory();
  await store.companies.write([toStored(COMPANY)], []);
  await delist(store.companies, [IDNO], '2026-09-14');
  const { data } = await ask(QUERY);
  const field = { field: 'goneSince', before: 'null', after: '"2026-09-14"' };
  expect(data).toEqual({
    company: {
      history: [
        {
          ...{ revision: 1, importId: 'second', dumpDate: '2026-09-14', fields: [field] },
          importedAt: '1970-01-01T00:00:02.000Z',
        },
      ],
    },
  });
});

it('has each delisting at its place: restored, supplemented while it was gone, gone again', async () => {
  const { ask, store, change } = await openHistory();
  await store.companies.write(
    [{ ...toStored(COMPANY), revision: 4 }],
    [
      change(1, 'first', '2026-09-07', { company: { name: 'UNU' } }),
      change(2, 'supplement', null, { company: { capital: null } }),
      change(3, 'third', '2026-09-21', { goneSince: '2026-09-14' }),
    ],
  );
  await delist(store.companies, [IDNO], '2020-01-01');
  type Entry = { importId: string | null; revision: number; fields: Record<string, string>[] };
  const { data } = await ask<{ company: { history: Entry[] } }>(QUERY);
  expect(
    data.company.history.map(({ importId, revision, fields: [field] }) => {
      return [importId, revision, field?.['before'], field?.['after']];
    }),
  ).toEqual([
    // An import that is not among the newest.
    [null, 4, 'null', '"2020-01-01"'],
    ['third', 3, '"2026-09-14"', 'null'],
    ['supplement', 2, 'null', '"5400.00"'],
    ['second', 2, 'null', '"2026-09-14"'],
    ['first', 1, '"UNU"', JSON.stringify(COMPANY.name)],
  ]);
});
