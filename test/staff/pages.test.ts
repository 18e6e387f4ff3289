import { describe, expect, it } from 'vitest';
import { COMPANY_FIELDS } from '../../src/answers/documents.ts';
import { toDay } from '../../src/domain/time/time-zone.ts';
import { ACTOR } from '../support/accounts.ts';
import { COMPANY, IDNO, toIdno, toStored } from '../support/companies.ts';
import { makeRun } from '../support/imports.ts';
import { KEY } from '../support/page.ts';
import { openStaff, STAFF_EMAIL } from '../support/staff.ts';

/** The pages as a signed-in member of staff opens them. */
async function openPages(options: Parameters<typeof openStaff>[0] = {}) {
  const staff = await openStaff(options);
  const { get, cookie } = staff;
  return { ...staff, open: (path: string) => get(path, { cookie }) };
}

const toPath = (path: string, parameters: Record<string, string>) =>
  `${path}?${new URLSearchParams(parameters)}`;

describe('the search', () => {
  it('has its frame in the chosen language, with a switch that comes back to it', async () => {
    const { get, cookie } = await openPages();
    const path = toPath('/staff', { q: 'one@firm.example' });
    const open = (language: string) =>
      get(path, { cookie: `${cookie}; __Host-registru-language=${language}` });
    const { body } = await open('ru');
    expect(body).toContain('<html lang="ru">');
    expect(body).toMatch(/<main [^>]*lang="en"/);
    expect(body).toContain(`<input type="hidden" name="next" value="${path}">`);
    expect((await open('en')).body).not.toMatch(/<main [^>]*lang=/);
    expect((await get('/graphql', { cookie, accept: 'text/html' })).body).toContain(
      '<input type="hidden" name="next" value="/graphql">',
    );
  });

  it('finds accounts by a part of the address, and leads to them', async () => {
    const { open, subscribe } = await openPages();
    await subscribe('one@firm.example', 'agency');
    await subscribe('two@other.example', 'business');
    const { status, body } = await open(toPath('/staff', { q: 'FIRM.ex' }));
    expect(status).toBe(200);
    expect(body).toContain('href="/staff/account?email=one%40firm.example"');
    expect(body).not.toContain('two@other.example');
  });

  it('finds an account by the start of its key, and never shows a whole key', async () => {
    const { open, subscribe } = await openPages();
    const key = await subscribe('one@firm.example', 'agency');
    for (const q of [key.slice(0, 8), key]) {
      const { body } = await open(toPath('/staff', { q }));
      expect(body).toContain('one@firm.example');
      expect(body).not.toMatch(KEY);
    }
    const { body } = await open(toPath('/staff', { q: `x ${key}` }));
    expect(body).not.toMatch(KEY);
  });

  it('finds an account by the start of a key that was replaced or revoked', async () => {
    const { open, subscribe, accounts, keys } = await openPages();
    const old = await subscribe('one@firm.example', 'agency');
    await subscribe('two@firm.example', 'agency');
    const account = await accounts.find('one@firm.example');
    await keys.regenerate(account, account.apiKey?.id ?? '', ACTOR);
    const find = async () => (await open(toPath('/staff', { q: old.slice(0, 8) }))).body;
    const replaced = await find();
    expect(replaced).toContain('one@firm.example');
    expect(replaced).not.toContain('two@firm.example');
    expect(replaced).toContain(
      `had <code>${old.slice(0, 8)}…</code>, which was replaced or revoked`,
    );
  });

  it('finds a failed request by its id, with its account', async () => {
    const { open, subscribe, store } = await openPages();
    await subscribe('one@firm.example', 'agency');
    await subscribe('two@firm.example', 'agency');
    const { id = '' } = (await store.accounts.findByEmail('one@firm.example')) ?? {};
    const requestId = '3f0d2c1e-7a54-4c1b-9d52-0a6d9c1f8e77';
    const failed = { status: 404, error: 'not_found', method: 'GET', path: '/api/v1/company/1' };
    const at = { accountId: id, atMs: Date.now(), network: '198.51.100.0/24' };
    await store.failedRequests.add([
      { ...failed, ...at, requestId },
      { ...failed, ...at, requestId: 'other', path: '/api/v1/company/2' },
    ]);
    const { body } = await open(toPath('/staff', { q: ` ${requestId} ` }));
    expect(body).toContain(`href="/staff/account?email=one%40firm.example#request-${requestId}"`);
    expect(body).toContain('404 not_found');
    expect(body).not.toContain('/api/v1/company/2');
    const page = await open(toPath('/staff/account', { email: 'one@firm.example' }));
    expect(page.body).toContain(`id="request-${requestId}"`);
    const none = await open(toPath('/staff', { q: requestId.replace('3', '4') }));
    expect([none.status, none.body.includes('Failed requests')]).toEqual([200, false]);
  });

  it('finds companies by name without diacritics, and leads an IDNO to its company', async () => {
    const { open } = await openPages();
    const { body } = await open(toPath('/staff', { q: 'strengarul' }));
    expect(body).toContain(`href="/staff/company/${IDNO}"`);
    const { status, headers } = await open(toPath('/staff', { q: ` ${IDNO} ` }));
    expect([status, headers.location]).toEqual([303, `/staff/company/${IDNO}`]);
  });

  it('goes on page by page', async () => {
    const { open, accounts } = await openPages();
    for (let n = 10; n < 32; n++) {
      await accounts.create(`n${n}@many.example`, { plan: 'free', endsAtMs: null }, ACTOR);
    }
    const first = await open(toPath('/staff', { q: 'many.example' }));
    const [, more = ''] = /href="([^"]+)">More accounts/.exec(first.body) ?? [];
    const second = await open(more.replaceAll('&amp;', '&'));
    const list = (html: string) =>
      [...html.matchAll(/>(n\d+@many\.example)</g)].map(([, one]) => one);
    expect([list(first.body).length, list(second.body)]).toEqual([
      20,
      ['n30@many.example', 'n31@many.example'],
    ]);
    expect(second.body).not.toContain('More accounts');
  });

  it('says that nothing matches, and shows what was typed as text', async () => {
    const { open } = await openPages();
    const { status, body } = await open(toPath('/staff', { q: '<b>"zzz' }));
    expect(status).toBe(200);
    expect(body).toContain('No account matches');
    expect(body).toContain('No company matches');
    expect(body).not.toContain('<b>');
  });
});

