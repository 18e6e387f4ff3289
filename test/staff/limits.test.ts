import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { Unavailable } from '../../src/domain/errors.ts';
import { OPERATION_TIMEOUT_MS } from '../../src/staff/staff.ts';
import { MAX_FILTERED_CHANGES } from '../../src/store/port/search-reads.ts';
import type { OpenQueryReads } from '../../src/store/query-reads.ts';
import { send, sendBytes } from '../support/http.ts';
import { makeRun } from '../support/imports.ts';
import { openShared } from '../support/shared.ts';
import { openStaff } from '../support/staff.ts';

const nest = (depth: number) =>
  '{ company(idno: "1") '.concat(
    '{ foundedCompanies '.repeat(depth),
    '{ idno }',
    ' }'.repeat(depth),
    ' }',
  );

const companiesBy = (filter: string) => `{ companies(filter: {${filter}}) { edges { cursor } } }`;

describe('refused at once, before anything is read', () => {
  const reads: string[] = [];
  const reader = openShared(() => openStaff({ onRead: (name) => reads.push(name) }));

  it.each([
    ['a depth of 50', nest(50), 'DOCUMENT_LIMIT'],
    [
      '10,000 aliases',
      `{ ${Array.from({ length: 10_000 }, (_, n) => `a${n}: __typename`).join(' ')} }`,
      'DOCUMENT_LIMIT',
    ],
    [
      '31 aliases',
      `{ ${Array.from({ length: 31 }, (_, n) => `a${n}: __typename`).join(' ')} }`,
      'DOCUMENT_LIMIT',
    ],
    [
      'fragments in a circle',
      'query { company(idno: "1") { ...a } } fragment a on Company { ...b } fragment b on Company { ...a }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'the schema many times over',
      '{ a: __schema { types { name } } b: __schema { types { name } } }',
      'DOCUMENT_LIMIT',
    ],
    [
      'all fields of the schema many times over',
      `fragment many on __Type { a: fields { name } b: fields { name } }
        { __type(name: "Company") { ...many } }`,
      'DOCUMENT_LIMIT',
    ],
    ['first: 1000000', '{ companies(first: 1000000) { edges { cursor } } }', 'FIRST_OUT_OF_RANGE'],
    ['first: 101', '{ imports(first: 101) { id } }', 'FIRST_OUT_OF_RANGE'],
    ['first: 0', '{ companies(first: 0) { edges { cursor } } }', 'FIRST_OUT_OF_RANGE'],
    ['first: -1', '{ companies(first: -1) { edges { cursor } } }', 'FIRST_OUT_OF_RANGE'],
    ['a legal form that is none', companiesBy('legalForm: "SRX"'), 'INVALID_FILTER'],
    ['a region of three digits', companiesBy('region: "120"'), 'INVALID_FILTER'],
    ['two codes of activities as one', companiesBy('caem: "62.01 70.22"'), 'INVALID_FILTER'],
    ['no code of an activity', companiesBy('caem: ""'), 'INVALID_FILTER'],
    ['a first day that is none', companiesBy('registeredFrom: "31.12.2020"'), 'INVALID_FILTER'],
    ['a last day that is none', companiesBy('registeredTo: "2020-02-30"'), 'INVALID_FILTER'],
    ['a cursor that is none', '{ companies(after: "?") { edges { cursor } } }', 'INVALID_CURSOR'],
    [
      'a page of pages',
      '{ companies(first: 100) { edges { node { foundedCompanies(first: 100) { idno name } } } } }',
      'QUERY_TOO_COMPLEX',
    ],
    [
      'two mutations',
      'mutation { a: signOut(email: "a@b.md", reason: "test") { id } b: signOut(email: "a@b.md", reason: "test") { id } }',
      'DOCUMENT_LIMIT',
    ],
    ['a subscription', 'subscription { a }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a subscription to a plan', 'subscription { plan }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('%s', async (_name, query, code) => {
    reads.length = 0;
    const { data, codes } = await reader().ask(query);
    expect(Object.values(data).filter((value) => value !== null)).toEqual([]);
    expect(codes).toContain(code);
    expect(reads).toEqual([]);
  });

  it('an operation that its variables make too complex, even if the same document was allowed before', async () => {
    const { ask } = await openStaff();
    const query = `query ($first: Int!) { companies(first: $first) { edges { node {
      foundedCompanies(first: $first) { idno } } } } }`;
    expect((await ask(query, { first: 5 })).codes).toEqual([]);
    expect((await ask(query, { first: 100 })).codes).toEqual(['QUERY_TOO_COMPLEX']);
    expect((await ask(query, { first: 5 })).codes).toEqual([]);
  });

  it('companies of an import with too many changes', async () => {
    const { ask, store } = await openStaff();
    await store.imports.record(makeRun({ id: 'run', startedAtMs: 5 }));
    const kind = { revision: 1, kind: 'created', fields: [], cause: 'register' } as const;
    const write = (from: number, count: number) =>
      store.companies.write(
        [],
        [],
        [],
        Array.from({ length: count }, (_, serial) => {
          const idno = String(1_000_000_000_000 + from + serial);
          return { ...kind, importMs: 5, idno, dataDate: '2026-09-14' };
        }),
      );
    for (let from = 0; from < MAX_FILTERED_CHANGES; from += 1_000) await write(from, 1_000);
    const query = companiesBy('importId: "run"');
    expect((await ask(query)).codes).toEqual([]);
    await write(MAX_FILTERED_CHANGES, 1);
    const { codes, messages } = await ask(query);
    expect(codes).toEqual(['INVALID_FILTER']);
    expect(messages.join()).toMatch(/^importId .+ at most 20000 changes; importChanges lists all/);
  });

  it('a batch of operations', async () => {
    const answer = await reader().post('[{"query":"{ __typename }"},{"query":"{ __typename }"}]');
    expect(answer.status).toBe(400);
    expect(answer.body).not.toContain('"data"');
  });

  it.each([
    ['content-length: 262145', ''],
    ['content-length: 10000000', ''],
    ['transfer-encoding: chunked', `40001\r\n${'x'.repeat(0x40_001)}\r\n`],
  ])('a body of more than 256 KiB, while it is being sent: %s', async (header, sent) => {
    const { port, cookie } = reader();
    const head = [
      'POST /graphql HTTP/1.1',
      'host: test',
      'content-type: application/json',
      'sec-fetch-site: same-origin',
      `cookie: ${cookie}`,
      header,
    ];
    const answer = await sendBytes(port, `${head.join('\r\n')}\r\n\r\n${sent}`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"code":"BODY_TOO_LARGE"');
  });
});

it.each(['application/graphql', 'application/x-www-form-urlencoded', 'text/plain'])(
  'refuses a body of the type %s',
  async (type) => {
    const { port, cookie } = await openStaff();
    const { status, body } = await send(port, '/graphql', {
      method: 'POST',
      headers: { cookie, 'content-type': type, 'sec-fetch-site': 'same-origin' },
      body: '{ __typename }',
    });
    expect(status).toBe(415);
    expect(JSON.parse(body).errors[0].extensions.code).toBe('UNSUPPORTED_MEDIA_TYPE');
  },
);

it('names days and instants that it cannot read, and cuts what it repeats', async () => {
  const { ask } = await openStaff();
  const long = 'x'.repeat(1_000);
  const usage = await ask(`{ usage(accountId: "x", from: "${long}", to: "x") { ok } }`);
  const audit = await ask(`{ auditLog(filter: { from: "${long}" }) { edges { cursor } } }`);
  expect([usage.codes, audit.codes]).toEqual([['INVALID_DATE_RANGE'], ['INVALID_TIMESTAMP']]);
});

it('lets staff, and the editor, ask for the schema', async () => {
  const { ask } = await openStaff();
  const { data, codes } = await ask(getIntrospectionQuery());
  expect(codes).toEqual([]);
  expect(data).toHaveProperty('__schema');
});

it('takes a mutation by POST alone', async () => {
  const { port, cookie } = await openStaff();
  const query = encodeURIComponent('mutation { signOut(email: "a@b.md", reason: "test") { id } }');
  const { status } = await send(port, `/graphql?query=${query}`, {
    headers: { cookie, accept: 'application/json', 'sec-fetch-site': 'same-origin' },
  });
  expect(status).toBe(405);
});

describe('what fails', () => {
  const failWith =
    (error: Error): OpenQueryReads =>
    () =>
      new Proxy({} as ReturnType<OpenQueryReads>, { get: () => () => Promise.reject(error) });

  it('is masked and identified by its request id, which the log has too', async () => {
    const { ask, logs } = await openStaff({ openStaffReads: failWith(new Error('a secret path')) });
    const { text, codes, messages } = await ask('{ stats { companies } }');
    expect(codes).toEqual(['INTERNAL_ERROR']);
    expect(text).not.toContain('secret');
    const [, requestId = '?'] = /request ([0-9a-f-]{36})/.exec(messages[0] ?? '') ?? [];
    const logged = logs.filter((line) => line.includes('a secret path'));
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain(requestId);
  });

  it('for a while says so', async () => {
    const { ask } = await openStaff({ openStaffReads: failWith(new Unavailable('locked')) });
    const { text, codes } = await ask('{ stats { companies } }');
    expect(codes).toEqual(['UNAVAILABLE']);
    expect(text).not.toContain('locked');
  });
});

it('ends an operation after five seconds, with its reads', async () => {
  let signal: AbortSignal | null = null;
  const { ask } = await openStaff({
    operationTimeoutMs: OPERATION_TIMEOUT_MS,
    openStaffReads: (given) => {
      signal = given;
      const forever = () =>
        new Promise((_resolve, reject) => {
          given.addEventListener('abort', () => reject(given.reason));
        });
      return new Proxy({} as ReturnType<OpenQueryReads>, { get: () => forever });
    },
  });
  const startMs = performance.now();
  const { codes, data } = await ask('{ stats { companies } }');
  expect(codes).toEqual(['QUERY_TIMEOUT']);
  expect(data).toEqual({ stats: null });
  expect(signal).toMatchObject({ aborted: true });
  expect(performance.now() - startMs).toBeGreaterThan(4_900);
  expect(performance.now() - startMs).toBeLessThan(7_000);
});
