import { expect, it } from 'vitest';
import { IDNO } from '../support/companies.ts';
import { makeRun } from '../support/imports.ts';
import { openStaff } from '../support/staff.ts';

const LISTS = {
  companies: 'companies',
  people: 'people(name: "prunaru")',
  search: 'search(text: "strengarul")',
  accounts: 'accounts',
  auditLog: 'auditLog',
  importChanges: 'importChanges(importId: "run")',
  rejects: 'rejects(importId: "one")',
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
  for (const id of ['one', 'two']) await staff.store.imports.saveRejects(id, [reject]);
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
  return { askFor, findCursor };
}

const NAMES = Object.keys(LISTS) as ListName[];

it.each(NAMES)('a cursor of %s is taken by that list and by no other', async (name) => {
  const { askFor, findCursor } = await openWithLists();
  const cursor = await findCursor(name);
  const answers = await Promise.all(
    NAMES.map(async (list) => [list, (await askFor(list, cursor)).codes]),
  );
  expect(Object.fromEntries(answers)).toEqual(
    Object.fromEntries(NAMES.map((list) => [list, list === name ? [] : ['INVALID_CURSOR']])),
  );
});

it.each([
  ['no text', ''],
  ['no base64url', '?'],
  ['a page of text', 'x'.repeat(1_001)],
  ['a key without its list', Buffer.from('1099600000018').toString('base64url')],
])('%s is no cursor of any list', async (_name, cursor) => {
  const { askFor } = await openWithLists();
  for (const name of NAMES) {
    const { codes, messages } = await askFor(name, cursor);
    expect([name, codes]).toEqual([name, ['INVALID_CURSOR']]);
    expect(messages).toEqual(['after must be the endCursor of an earlier page of the same list.']);
  }
});
