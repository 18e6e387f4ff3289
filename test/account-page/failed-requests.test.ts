import { describe, expect, it } from 'vitest';
import { EMAIL } from '../support/accounts.ts';
import { IDNO, UNKNOWN_IDNO } from '../support/companies.ts';
import { openPage } from '../support/page.ts';

const PATH = '/cont/api/failed-requests';

/** A holder whose requests got 404, 400, 405 and 404; the ids as the API told them. */
async function open() {
  const page = await openPage();
  const key = await page.revealKey();
  const answers = [
    await page.send(`/api/v1/company/${UNKNOWN_IDNO}`, { headers: { 'x-api-key': key } }),
    await page.send('/api/v1/company/12', { headers: { 'x-api-key': key } }),
    await page.send(`/api/v1/company/${IDNO}`, { method: 'PUT', headers: { 'x-api-key': key } }),
    await page.send('/api/v1/nowhere', { headers: { 'x-api-key': key } }),
  ];
  const ids = answers.map(({ headers }) => String(headers['x-request-id']));
  const cookie = await page.enter();
  const show = async (query = '', language = 'en') => {
    const headers = { cookie, 'accept-language': language };
    const { status, body } = await page.get(`${PATH}${query}`, headers);
    expect(status).toBe(200);
    return body;
  };
  const listShown = (body: string) =>
    [...body.matchAll(/failed-requests\?id=([\w-]+)/g)].map(([, id = '']) => ids.indexOf(id));
  return { ...page, ids, cookie, show, listShown };
}

describe('the failed requests of an account', () => {
  it.each([
    ['', [3, 2, 1, 0]],
    ['?status=404', [3, 0]],
    ['?status=400', [1]],
    ['?error=method_not_allowed', [2]],
    ['?status=404&error=not_found&id=', [3, 0]],
    ['?status=404&error=invalid_idno', []],
    ['?status=4', []],
    ['?id=nothing', []],
  ])('are filtered by status and error: %s', async (query, expected) => {
    const { show, listShown } = await open();
    expect(listShown(await show(query))).toEqual(expected);
  });

  it('are each found by the id of the answer, with what to do about it', async () => {
    const { ids, show, listShown } = await open();
    const body = await show(`?id=%20${ids[1]?.toUpperCase()}`);
    expect(listShown(body)).toEqual([]);
    expect(body).toContain(ids[1]);
    expect(body).toContain('<code>GET /api/v1/company/12</code>');
    expect(body).toContain('digits only, 13 of them for a company of the register');
    expect(await show(`?id=${ids[2]}`, 'ro')).toContain('<code>Allow</code>');
    expect(await show('?id=nothing')).toContain('No failed request has this id');
  });

  it('are shown to nobody else', async () => {
    const { ids, accounts, enter, get } = await open();
    await accounts.create('b@test.example', { plan: 'business', endsAtMs: null }, actor);
    const headers = { cookie: await enter('b@test.example') };
    const { body } = await get(`${PATH}?id=${ids[0]}`, headers);
    expect(body).not.toContain(UNKNOWN_IDNO);
    const visitor = await get(`${PATH}?id=${ids[0]}`);
    expect([visitor.status, visitor.headers.location]).toEqual([303, '/cont/api/sign-in']);
    expect(body).not.toContain(EMAIL);
  });
});

const actor = { name: 'test', address: null };