describe("an account's page", () => {
  it('has plan, key, sessions, usage and what happened, and no whole key', async () => {
    const { open, subscribe, store, accounts, webhooks } = await openPages();
    const key = await subscribe('one@firm.example', 'agency');
    const url = 'https://hooks.example.md/confidential';
    await webhooks.set(await accounts.find('one@firm.example'), url, ACTOR);
    const { id = '' } = (await store.accounts.findByEmail('one@firm.example')) ?? {};
    const day = toDay(Date.now());
    await store.usage.add([
      { accountId: id, day, ok: 1_234, notModified: 0, notFound: 78, clientErrors: 1, limited: 56 },
    ]);
    const failed = { status: 404, error: 'not_found', method: 'GET', path: '/api/v1/company/1' };
    const from = {
      accountId: id,
      atMs: Date.now(),
      requestId: 'req-7',
      network: '198.51.100.0/24',
    };
    await store.failedRequests.add([{ ...failed, ...from }]);
    const add = Array.from({ length: 1_002 }, (_, serial) => toIdno(serial));
    await store.watchLists.change(id, { add, remove: [] }, add.length);
    const { status, body } = await open(toPath('/staff/account', { email: 'ONE@firm.example' }));
    expect(status).toBe(200);
    const failure = ['404 not_found', 'GET /api/v1/company/1', 'req-7', '198.51.100.0/24'];
    expect(body).toMatch(/<li id="request-req-7"><time [^>]+>\d+ \w+ \d{4}, \d\d:\d\d:\d\d GMT/);
    const start = `${key.slice(0, 8)}…`;
    for (const text of [
      'agency, tier high',
      start,
      '1,234',
      '78',
      '1,002 companies',
      'hooks.example.md, working',
      'key created',
      id,
      ...failure,
    ]) {
      expect(body).toContain(text);
    }
    expect(body).not.toMatch(KEY);
    expect(body).not.toContain('confidential');
    const own = await open(toPath('/staff/account', { email: STAFF_EMAIL }));
    expect(own.body).toContain('192.0.2.0/24');
  });

  it('has the audit log page by page', async () => {
    const { open, accounts } = await openPages();
    for (let n = 0; n < 25; n++) {
      const plan = n % 2 === 0 ? 'starter' : 'business';
      await accounts.setPlan(STAFF_EMAIL, { plan, endsAtMs: null }, ACTOR);
    }
    const first = await open(toPath('/staff/account', { email: STAFF_EMAIL }));
    const [, older = ''] = /href="([^"#]+)#timeline">Older entries/.exec(first.body) ?? [];
    const second = await open(older.replaceAll('&amp;', '&'));
    expect(second.status).toBe(200);
    expect(second.body).toContain('account created');
    expect(second.body).toContain('Newest entries');
    expect(first.body).not.toContain('account created');
  });

  it.each([
    ['of nobody', { email: 'none@firm.example' }, 404],
    ['without an address', {}, 404],
    ['with a cursor of another list', { email: STAFF_EMAIL, after: 'x' }, 400],
  ])('%s is refused with a way back', async (_name, parameters, status) => {
    const { open } = await openPages();
    const answer = await open(toPath('/staff/account', parameters as Record<string, string>));
    expect(answer.status).toBe(status);
    expect(answer.body).toContain('href="/staff" class="button outline"');
  });
});

