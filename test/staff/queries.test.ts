import { describe, expect, it } from 'vitest';
import type { StoredCompany } from '../../src/store/port/companies.ts';
import { NO_REQUESTS } from '../../src/store/port/usage.ts';
import type { QueryReads } from '../../src/store/query-reads.ts';
import { toFailedRequest } from '../store/failed-request-contract.ts';
import { ACTOR } from '../support/accounts.ts';
import { createClock } from '../support/clock.ts';
import { COMPANY, IDNO, toIdno, toStored } from '../support/companies.ts';
import { makeRun } from '../support/imports.ts';
import { type GraphqlAnswer, openStaff, STAFF_EMAIL } from '../support/staff.ts';

const DAY_MS = 86_400_000;

interface CompanyPage {
  edges: { cursor: string; node: { idno: string } }[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
}

function make(serial: number, name: string, ...founding: string[]): StoredCompany {
  const founders = founding.map((founder) => {
    return { name: founder, share: null, type: 'persoana_juridica' as const };
  });
  return toStored({ ...COMPANY, idno: toIdno(serial), name, founders });
}

describe('a company', () => {
  it('has the public fields and those that only staff see', async () => {
    const { ask, store } = await openStaff();
    const change = {
      idno: IDNO,
      revision: 1,
      importId: 'one',
      dumpDate: '2026-09-14',
      previous: { company: { name: 'VECHI' }, goneSince: null },
    };
    await store.companies.write([], [change]);
    const { data, codes } = await ask(`{ company(idno: "${IDNO}") {
      idno name legalForm url flags sample revision dumpDate goneSince
      raw { name address } directors { name role } licensedActivities liquidatedOn
      caem { code main }
      history { revision importId dumpDate fields { field before } }
    } none: company(idno: "1099600000029") { name } }`);
    expect(codes).toEqual([]);
    expect(data).toMatchObject({
      none: null,
      company: {
        idno: IDNO,
        url: `https://registru.example/companie/${IDNO}`,
        revision: 1,
        raw: { name: COMPANY.name },
        directors: COMPANY.admins.map((name) => ({ name, role: 'Administrator' })),
        history: [
          {
            revision: 1,
            importId: 'one',
            dumpDate: '2026-09-14',
            fields: [
              { field: 'company.name', before: '"VECHI"' },
              { field: 'goneSince', before: 'null' },
            ],
          },
        ],
      },
    });
  });

  it('leads to its founders and to those it founded, and is left open where two have the name', async () => {
    const { ask, store } = await openStaff();
    const numbered = make(6, 'SASE SRL', 'UNU SRL');
    numbered.raw.founders = `"UNU" SRL, IDNO ${IDNO} MD-2012 (100,00%)`;
    await store.companies.write(
      [
        make(1, 'S.R.L. „UNU”'),
        make(2, 'DOI S.R.L.'),
        make(3, '"DOI" S.A.'),
        make(4, 'PATRU SRL', 'Unu SRL'),
        make(5, 'CINCI SRL', 'DOI SRL'),
        numbered,
      ],
      [],
    );
    const { data } = await ask(`{
      a: company(idno: "${toIdno(4)}") { ...links }
      b: company(idno: "${toIdno(5)}") { ...links }
      c: company(idno: "${toIdno(6)}") { ...links }
      up: company(idno: "${toIdno(1)}") { foundedCompanies { idno } }
      two: company(idno: "${toIdno(2)}") { foundedCompanies { idno } }
    }
    fragment links on Company { founderLinks { founder { name } resolvedBy company { idno } } }`);
    expect(data).toEqual({
      a: {
        founderLinks: [
          { founder: { name: 'Unu SRL' }, resolvedBy: 'NAME', company: { idno: toIdno(1) } },
        ],
      },
      b: { founderLinks: [{ founder: { name: 'DOI SRL' }, resolvedBy: null, company: null }] },
      c: {
        founderLinks: [
          { founder: { name: 'UNU SRL' }, resolvedBy: 'IDNO', company: { idno: IDNO } },
        ],
      },
      up: { foundedCompanies: [{ idno: toIdno(4) }] },
      two: { foundedCompanies: [] },
    });
  });
});

/** Names with legal forms next to points, single letters and words that look like other forms. */
const ODD_NAMES = [
  'S.R.L. "E-COMERŢ"',
  'Î.I. "D\'ARTAGNAN"',
  'S.R.L. "A.B.C. PRIM"',
  'S.R.L. "A&B 2000"',
];

/** Names, and founders that look like them and are others. */
const OTHER_FOUNDERS = [
  ['SRL "ZTELECOM"', '"IP ZTELECOM" SRL'],
  ['SRL "YTELECOM"', 'IP YTELECOM'],
  ['SRL "PLAI"', 'PLAI SA'],
] as const;

/** A company of each name, and one that each founder founded. */
async function openFounded(pairs: readonly (readonly [name: string, founder: string])[]) {
  const { ask, store } = await openStaff();
  const found = pairs.flatMap(([name, founder], at) => [
    make(2 * at, name),
    make(2 * at + 1, `ALTA ${at} SRL`, founder),
  ]);
  await store.companies.write(found, []);
  return { ask, toIdnos: (at: number) => [toIdno(2 * at), toIdno(2 * at + 1)] };
}

describe('a company with an odd name', () => {
  it('is found by it, and linked as a founder', async () => {
    const { ask, toIdnos } = await openFounded(ODD_NAMES.map((name) => [name, name]));
    for (const [at, name] of ODD_NAMES.entries()) {
      const [idno, founded] = toIdnos(at);
      const typed = name.replace(/^\S+ /, '');
      const { data } = await ask(`{
        whole: searchCompanies(text: ${JSON.stringify(name)}) { idno }
        part: searchCompanies(text: ${JSON.stringify(typed)}) { idno }
        a: company(idno: "${founded}") { founderLinks { resolvedBy company { idno } } }
        b: company(idno: "${idno}") { foundedCompanies { idno } }
      }`);
      expect(data, name).toEqual({
        whole: [{ idno }],
        part: [{ idno }],
        a: { founderLinks: [{ resolvedBy: 'NAME', company: { idno } }] },
        b: { foundedCompanies: [{ idno: founded }] },
      });
    }
  });

  it('is not a founder with a similar name', async () => {
    const { ask, toIdnos } = await openFounded(OTHER_FOUNDERS);
    for (const [at, [name]] of OTHER_FOUNDERS.entries()) {
      const [idno, founded] = toIdnos(at);
      const { data } = await ask(`{
        a: company(idno: "${founded}") { founderLinks { resolvedBy } }
        b: company(idno: "${idno}") { foundedCompanies { idno } }
      }`);
      expect(data, name).toEqual({
        a: { founderLinks: [{ resolvedBy: null }] },
        b: { foundedCompanies: [] },
      });
    }
  });
});

describe('lists', () => {
  it('go on page by page, each company once', async () => {
    const { ask, store } = await openStaff();
    await store.companies.write(
      Array.from({ length: 7 }, (_, serial) => make(serial, `NR ${serial} SRL`)),
      [],
    );
    const seen: string[] = [];
    let after: string | null = null;
    // Three pages hold all; one that never ended would repeat the first or be empty.
    for (let page = 0; page < 4; page++) {
      const answer: GraphqlAnswer<{ companies: CompanyPage }> = await ask(
        `query ($after: String) {
          companies(first: 3, after: $after, filter: {
            legalForm: "s.r.l.", vatPayer: true, region: "0120", caem: "70.22", flag: null,
            registeredFrom: "2009-03-17", registeredTo: "2009-03-17"
          }) {
            edges { cursor node { idno } } pageInfo { hasNextPage endCursor }
          }
        }`,
        { after },
      );
      const { edges, pageInfo } = answer.data.companies;
      seen.push(...edges.map(({ node }) => node.idno));
      expect(pageInfo.endCursor).toBe(edges.at(-1)?.cursor);
      after = pageInfo.endCursor;
      if (!pageInfo.hasNextPage) break;
    }
    expect(seen).toEqual([...Array.from({ length: 7 }, (_, serial) => toIdno(serial)), IDNO]);
  });

  it('have the entries of one millisecond in their order', async () => {
    const { ask, accounts } = await openStaff({ clock: createClock() });
    const agency = { plan: 'agency', endsAtMs: null } as const;
    // By chance some of them would be in order.
    for (let account = 0; account < 10; account++) {
      await accounts.create(`${account}@test.example`, agency, ACTOR);
      const { data } = await ask(`{
        auditLog(filter: {email: "${account}@test.example"}) { edges { node { action } } }
      }`);
      const actions = ['key_created', 'subscription_changed', 'account_created'];
      expect(data).toEqual({
        auditLog: { edges: actions.map((action) => ({ node: { action } })) },
      });
    }
  });

  it('tell accounts without keys, their usage, imports, rejects and counts', async () => {
    const { ask, subscribe, store } = await openStaff();
    const text = await subscribe('key@test.example', 'agency');
    const { id = '' } = (await store.accounts.findByEmail('key@test.example')) ?? {};
    const requests = { ...NO_REQUESTS, ok: 3, clientErrors: 1 };
    await store.usage.add([{ accountId: id, day: '2026-11-20', ...requests }]);
    await store.imports.record(makeRun({ id: 'one' }));
    await store.imports.saveRejects('one', [
      { row: 7, column: 'idno', value: '123', reason: 'idno_malformed' },
    ]);
    const answer = await ask(
      `query ($id: ID!, $keyStart: String) {
        account(email: "KEY@test.example") { id email plan tier role key { start } }
        none: account(email: "none@test.example") { id }
        accounts(filter: {keyStart: $keyStart, plan: agency}) { edges { node { email } } }
        usage(accountId: $id, from: "2026-11-01", to: "2026-11-30") { day ok }
        same: usage(email: "KEY@test.example", from: "2026-11-01", to: "2026-11-30") { ok }
        done: auditLog(filter: {email: "KEY@test.example", action: key_created}) {
          totalCount edges { node { accountId } }
        }
        imports(first: 5) { kind outcome counts { read } }
        rejects(importId: "one", reason: "idno_malformed") {
          totalCount edges { node { row column value reason } }
        }
        others: rejects(importId: "one", reason: "name_missing") { totalCount edges { cursor } }
        stats(filter: {status: activa}) { companies gone regions { value count } statuses { value count } }
      }`,
      { id, keyStart: text.slice(0, 8) },
    );
    expect(answer.codes).toEqual([]);
    expect(answer.data).toEqual({
      account: {
        id,
        email: 'key@test.example',
        plan: 'agency',
        tier: 'high',
        role: 'holder',
        key: { start: text.slice(0, 8) },
      },
      none: null,
      accounts: { edges: [{ node: { email: 'key@test.example' } }] },
      usage: [{ day: '2026-11-20', ok: 3 }],
      same: [{ ok: 3 }],
      done: { totalCount: 1, edges: [{ node: { accountId: id } }] },
      imports: [{ kind: 'full', outcome: 'completed', counts: null }],
      rejects: {
        totalCount: 1,
        edges: [{ node: { row: 7, column: 'idno', value: '123', reason: 'idno_malformed' } }],
      },
      others: { totalCount: 0, edges: [] },
      stats: {
        companies: 1,
        gone: 0,
        regions: [{ value: '0120', count: 1 }],
        statuses: [{ value: 'activa', count: 1 }],
      },
    });
    expect(answer.text).not.toContain(text);
  });
});

it('tells what an import did to companies, and finds companies by it', async () => {
  const { ask, store } = await openStaff();
  await store.imports.record(makeRun({ id: 'run', startedAtMs: 5 }));
  const change = { importMs: 5, idno: IDNO, revision: 2, cause: 'register' } as const;
  const values = { kind: 'updated', fields: ['address'], dataDate: '2026-09-14' } as const;
  await store.companies.write([], [], [], [{ ...change, ...values }]);
  const { data, codes } = await ask(`{
    updated: importChanges(importId: "run", kind: updated) {
      totalCount edges { node { idno kind fields cause company { name } } }
    }
    created: importChanges(importId: "run", kind: created) { totalCount edges { cursor } }
    found: companies(filter: {importId: "run", region: "0120"}) { edges { node { idno } } }
    named: search(text: "strengarul", filter: {importId: "run"}) { totalCount }
    stats(filter: {importId: "run"}) { companies }
  }`);
  expect(codes).toEqual([]);
  const company = { name: COMPANY.name };
  const node = { idno: IDNO, kind: 'updated', fields: ['address'], cause: 'register', company };
  expect(data).toEqual({
    updated: { totalCount: 1, edges: [{ node }] },
    created: { totalCount: 0, edges: [] },
    found: { edges: [{ node: { idno: IDNO } }] },
    named: { totalCount: 1 },
    stats: { companies: 1 },
  });
});

it('tells who is signed in, since when, and whose plan ends soon', async () => {
  const clock = createClock();
  const { ask, accounts } = await openStaff({ clock });
  const startMs = clock.nowMs();
  const endsAtMs = startMs + 5 * DAY_MS;
  await accounts.create('soon@test.example', { plan: 'business', endsAtMs }, ACTOR);
  await accounts.create('late@test.example', { plan: 'business', endsAtMs: endsAtMs + 1 }, ACTOR);
  const { data, codes } = await ask(`{
    ends: accounts(filter: {planEndsWithinDays: 5}) { totalCount edges { node { email } } }
    staff: account(email: "${STAFF_EMAIL}") {
      lastSignInAt sessions { browser network createdAt lastSeenAt endsAt byProvider }
    }
    soon: account(email: "soon@test.example") { lastSignInAt sessions { endsAt } }
  }`);
  expect(codes).toEqual([]);
  const signedInAt = new Date(startMs).toISOString();
  const endsAt = new Date(startMs + 7 * DAY_MS).toISOString();
  expect(data).toEqual({
    ends: { totalCount: 1, edges: [{ node: { email: 'soon@test.example' } }] },
    staff: {
      lastSignInAt: signedInAt,
      sessions: [
        {
          browser: null,
          network: '192.0.2.0/24',
          byProvider: false,
          createdAt: signedInAt,
          lastSeenAt: signedInAt,
          endsAt,
        },
      ],
    },
    soon: { lastSignInAt: null, sessions: [] },
  });
});

it('shows the failed requests of accounts, those of all in one read', async () => {
  const reads: string[] = [];
  const clock = createClock();
  const { ask, accounts, store } = await openStaff({ clock, onRead: (name) => reads.push(name) });
  const atMs = clock.nowMs();
  for (const place of [1, 2]) {
    const email = `${place}@test.example`;
    await accounts.create(email, { plan: 'business', endsAtMs: null }, ACTOR);
    const { id } = await accounts.find(email);
    await store.failedRequests.add([toFailedRequest(`${place}`, { accountId: id, atMs })]);
  }
  const { data, codes } = await ask(`{ accounts(first: 2) { edges { node {
    failedRequests { requestId at method path status error network }
  } } } }`);
  expect(codes).toEqual([]);
  const { accountId: _, atMs: __, ...shown } = toFailedRequest('');
  const at = new Date(atMs).toISOString();
  const toNode = (requestId: string) => ({
    node: { failedRequests: [{ ...shown, requestId, at }] },
  });
  expect(data).toMatchObject({ accounts: { edges: [toNode('1'), toNode('2')] } });
  expect(reads.filter((name) => name === 'listFailedRequests')).toHaveLength(1);
});

it('shows how many companies accounts watch, all of a page in one read', async () => {
  const reads: string[] = [];
  const { ask, accounts, store } = await openStaff({ onRead: (name) => reads.push(name) });
  for (const size of [1, 2]) {
    const { id } = await accounts.create(`${size}@test.example`, { plan: 'free' }, ACTOR);
    const add = [toIdno(1), toIdno(2)].slice(0, size);
    await store.watchLists.change(id, { add, remove: [] }, size);
  }
  const { data, codes } = await ask('{ accounts(first: 2) { edges { node { watchListSize } } } }');
  expect(codes).toEqual([]);
  const edges = [1, 2].map((watchListSize) => ({ node: { watchListSize } }));
  expect(data).toMatchObject({ accounts: { edges } });
  expect(reads.filter((name) => name === 'findWatchListSizes')).toHaveLength(1);
});

it('shows the state of webhooks without address and secret, those of all in one read', async () => {
  const reads: string[] = [];
  const clock = createClock();
  const { ask, accounts, webhooks, store } = await openStaff({
    clock,
    onRead: (name) => reads.push(name),
  });
  const url = 'https://hooks.example.md:8443/confidential?token=1';
  for (const place of [1, 2]) {
    const email = `${place}@test.example`;
    const holder = await accounts.create(email, { plan: 'business', endsAtMs: null }, ACTOR);
    const { webhook } = await webhooks.set(holder, url, ACTOR);
    const failing = { state: 'stopped', stop: 'failing', failingSinceMs: clock.nowMs() } as const;
    if (place === 2) await store.webhooks.replace({ ...webhook, ...failing });
  }
  const { data, codes, text } = await ask(`{ accounts(first: 3) { edges { node {
    webhook { host state stop failingSince attempts { status } }
  } } } }`);
  expect(codes).toEqual([]);
  const working = { host: 'hooks.example.md:8443', state: 'working', attempts: [] };
  const at = new Date(clock.nowMs()).toISOString();
  const stopped = { ...working, state: 'stopped', stop: 'failing', failingSince: at };
  expect(data).toEqual({
    accounts: {
      edges: [
        { node: { webhook: { ...working, stop: null, failingSince: null } } },
        { node: { webhook: stopped } },
        { node: { webhook: null } },
      ],
    },
  });
  expect(text).not.toMatch(/confidential|whsec_/);
  expect(reads.filter((name) => name === 'findWebhooks')).toHaveLength(1);
  for (const field of ['url', 'secretId', 'secret']) {
    const asked = await ask(`{ accounts(first: 1) { edges { node { webhook { ${field} } } } } }`);
    expect(asked.codes).toEqual(['GRAPHQL_VALIDATION_FAILED']);
  }
});

/** Fields with arguments that are wrong, and the code of the refusal. */
const WRONG_ARGUMENTS = [
  ['usage(from: "2026-11-01", to: "2026-11-02") { ok }', 'INVALID_FILTER'],
  [
    'usage(email: "a@b.md", accountId: "x", from: "2026-11-01", to: "2026-11-02") { ok }',
    'INVALID_FILTER',
  ],
  ['usage(email: "a@b.md", from: "2026-11-01", to: "2026-11-02") { ok }', 'NO_SUCH_ACCOUNT'],
  ['auditLog(filter: {email: "a b"}) { totalCount }', 'NO_SUCH_ACCOUNT'],
  ['rejects(importId: "x") { totalCount }', 'NO_SUCH_IMPORT'],
  ['importChanges(importId: "x") { totalCount }', 'NO_SUCH_IMPORT'],
  ['companies(filter: {importId: "x"}) { totalCount }', 'NO_SUCH_IMPORT'],
  ['stats(filter: {importId: "x"}) { companies }', 'NO_SUCH_IMPORT'],
  ['accounts(filter: {planEndsWithinDays: 0}) { totalCount }', 'INVALID_FILTER'],
  ['accounts(filter: {planEndsWithinDays: 367}) { totalCount }', 'INVALID_FILTER'],
] as const;

it('refuses wrong arguments', async () => {
  const { ask } = await openStaff();
  for (const [field, code] of WRONG_ARGUMENTS) {
    expect((await ask(`{ ${field} }`)).codes, field).toEqual([code]);
  }
});

const toFounder = (serial: number) => `NR ${(serial * 7) % 640} SRL`;

it('reads a page of 100 companies with all that belongs to them no more often than one of 20', async () => {
  const calls: string[] = [];
  const { ask, store } = await openStaff({
    onRead: (name: keyof QueryReads) => calls.push(name),
  });
  await store.companies.write(
    Array.from({ length: 120 }, (_, serial) =>
      make(serial, `NR ${serial} SRL`, ...[0, 1, 2, 3, 4].map((n) => toFounder(5 * serial + n))),
    ),
    [],
  );
  async function count(first: number): Promise<number> {
    calls.length = 0;
    const { data, codes } = await ask<{ companies: CompanyPage }>(
      `query ($first: Int!) { companies(first: $first) { edges { node {
        idno flags raw { name } founders { name }
        founderLinks { resolvedBy company { idno name } }
        history(first: 3) { revision fields { field before } }
        foundedCompanies(first: 3) { idno name }
      } } } }`,
      { first },
    );
    expect(codes).toEqual([]);
    expect(data.companies.edges).toHaveLength(first);
    return calls.length;
  }
  // Of what a page links to, a small one has less among its own companies.
  const reads = await count(100);
  expect(reads).toBeLessThanOrEqual(await count(20));
  expect(reads).toBeLessThanOrEqual(10);
});
