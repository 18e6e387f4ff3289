import { expect, it } from 'vitest';
import type { StoredCompany } from '../../src/store/port/companies.ts';
import { COMPANY, IDNO, toIdno, toStored } from '../support/companies.ts';
import { openStaff, STAFF_EMAIL } from '../support/staff.ts';

interface SearchPage {
  totalCount: number;
  edges: { formerName: string | null; node: { idno: string; name: string } }[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
}

function make(serial: number, name: string): StoredCompany {
  return toStored({ ...COMPANY, idno: toIdno(serial), name });
}

it('is by any name, page by page, and counted', async () => {
  const { ask, store } = await openStaff();
  const renamed = { idno: toIdno(2), revision: 1, importId: 'one', dumpDate: null };
  await store.companies.write(
    [make(1, 'LUX SRL'), { ...make(2, 'NOU SRL'), revision: 2 }, make(3, 'ALFA LUX SA')],
    [{ ...renamed, previous: { company: { name: 'LUX VECHI SRL' } } }],
  );
  const search = (args: string) =>
    ask<{ search: SearchPage }>(
      `{ search(text: "lux", ${args}) {
        totalCount edges { formerName node { idno name } } pageInfo { hasNextPage endCursor }
      } }`,
    );
  const { data, codes } = await search('first: 2');
  expect(codes).toEqual([]);
  expect(data.search).toMatchObject({
    totalCount: 3,
    edges: [
      { formerName: null, node: { idno: toIdno(1), name: 'LUX SRL' } },
      { formerName: 'LUX VECHI SRL', node: { idno: toIdno(2), name: 'NOU SRL' } },
    ],
    pageInfo: { hasNextPage: true },
  });
  const next = await search(`after: "${data.search.pageInfo.endCursor}"`);
  expect(next.data.search).toMatchObject({
    edges: [{ node: { idno: toIdno(3) } }],
    pageInfo: { hasNextPage: false },
  });
  const former = await search('names: FORMER, filter: {region: "0120"}');
  expect(former.data.search).toMatchObject({
    totalCount: 1,
    edges: [{ node: { name: 'NOU SRL' } }],
  });
});

it('counts a list only when asked to', async () => {
  const calls: string[] = [];
  const { ask } = await openStaff({ onRead: (name) => calls.push(name) });
  const filter = 'filter: {vatPayer: true}, first: 1';
  await ask(`{ companies(${filter}) { edges { cursor } } }`);
  expect(calls).toEqual(['listCompanies', 'findCompanies']);
  const { data } = await ask(`{ companies(${filter}) { totalCount } }`);
  expect(data).toEqual({ companies: { totalCount: 1 } });
  expect(calls).toContain('countCompanies');
});

it('tells who matched, and the search for a person is in the audit log', async () => {
  const { ask } = await openStaff();
  const { data } = await ask(`{
    searchCompanies(text: "strengarul de a") { idno }
    people(name: "prunaru test ilea") {
      totalCount edges { node { idno } matches { name capacity role share } }
    }
    nobody: people(name: "prunaru petru") { edges { node { idno } } }
  }`);
  const person = { name: 'PRUNARU-TEST ILEANA' };
  const matches = [
    { ...person, capacity: 'FOUNDER', role: null, share: '60,00%' },
    { ...person, capacity: 'DIRECTOR', role: 'Administrator', share: null },
  ];
  expect(data).toEqual({
    searchCompanies: [{ idno: IDNO }],
    people: { totalCount: 1, edges: [{ node: { idno: IDNO }, matches }] },
    nobody: { edges: [] },
  });
  const log = await ask<{
    auditLog: { edges: { node: { detail: string } }[] };
  }>(`{ auditLog(filter: {action: people_searched}) {
    edges { node { actor email detail address } } } }`);
  const details = ['prunaru petru', 'prunaru test ilea'];
  const { edges } = log.data.auditLog;
  expect(edges.map(({ node }) => node.detail).sort()).toEqual(details);
  expect(edges[0]?.node).toMatchObject({
    actor: `staff ${STAFF_EMAIL}`,
    email: STAFF_EMAIL,
    address: '127.0.0.1',
  });
});
