import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TIER_LIMITS } from '../../src/domain/account/plan.ts';
import { OPERATIONS, type OperationName, REST_PREFIX } from '../../src/rest/operations.ts';
import { IDNO, UNKNOWN_IDNO } from '../support/companies.ts';
import type { Answer, Request } from '../support/http.ts';
import { openTestMcp, toMessage, toStateless } from './open-mcp.ts';

const RUNS = 200;
const TOOLS = ['get_company', 'get_companies', 'search_companies'];

/** JSON as text, because a value could not have a member twice, or one named `__proto__`. */
type Json = fc.Arbitrary<string>;

const idno: Json = fc.constantFrom(`"${IDNO}"`, `"${IDNO}"`, `"${UNKNOWN_IDNO}"`);
const anything: Json = fc.oneof(
  fc.constantFrom('null', '1', '""', '{}', '[]', `{"idnos":["${IDNO}"]}`, `"${IDNO}"`),
  fc.json({ maxDepth: 3 }),
);
const toList = (element: Json, maxLength: number) =>
  fc.array(element, { minLength: 1, maxLength, size: 'max' }).map((list) => `[${list}]`);
const idnos: Json = fc.oneof(
  { weight: 12, arbitrary: toList(idno, 50) },
  { weight: 1, arbitrary: toList(fc.oneof(idno, anything), 52) },
  { weight: 1, arbitrary: anything },
);

/** Members in any order, also ones that a copy of the object loses, changes or replaces. */
function toMembers(known: readonly [string, Json][]): Json {
  const names = ['constructor', 'prototype', 'toJSON', 'length', 'a', 'ÎDNO'];
  const name = fc.oneof(fc.constant('__proto__'), fc.constantFrom(...names));
  const unknown = fc
    .tuple(name, fc.oneof(anything, idnos))
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`);
  const wanted = known.map(([name, value]) => value.map((text) => `"${name}":${text}`));
  return fc
    .tuple(
      fc.tuple(...wanted),
      fc.oneof(
        { weight: 2, arbitrary: fc.constant([]) },
        { weight: 3, arbitrary: fc.array(fc.oneof(unknown, ...wanted), { maxLength: 2 }) },
      ),
      fc.boolean(),
    )
    .map(([own, others, isReversed]) => {
      const members = [...own, ...others];
      return `{${isReversed ? members.toReversed() : members}}`;
    });
}

const body = toMembers([['idnos', idnos]]);
const args = fc.oneof(
  { weight: 4, arbitrary: body },
  { weight: 1, arbitrary: toMembers([['idno', fc.oneof(idno, anything)]]) },
  { weight: 1, arbitrary: toMembers([['name', fc.constantFrom('"a"', '"lux"', 'null')]]) },
);
const toolName = fc
  .constantFrom(...TOOLS, 'get_companies', 'get_companies')
  .map((name) => `"${name}"`);

interface Sent {
  path: string;
  request: Request;
}

/** A message to `/mcp` of either revision. */
const mcpRequest: fc.Arbitrary<Sent> = fc
  .tuple(
    toMembers([
      ['name', toolName],
      ['arguments', args],
    ]),
    fc.constantFrom('handshake', 'stateless', 'doubled'),
  )
  .map(([params, kind]) => {
    const { message, headers } = toStateless('tools/call', {});
    const { _meta } = Object(message).params;
    const meta = kind === 'stateless' ? `"_meta":${JSON.stringify(_meta)},` : '';
    const called = JSON.stringify(toMessage('tools/call')).replace(
      '"params":{}',
      `"params":{${meta}${params.slice(1)}`,
    );
    const other = `{"params":{"name":"get_company","arguments":{"idno":"${IDNO}"}},`;
    return {
      path: '/mcp',
      request: {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(kind === 'stateless' && { ...headers, 'mcp-name': JSON.parse(params).name }),
        },
        body: kind === 'doubled' ? other + called.slice(1) : called,
      },
    };
  });

function toRestRequest(name: OperationName): fc.Arbitrary<Sent> {
  const { method, path } = OPERATIONS[name];
  const query = fc.constantFrom(
    '',
    '?name=a',
    '?status=activa&limit=50',
    '?limit=1000',
    '?idnos=1',
  );
  return fc.tuple(query, body).map(([asked, text]) => ({
    path: `${REST_PREFIX}${path.replace('{idno}', IDNO)}${asked}`,
    request: {
      method,
      ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: text }),
    },
  }));
}

const sent = fc.oneof(
  { weight: 8, arbitrary: mcpRequest },
  { weight: 5, arbitrary: toRestRequest('companies') },
  ...Object.keys(OPERATIONS).map((name) => toRestRequest(name as OperationName)),
);

/** Whole companies anywhere in the answer: what a search finds has no founders. */
function countCompanies({ path, request }: Sent, { body: text }: Answer): number {
  if (text === '' || request.method === 'HEAD') return 0;
  const answer = JSON.parse(text);
  // The text of a result repeats its JSON.
  return countIn(path === '/mcp' ? answer.result?.structuredContent : answer);
}

function countIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const below = Object.values(value).reduce<number>((sum, one) => sum + countIn(one), 0);
  return below + ('founders' in value ? 1 : 0);
}

it('no operation and no tool answers more companies than it counts requests', async () => {
  const { send, key, clock } = await openTestMcp();
  const seen = { many: 0, withProto: 0, answered: 0 };
  const property = fc.asyncProperty(sent, async (asked) => {
    // The requests of the run before no longer count.
    clock.advance(60_000);
    const headers = { 'x-api-key': key, ...asked.request.headers };
    const answer = await send(asked.path, { ...asked.request, headers });
    const counted = TIER_LIMITS.high - Number(answer.headers['x-ratelimit-remaining']);
    const answered = countCompanies(asked, answer);
    expect(answer.status).toBeLessThan(500);
    expect(counted).toBeGreaterThanOrEqual(Math.max(1, answered));
    if (answered > 0) seen.answered++;
    if (answered > 10) seen.many++;
    if (String(asked.request.body).includes('__proto__')) seen.withProto++;
  });
  const proto = `{"idnos":[${Array(50).fill(`"${IDNO}"`)}],"__proto__":1}`;
  const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_companies","arguments":${proto}}}`;
  const example = (path: string, text: string): [Sent] => [
    {
      path,
      request: { method: 'POST', headers: { 'content-type': 'application/json' }, body: text },
    },
  ];
  await fc.assert(property, {
    numRuns: RUNS,
    examples: [example('/mcp', message), example('/api/v1/companies', proto)],
  });
  // Runs that never come to these cases would prove nothing.
  expect(seen.answered).toBeGreaterThan(RUNS / 10);
  expect(seen.many).toBeGreaterThan(RUNS / 20);
  expect(seen.withProto).toBeGreaterThan(RUNS / 40);
});
