import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { OPENAPI } from '../../src/docs/openapi.ts';
import { TEST_API_KEY } from '../../src/domain/account/api-key.ts';
import { EXAMPLE_IDNO, UNKNOWN_TEST_IDNO } from '../../src/domain/company/test-companies.ts';
import { Unavailable } from '../../src/domain/errors.ts';
import { makeApiReads } from '../support/api-reads.ts';
import { COMPANY, IDNO, toIdno, toStored, UNKNOWN_IDNO } from '../support/companies.ts';
import { BEFORE, NEWEST, openTestMcp, toMessage } from './open-mcp.ts';

/** The text of a result that is an error. */
async function refuse(client: Client, name: string, args: Record<string, unknown>) {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: args });
  expect({ isError, structuredContent }).toEqual({ isError: true, structuredContent: undefined });
  expect(content).toHaveLength(1);
  return content[0]?.type === 'text' ? content[0].text : '';
}

const MODES = [
  [NEWEST, { pin: NEWEST }],
  [NEWEST, 'auto'],
  [BEFORE, 'legacy'],
] as const;

it('answers the official client what /api/v1 answers, in both revisions', async () => {
  const { connect, get, key, store } = await openTestMcp();
  await store.companies.write(
    [1, 2, 3].map((serial) =>
      toStored({ ...COMPANY, idno: toIdno(serial), name: `LUX ${serial}` }),
    ),
    [],
  );
  const read = async (path: string) => JSON.parse((await get(`/api/v1${path}`, key)).body);
  const first = await read('/search?name=lux&region=0120&limit=2');
  for (const [revision, mode] of MODES) {
    const client = await connect(mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getServerVersion()).toMatchObject({ name: 'registru', title: 'Registru' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'get_company',
      'get_companies',
      'get_company_history',
      'get_usage',
      'search_companies',
    ]);

    // From here on the client checks each result against the schema that the tool gave.
    for (const idno of [IDNO, EXAMPLE_IDNO]) {
      const { body } = await get(`/api/v1/company/${idno}`, key);
      const result = await client.callTool({ name: 'get_company', arguments: { idno } });
      const text = `${body.slice(0, -1)},"removed_since":null}`;
      expect(result.content).toEqual([{ type: 'text', text }]);
      expect(result.structuredContent).toEqual({ ...JSON.parse(body), removed_since: null });
    }
    const { structuredContent } = await client.callTool({
      name: 'get_companies',
      arguments: { idnos: [IDNO, UNKNOWN_IDNO] },
    });
    const company = await read(`/company/${IDNO}`);
    expect(structuredContent).toEqual({ companies: [{ ...company, removed_since: null }, null] });
    const search = async (args: Record<string, unknown>) =>
      (await client.callTool({ name: 'search_companies', arguments: args })).structuredContent;
    expect(await search({ name: 'lux', region: '0120', limit: 2 })).toEqual(first);
    expect(await search({ name: 'lux', region: '0120', after: first.next })).toMatchObject({
      companies: [{ name: 'LUX 3' }],
      next: null,
    });

    const { message: invalid } = await read('/company/12-34');
    expect(await refuse(client, 'get_company', { idno: '12-34' })).toBe(invalid);
    const { message: unknown } = await read(`/company/${UNKNOWN_IDNO}`);
    for (const idno of [UNKNOWN_IDNO, UNKNOWN_TEST_IDNO]) {
      expect(await refuse(client, 'get_company', { idno })).toBe(unknown);
    }
    const { message } = await read('/search?name=a&limit=51');
    expect(await refuse(client, 'search_companies', { name: 'a', limit: 51 })).toBe(message);
    await expect(client.callTool({ name: 'drop_company' })).rejects.toThrow(
      'Unknown tool: there are get_company, get_companies, get_company_history, get_usage and search_companies.',
    );
  }
});

