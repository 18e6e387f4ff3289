import { describe, expect, it } from 'vitest';
import { ACTOR } from '../support/accounts.ts';
import { COMPANY, toStored } from '../support/companies.ts';
import { send } from '../support/http.ts';
import { makeRun } from '../support/imports.ts';
import { openStaff, STAFF_EMAIL } from '../support/staff.ts';

const DAY_MS = 86_400_000;
const IDNO = '1006600000005';

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
  await store.imports.record(makeRun());
  const endsAtMs = Date.now() + 10 * DAY_MS;
  const { id } = await accounts.setPlan(STAFF_EMAIL, { plan: 'business', endsAtMs }, ACTOR);
  const day = new Date().toISOString().slice(0, 10);
  await store.usage.add([
    { accountId: id, day, ok: 1, notModified: 0, clientErrors: 2, limited: 3 },
  ]);
  const headers = { accept: 'text/html', cookie };
  return { ...staff, page: await send(port, '/graphql', { headers }) };
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

  it('offers ten queries, each of which returns rows', async () => {
    const { ask, page } = await openEditor();
    const links = page.body.matchAll(/href="(\/graphql\?[^"]+)">([^<]+)</g);
    const asked = Array.from(links, async ([, href = '', question = '']) => {
      const query = new URL(href, 'http://test').searchParams.get('query') ?? '';
      const { data, codes } = await ask(query);
      expect([question, codes]).toEqual([question, []]);
      expect([question, Object.values(data).every(hasRows)]).toEqual([question, true]);
    });
    expect(await Promise.all(asked)).toHaveLength(10);
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
