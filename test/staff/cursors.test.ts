import { expect, it } from 'vitest';
import { IDNO } from '../support/companies.ts';
import { makeRun } from '../support/imports.ts';
import { openStaff } from '../support/staff.ts';

const LISTS = {
  companies: 'companies',
  'companies of a region': 'companies(filter: {region: "0120"})',
  people: 'people(name: "prunaru")',
  'people of another name': 'people(name: "prunaru ileana")',
  search: 'search(text: "strengarul")',
  'search of another text': 'search(text: "strengarul de")',
  'search of today': 'search(text: "strengarul", names: CURRENT)',
  'search in a region': 'search(text: "strengarul", filter: {region: "0120"})',
  accounts: 'accounts',
  'accounts of an address': 'accounts(filter: {email: "@"})',
  auditLog: 'auditLog',
  'auditLog of an action': 'auditLog(filter: {action: signed_in})',
  importChanges: 'importChanges(importId: "run")',
  'importChanges of a kind': 'importChanges(importId: "run", kind: created)',
  rejects: 'rejects(importId: "one")',
  'rejects of a reason': 'rejects(importId: "one", reason: "idno_check_digit")',
  'rejects of another import': 'rejects(importId: "two")',
};
type ListName = keyof typeof LISTS;
type Page = { pageInfo: { endCursor: string } };

async function openWithLists() {
  const staff = await openStaff();
  const reject = { row: 1, column: 'idno', value: null, reason: 'idno_check_digit' };
  await staff.store.imports.record(makeRun({ id: 'run', startedAtMs: 1 }));
  const change = { importMs: 1, idno: IDNO, revision: 1, kind: 'created', fields: [] } as const;
  const origin = { cause: 'register', dataDate: '2026-09-14' } as const;
  await staff.store.companies.write([], [], [], [{ ...change, ...origin }]);
  for (const id of ['one', 'two']) {
    await staff.store.imports.record(makeRun({ id, startedAtMs: 2 }));
    await staff.store.imports.saveRejects(id, [reject]);
  }
  function askFor(name: ListName, after: string | null) {
    const [field, args = ''] = LISTS[name].replace(')', '').split('(');
    return staff.ask<{ list: Page | null }>(
      `query ($after: String) { list: ${field}(${args} first: 1, after: $after) {
        pageInfo { endCursor } } }`,
      { after },
    );
  }
  async function findCursor(name: ListName): Promise<string> {
    const { data, codes } = await askFor(name, null);
    expect([name, codes]).toEqual([name, []]);
    return data.list?.pageInfo.endCursor ?? '';
  }
  return { ask: staff.ask, askFor, findCursor };
}

const NAMES = Object.keys(LISTS) as ListName[];

it('a cursor is taken by its list with the same arguments and by no other', async () => {
  const { askFor, findCursor } = await openWithLists();
  for (const name of NAMES) {
    const cursor = await findCursor(name);
    const answers = await Promise.all(
      NAMES.map(async (list) => [list, (await askFor(list, cursor)).codes]),
    );
    expect({ name, ...Object.fromEntries(answers) }).toEqual({
      name,
      ...Object.fromEntries(NAMES.map((list) => [list, list === name ? [] : ['INVALID_CURSOR']])),
    });
  }
});

it('an argument that is null is one that is left out', async () => {
  const { findCursor, ask } = await openWithLists();
  const after = await findCursor('search in a region');
  const filter = 'filter: {status: null, region: "0120"}';
  const { codes } = await ask(
    `{ search(names: null, ${filter}, text: "strengarul", after: "${after}") { totalCount } }`,
  );
  expect(codes).toEqual([]);
});

it('other texts are cursors of no list', async () => {
  const { askFor } = await openWithLists();
  const withoutList = Buffer.from('1099600000018').toString('base64url');
  for (const cursor of ['', '?', 'x'.repeat(1_001), withoutList]) {
    for (const name of NAMES) {
      const { codes, messages } = await askFor(name, cursor);
      expect([name, codes]).toEqual([name, ['INVALID_CURSOR']]);
      expect(messages).toEqual([
        'after must be the endCursor of an earlier page of the same list with the same arguments.',
      ]);
    }
  }
});