describe("a company's page", () => {
  it('has the raw text beside each value, and the reason where it is null', async () => {
    const { open, store } = await openPages();
    const stored = toStored({ ...COMPANY, address: null, capital: null, regDate: null });
    await store.companies.write([{ ...stored, flags: ['address_unknown', 'text_cut'] }], []);
    const { status, body } = await open(`/staff/company/${IDNO}`);
    expect(status).toBe(200);
    const rows = new Map(
      [...body.matchAll(/<th scope="row"><code>(\w+)<\/code>([\s\S]*?)<\/tr>/g)].map(
        ([, name = '', html = '']) => [name, html],
      ),
    );
    expect([...rows.keys()]).toEqual([
      ...COMPANY_FIELDS.filter((field) => field !== 'idno' && field !== 'url'),
      ...['licensedActivities', 'liquidatedOn'],
    ]);
    expect(rows.get('address')).toMatch(
      /<em>none<.*address_unknown.*<code>address<\/code> is null/s,
    );
    expect(rows.get('capital')).toContain('No supplement names it.');
    expect(rows.get('reg_date')).toContain('The register gives none.');
    expect(rows.get('vat_payer')).toContain('true');
    expect(rows.get('name')?.match(/ȘTRENGARUL/g)).toHaveLength(2);
    expect(body).toMatch(/Other flags.*text_cut/s);
  });

  it('has its history, a delisting included', async () => {
    const { open, store } = await openPages();
    const goneSince = '2026-09-21';
    const change = {
      idno: IDNO,
      importId: 'x',
      dumpDate: goneSince,
      previous: { goneSince: null },
    };
    const [record] = await store.companies.findRecords([IDNO]);
    if (record == null) throw new Error('the company is not stored');
    const { revision } = record;
    const delisted = { ...record, goneSince, revision: revision + 1 };
    await store.companies.write([delisted], [{ ...change, revision }]);
    const { body } = await open(`/staff/company/${IDNO}`);
    expect(body).toMatch(/<del>null<\/del> → <ins>&quot;2026-09-21&quot;<\/ins>/);
  });

  it.each(['1099600000029', 'x', '%zz', '<b>'])('of %s is not found', async (idno) => {
    const { open } = await openPages();
    expect((await open(`/staff/company/${idno}`)).status).toBe(404);
  });
});

it('lists the imports with a verdict and a way to their rejected rows', async () => {
  const { open, store, ask } = await openPages();
  const counts = { unchanged: 0, duplicates: 0, withoutIdno: 0, rejected: 0, rejectedBy: {} };
  for (const [n, gone] of [1, 2, 3, 500].entries()) {
    const all = { ...counts, read: 1_000, new: 1_000, changed: 0, gone };
    await store.imports.record(makeRun({ id: `run ${n}`, startedAtMs: n + 1, counts: all }));
  }
  const { status, body } = await open('/staff/imports');
  expect(status).toBe(200);
  expect([...body.matchAll(/class="verdict[^>]*>([^<]+)</g)].map(([, text]) => text)).toEqual([
    'Unusual because gone is 500, against a median of 2.',
    ...Array(3).fill('Nothing to compare with: it needs 3 completed imports of its kind.'),
  ]);
  const [, href = ''] = /href="(\/graphql\?query[^"]+)"/.exec(body) ?? [];
  const query = new URL(href.replaceAll('&amp;', '&'), 'http://x').searchParams.get('query') ?? '';
  expect((await ask(query)).codes).toEqual([]);
});

const SEARCH = '/staff';
/** Each with the page to which sign-in leads back: itself, if it has no parameters. */
const PAGES = [
  ['/staff/imports', '/staff/imports'],
  [`/staff/company/${IDNO}`, `/staff/company/${IDNO}`],
  [SEARCH, SEARCH],
  ['/staff?q=a', SEARCH],
  [`/staff/account?email=${STAFF_EMAIL}`, SEARCH],
] as const;
const PATHS = PAGES.map(([path]) => path);

describe('every page', () => {
  it('is for staff alone: 401 without a session, from where sign-in leads back, 403 as a holder', async () => {
    const { get, accounts, cookie } = await openPages();
    await accounts.setRole(STAFF_EMAIL, 'holder', ACTOR);
    for (const [path, back] of PAGES) {
      const visitor = await get(path);
      expect([path, visitor.status]).toEqual([path, 401]);
      const next = decodeURIComponent(String(visitor.headers['set-cookie']));
      expect(next).toContain(`registru-next=${back};`);
      const holder = await get(path, { cookie });
      expect([path, holder.status]).toEqual([path, 403]);
      expect(holder.body).not.toContain(IDNO);
    }
  });

  it('has the headers of the editor without inline styles, and is only read', async () => {
    const { open, send, cookie } = await openPages();
    for (const path of PATHS) {
      const { status, headers, body } = await open(path);
      expect([path, status, headers['cache-control']]).toEqual([path, 200, 'no-store']);
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(body).not.toMatch(/<style|<script(?! src="\/)| style=| on[a-z]+=/);
      const posted = await send(path, { method: 'POST', headers: { cookie }, body: '{}' });
      expect([path, posted.status, posted.headers.allow]).toEqual([path, 405, 'GET, HEAD']);
    }
  });

  it('is stopped after the time limit of operations', async () => {
    const { open, store } = await openPages({ operationTimeoutMs: 1 });
    await store.companies.write([toStored(COMPANY)], []);
    const { status, body } = await open('/staff?q=a');
    expect([status, body.includes('was stopped')]).toEqual([503, true]);
  });
});
