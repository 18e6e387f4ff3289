import { describe, expect, it } from 'vitest';
import { ACTOR, EMAIL } from '../support/accounts.ts';
import { COMPANY, IDNO, toStored } from '../support/companies.ts';
import { openPage } from '../support/page.ts';

const OTHER_IDNO = '1003600012345';
const UNKNOWN_IDNO = '1099999999999';
const PATH = '/cont/api/watch-list';

async function openList() {
  const page = await openPage();
  const cookie = await page.enter();
  const headers = { cookie, 'accept-language': 'en' };
  await page.store.companies.write(
    [toStored({ ...COMPANY, idno: OTHER_IDNO, name: '=FORMULA, "Grup" SRL', status: 'lichidata' })],
    [],
  );
  const { id } = await page.account();
  return {
    page,
    read: async (query = '') => (await page.get(`${PATH}${query}`, headers)).body,
    get: (path: string) => page.get(path, headers),
    submit: (form: 'add' | 'remove', fields: Readonly<Record<string, string>>) =>
      page.post(`${PATH}/${form}`, String(new URLSearchParams(fields)), headers),
    list: () => page.store.watchLists.find(id),
    watch: (idnos: readonly string[]) =>
      page.store.watchLists.change(id, { add: idnos, remove: [] }, idnos.length),
  };
}

const toIdnos = (count: number) =>
  Array.from({ length: count }, (_, at) => `10036${10_000_000 + at}`);

describe('the page of the watch list', () => {
  it('adds pasted IDNOs and shows their names and status', async () => {
    const { submit, read, list } = await openList();
    const added = await submit('add', { idnos: `${OTHER_IDNO}\r\n'${IDNO}; ${UNKNOWN_IDNO},` });
    expect([added.status, added.headers.location]).toEqual([303, `${PATH}?added=3`]);
    expect(await list()).toEqual([IDNO, OTHER_IDNO, UNKNOWN_IDNO].sort());
    const body = await read('?added=3');
    expect(body).toContain('Added to the watch list: 3.');
    expect(body).toContain('3 of 1,000 companies');
    expect(body).toContain('=FORMULA, &quot;Grup&quot; SRL');
    expect(body).toMatch(/1003600012345 · liquidated/i);
    expect(body).toContain('Not in the register');
    expect((await submit('add', { idnos: IDNO })).headers.location).toBe(`${PATH}?added=0`);
  });

  it('says each refused line, and adds the others', async () => {
    const { submit, list } = await openList();
    const answer = await submit('add', { idnos: `${IDNO}\nFirma SRL\n\n123` });
    expect(answer.status).toBe(200);
    for (const line of ['Line 2: “Firma”', 'Line 2: “SRL”', 'Line 4: “123”']) {
      expect(answer.body).toContain(`${line} is not an IDNO of 13 digits.`);
    }
    expect(answer.body).toMatch(/<textarea[^>]*>Firma\nSRL\n123<\/textarea>/);
    expect(await list()).toEqual([IDNO]);
  });

  it.each([
    ['nothing', '', 400, 'enter at least one IDNO'],
    ['no IDNO', '<b>x</b>', 400, 'enter at least one IDNO'],
    [
      'more than one change adds',
      toIdnos(1_001).join('\n'),
      400,
      'you entered 1001 IDNOs, at most 1000',
    ],
  ])('adds nothing of %s', async (_what, idnos, status, message) => {
    const { submit, list } = await openList();
    const answer = await submit('add', { idnos });
    expect(answer.status).toBe(status);
    expect(answer.body).toContain(message);
    expect(answer.body).not.toContain('<b>x');
    expect(await list()).toEqual([]);
  });

  it('refuses what would not fit, and a body that is too long', async () => {
    const { submit, list, watch } = await openList();
    expect((await submit('add', { idnos: toIdnos(1_000).join('\r\n') })).status).toBe(303);
    await watch([]);
    const full = await submit('add', { idnos: OTHER_IDNO });
    expect(full.status).toBe(409);
    expect(full.body).toContain('more companies than your plan allows');
    expect(await list()).toHaveLength(1_000);
    expect((await submit('add', { idnos: '1'.repeat(70_000) })).status).toBe(413);
  });

  it('finds by name and IDNO, page by page', async () => {
    const { read, watch } = await openList();
    await watch([...toIdnos(120), IDNO, OTHER_IDNO]);
    const first = await read();
    expect(first.match(/<li>/g)?.length).toBeGreaterThanOrEqual(50);
    const after = /after=(\d{13})" rel="next"/.exec(first)?.[1];
    expect(await read(`?after=${after}`)).toContain('First page');
    expect(await read('?q=formula')).toContain(OTHER_IDNO);
    expect(await read('?q=formula')).not.toContain(IDNO);
    expect(await read(`?q=${IDNO.slice(4)}`)).toContain(COMPANY.name.split('"')[0]);
    expect(await read('?q=%D0%B6nothing')).toContain('No company on the list matches.');
  });

  it('removes a company and stays where it was', async () => {
    const { submit, list, watch } = await openList();
    await watch([IDNO, OTHER_IDNO]);
    const answer = await submit('remove', { idno: IDNO, q: 'a b', after: '' });
    expect(answer.headers.location).toBe(`${PATH}?removed=1&q=a+b`);
    expect(await list()).toEqual([OTHER_IDNO]);
    expect((await submit('remove', { idno: 'x' })).headers.location).toBe(`${PATH}?removed=0`);
  });

  it('exports the list as CSV that no spreadsheet calculates', async () => {
    const { get, watch } = await openList();
    await watch([OTHER_IDNO, UNKNOWN_IDNO]);
    const { status, headers, body } = await get(`${PATH}.csv`);
    expect(status).toBe(200);
    expect(headers['content-disposition']).toContain('watch-list.csv');
    expect(body).toBe(
      'idno,name,status,removed_since\r\n' +
        `${OTHER_IDNO},"'=FORMULA, ""Grup"" SRL",lichidata,\r\n` +
        `${UNKNOWN_IDNO},,,\r\n`,
    );
  });

  it('begins with the company of an address, and adds it only by the form', async () => {
    const { read, list } = await openList();
    expect(await read(`?idno=${IDNO}`)).toMatch(new RegExp(`<textarea[^>]*>${IDNO}</textarea>`));
    expect(await read('?idno=%3Cscript%3E')).toContain('></textarea>');
    expect(await list()).toEqual([]);
  });

  it('without a plan shortens the list alone', async () => {
    const { page, read, submit, watch, list } = await openList();
    await watch([IDNO, OTHER_IDNO]);
    await page.accounts.setPlan(EMAIL, { plan: 'free' }, ACTOR);
    expect(await read()).toContain('Adding companies needs an active');
    expect((await submit('add', { idnos: UNKNOWN_IDNO })).status).toBe(409);
    await submit('remove', { idno: IDNO });
    expect(await list()).toEqual([OTHER_IDNO]);
  });

  it('is for who is signed in', async () => {
    const { page } = await openList();
    for (const path of [PATH, `${PATH}.csv`]) {
      expect((await page.get(path)).headers.location).toBe('/cont/api/sign-in');
    }
    for (const form of ['add', 'remove']) {
      const { headers } = await page.post(`${PATH}/${form}`, `idnos=${IDNO}&idno=${IDNO}`);
      expect(headers.location).toBe('/cont/api/sign-in?notice=ended');
    }
  });
});