it('takes null for an argument that is left out', async () => {
  const { connect } = await openTestMcp();
  const client = await connect('legacy');
  const call = async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })).structuredContent;
  const search = { name: COMPANY.name, limit: 5 };
  const nulls = { status: null, region: null, legal_form: null, caem: null, after: null };
  expect(await call('search_companies', { ...search, ...nulls })).toMatchObject({
    companies: [{ idno: IDNO }],
  });
  expect(await call('search_companies', { ...search, limit: null })).toEqual(
    await call('search_companies', search),
  );
  expect(await call('get_company', { idno: IDNO, name: null })).toMatchObject({ idno: IDNO });
});

it('takes a boolean for total, as models send it', async () => {
  const { connect } = await openTestMcp();
  const client = await connect('legacy');
  const search = async (total: unknown) => {
    const args = { name: COMPANY.name, total };
    return (await client.callTool({ name: 'search_companies', arguments: args })).structuredContent;
  };
  expect(await search(true)).toMatchObject({ total: 1 });
  expect(await search(true)).toEqual(await search('true'));
  expect(await search(false)).not.toHaveProperty('total');
});

it('names the argument that is wrong', async () => {
  const { connect } = await openTestMcp();
  const client = await connect('legacy');
  const wrong: [string, Record<string, unknown>, string][] = [
    ['get_company', {}, 'idno'],
    ['get_company', { idno: 11 }, 'idno as a text'],
    ['get_company', { idno: 10996000000181 }, 'idno as a text'],
    ['get_company', { idno: -109960000001 }, 'idno as a text'],
    ['get_company', { idno: 1.09960000001 }, 'idno as a text'],
    ['get_company', { idno: [IDNO] }, 'idno as a text'],
    ['get_company', { idno: IDNO, name: 'a' }, 'idno and nothing else'],
    ['get_companies', {}, 'idnos as a list of 1 to 50'],
    ['get_companies', { idnos: [] }, 'idnos as a list of 1 to 50'],
    ['get_companies', { idnos: Array(51).fill(IDNO) }, 'idnos as a list of 1 to 50'],
    ['get_companies', { idnos: [IDNO], name: 'a' }, '"name"'],
    ['get_companies', { idnos: [IDNO, 11] }, 'idnos[1] as a text'],
    ['search_companies', {}, 'name or a filter'],
    ['search_companies', { name: 7 }, 'name as a text'],
    ['search_companies', { name: ['a'] }, 'name once'],
    ['search_companies', { name: 'x'.repeat(201) }, 'name'],
    ['search_companies', { name: 'a', limit: 1.5 }, 'limit'],
    ['search_companies', { name: 'a', limit: true }, 'limit as a number from 1 to 50'],
    ['search_companies', { name: 'a', limit: [5] }, 'limit as a number from 1 to 50'],
    ['search_companies', { name: 'a', limit: {} }, 'limit as a number from 1 to 50'],
    ['search_companies', { name: null, status: null }, 'name or a filter'],
    ['get_company', { idno: null }, 'idno'],
    ['search_companies', { status: 'open' }, 'status'],
    ['search_companies', { name: 'a', after: 'b' }, 'after'],
    ['search_companies', { name: 'a', page: 2 }, '"page"'],
  ];
  for (const [name, args, named] of wrong) {
    const text = await refuse(client, name, args);
    expect(text, JSON.stringify(args)).toContain(named);
    expect(text.length).toBeLessThan(250);
  }
});

