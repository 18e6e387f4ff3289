import { describe, expect, it } from 'vitest';
import { toDay } from '../../src/domain/time/time-zone.ts';
import { ACTOR } from '../support/accounts.ts';
import { COMPANY, toStored } from '../support/companies.ts';
import { send } from '../support/http.ts';
import { makeRun } from '../support/imports.ts';
import { openStaff, STAFF_EMAIL } from '../support/staff.ts';

const DAY_MS = 86_400_000;
const IDNO = '1006600000005';
const COUNTS = {
  ...{ read: 21, new: 1, changed: 2, unchanged: 3, duplicates: 4, withoutIdno: 5, rejected: 6 },
  ...{ rejectedBy: { idno_check_digit: 6 }, gone: 7 },
};

/** A store in which each question has an answer, and the editor's page. */
async function openEditor() {
  const staff = await openStaff();
  const { store, accounts, port, cookie } = staff;
  const changed = { idno: IDNO, revision: 1, importId: 'one', dumpDate: '2026-11-16' };
  const founders = [{ name: 'ION TEST', share: '100,00%', type: 'persoana_fizica' as const }];
  const company = toStored({ ...COMPANY, idno: IDNO, name: 'S.R.L. "AGRO"', founders });
  await store.companies.write(
    [{ ...company, revision: 2, flags: ['address_unknown'] }],
    [{ ...changed, previous: { company: { name: 'S.R.L. "ALT AGRO"' } } }],
  );
  await store.imports.record(makeRun({ counts: COUNTS }));
  const endsAtMs = Date.now() + 10 * DAY_MS;
  const { id } = await accounts.setPlan(STAFF_EMAIL, { plan: 'business', endsAtMs }, ACTOR);
  const day = toDay(Date.now());
  await store.usage.add([
    { accountId: id, day, ok: 1, notModified: 0, notFound: 0, clientErrors: 2, limited: 3 },
  ]);
  const headers = { accept: 'text/html', cookie };
  return { ...staff, page: await send(port, '/graphql', { headers }) };
}

function listExamples(html: string) {
  const links = html.matchAll(/href="(\/graphql\?[^"]+)">([^<]+)</g);
  return Array.from(links, ([, href = '', question = '']) => {
    return { question, query: new URL(href, 'http://test').searchParams.get('query') ?? '' };
  });
}

/** Whether a field has something to show: an entry, or an object. */
function hasRows(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (value === null || typeof value !== 'object') return false;
  return 'edges' in value ? hasRows(value.edges) : true;
}

describe('the editor', () => {
  it('names who is signed in, and begins with a query that returns rows', async () => {
    const { ask, page } = await openEditor();
    expect(page.status).toBe(200);
    expect(page.body).toContain(STAFF_EMAIL);
    expect(page.body).toContain('action="/cont/api/sign-out"');
    const [, query = ''] = /data-query="([^"]+)"/.exec(page.body) ?? [];
    const { data, codes } = await ask(query);
    expect(codes).toEqual([]);
    expect(Object.values(data).map(hasRows)).toEqual([true]);
  });

  it('offers twelve queries, each of which returns rows', async () => {
    const { ask, page } = await openEditor();
    const asked = listExamples(page.body).map(async ({ question, query }) => {
      const { data, codes } = await ask(query);
      expect([question, codes]).toEqual([question, []]);
      expect([question, Object.values(data).every(hasRows)]).toEqual([question, true]);
    });
    expect(await Promise.all(asked)).toHaveLength(12);
  });

  it('shows the counts of an import so that they add up', async () => {
    const { ask, page } = await openEditor();
    const example = listExamples(page.body).find(({ query }) => query.includes('imports('));
    const { data } = await ask<{ imports: [{ counts: typeof COUNTS }] }>(example?.query ?? '');
    const { read, gone, rejectedBy, ...others } = data.imports[0].counts;
    expect(Object.values(others).reduce((sum, count) => sum + count)).toBe(read);
    expect([read, gone]).toEqual([21, 7]);
  });

  it('finds an account by a part of its address', async () => {
    const { page } = await openEditor();
    const example = listExamples(page.body).find(({ query }) =>
      query.includes('accounts(filter: { email'),
    );
    expect(example?.query).toContain(JSON.stringify(STAFF_EMAIL.split('@')[0]));
  });
});

it.each([
  ['without a session', () => ({}), 401, '/cont/api/sign-in'],
  ['without the role', ({ cookie }: { cookie: string }) => ({ cookie }), 403, '/cont/api'],
])('a refusal %s is a page with a way back', async (_name, toHeaders, status, href) => {
  const { port, accounts, cookie } = await openStaff();
  await accounts.setRole(STAFF_EMAIL, 'holder', ACTOR);
  const headers = { accept: 'text/html', ...toHeaders({ cookie }) };
  const page = await send(port, '/graphql', { headers });
  expect(page.status).toBe(status);
  expect(page.body).toContain(`href="${href}" class="button outline"`);
});
