import { expect, it } from 'vitest';
import type { PreviousValues } from '../../src/store/port/companies.ts';
import { COMPANY, IDNO, toStored } from '../support/companies.ts';
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
  const { ask, store, change } = await openHistory();
  await store.companies.write(
    [{ ...toStored(COMPANY), revision: 2, goneSince: '2026-09-14' }],
    [change(1, 'second', '2026-09-14', { goneSince: null })],
  );
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