it('describes each tool with its arguments, what it answers and that it only reads', async () => {
  const { post } = await openTestMcp();
  const { tools } = JSON.parse((await post(toMessage('tools/list'))).body).result;
  const [company, companies, , , search] = tools;
  expect(company.inputSchema).toMatchObject({
    properties: { idno: { type: 'string', pattern: '^[0-9]{10,}$' } },
    required: ['idno'],
    additionalProperties: false,
  });
  const fields = Object.keys(OPENAPI.components.schemas.Company.properties);
  expect(Object.keys(company.outputSchema.properties)).toEqual([...fields, 'removed_since']);
  expect(company.outputSchema.required).toEqual([...fields, 'removed_since']);
  expect(Object.keys(company.outputSchema.$defs)).toEqual(['Founder', 'CaemEntry']);
  expect(companies.inputSchema).toMatchObject({
    properties: { idnos: { type: 'array', minItems: 1, maxItems: 50 } },
    required: ['idnos'],
    additionalProperties: false,
  });
  expect(search.inputSchema).toMatchObject({
    properties: { name: { maxLength: 200 }, limit: { type: 'integer', maximum: 50, default: 20 } },
    required: [],
  });
  for (const { annotations } of tools) expect(annotations).toMatchObject({ readOnlyHint: true });
  expect(JSON.stringify(tools)).not.toMatch(/"x-|#\/components|\{\{/);
});

it('says that the service fails, and logs why', async () => {
  const fail = () => Promise.reject(new Unavailable('the store is gone'));
  const listMatching = () => Promise.reject(new TypeError('a fault of the program'));
  const broken = () => makeApiReads(fail, { listMatching });
  const { connect, logs } = await openTestMcp({ openSearchReads: broken });
  const client = await connect('legacy');
  const retry = await refuse(client, 'search_companies', { name: 'a' });
  expect(retry).toContain('Retry in a few seconds');
  const fault = await refuse(client, 'search_companies', { status: 'activa' });
  expect(fault).toMatch(/^Retry later; if it goes on, report the request id [\w-]{36}\.$/);
  expect(logs.join()).toContain('the store is gone');
  expect(logs.join()).toContain('a fault of the program');
});

describe('the public test key', () => {
  it('gets test companies, and nothing else', async () => {
    const { connect } = await openTestMcp();
    const client = await connect('auto', { authorization: `Bearer ${TEST_API_KEY}` });
    const ask = (name: string, args: Record<string, unknown>) =>
      client.callTool({ name, arguments: args });
    const found = await ask('get_company', { idno: EXAMPLE_IDNO });
    expect(found.structuredContent).toMatchObject({ idno: EXAMPLE_IDNO });
    const several = await ask('get_companies', { idnos: [EXAMPLE_IDNO, UNKNOWN_TEST_IDNO] });
    expect(several.structuredContent).toMatchObject({ companies: [{ idno: EXAMPLE_IDNO }, null] });
    const search = await ask('search_companies', { name: 'alt nume' });
    expect(search.structuredContent).toMatchObject({
      companies: [{ idno: '0000000000022', former_name: 'SRL «EXEMPLU CU ALT NUME»' }],
    });
    for (const refused of [
      await ask('get_company', { idno: IDNO }),
      await ask('get_companies', { idnos: [EXAMPLE_IDNO, IDNO] }),
      await ask('get_companies', { idnos: [UNKNOWN_IDNO] }),
    ]) {
      expect(refused.isError).toBe(true);
      expect(JSON.stringify(refused.content)).toContain('public test key');
    }
  });

  it('counts as one request for each company, and a refused call as one', async () => {
    const { post } = await openTestMcp();
    const call = async (...idnos: unknown[]) => {
      const message = toMessage('tools/call', { name: 'get_companies', arguments: { idnos } });
      const { status, headers } = await post(message, { 'x-api-key': TEST_API_KEY });
      return [status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']];
    };
    expect(await call(...Array(50).fill(EXAMPLE_IDNO))).toEqual([200, '60', '10']);
    expect(await call(...Array(11).fill(EXAMPLE_IDNO))).toEqual([429, '60', '10']);
    expect(await call(...Array(11).fill(IDNO))).toEqual([200, '60', '9']);
    expect(await call(...Array(9).fill(EXAMPLE_IDNO))).toEqual([200, '60', '0']);
    expect(await call(EXAMPLE_IDNO)).toEqual([429, '60', '0']);
  });
});

it('takes an IDNO that is a number of 13 digits', async () => {
  const { connect } = await openTestMcp();
  const client = await connect('legacy');
  const call = async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })).structuredContent;
  expect(await call('get_company', { idno: Number(IDNO) })).toMatchObject({ idno: IDNO });
  expect(await call('get_companies', { idnos: [Number(IDNO), IDNO] })).toMatchObject({
    companies: [{ idno: IDNO }, { idno: IDNO }],
  });
});
