import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { API_OPERATIONS } from '../../src/docs/openapi/operations.ts';
import { OPENAPI as openapi } from '../../src/docs/openapi.ts';
import { TEST_API_KEY } from '../../src/domain/account/api-key.ts';
import { EXAMPLE_IDNO } from '../../src/domain/company/test-companies.ts';
import { listFormWords, toLegalForm } from '../../src/domain/register/legal-form.ts';
import { importSample } from '../../src/import/run.ts';
import { OPERATIONS, type OperationName, REST_PREFIX } from '../../src/rest/operations.ts';
import { IDNO } from '../support/companies.ts';
import {
  EXAMPLES,
  expectContract,
  openAjv,
  RESPONSES,
  toHeaderNames,
} from '../support/contract.ts';
import type { Answer } from '../support/http.ts';
import { COLLECT_ANSWERS } from './every-answer.ts';
import { openApi, shareApi } from './open.ts';

const { schemas } = openapi.components;
const NAMES = Object.keys(OPERATIONS) as OperationName[];

interface Field {
  type: string | readonly string[];
  enum?: readonly string[];
}

/** The fields of a schema. */
function listFields(reference: string): object[] {
  const name = reference.replace('#/components/schemas/', '');
  return Object.values(Object(schemas)[name].properties);
}

/** Every company of the sample, and one of which everything is known. */
async function collectCompanies() {
  const companyUrl = 'http://127.0.0.1:3000/companie/{idno}';
  const { store, get, key } = await openApi({ plan: 'agency', companyUrl });
  await importSample(store, tmpdir());
  const bodies = new Map<string, string>();
  for (const idno of [IDNO, EXAMPLE_IDNO, ...(await store.companies.listIdnos(null, 280))]) {
    bodies.set(idno, (await get(`/api/v1/company/${idno}`, key)).body);
  }
  return bodies;
}

describe('the OpenAPI document', () => {
  it('has the operations of the API, with their parameters', () => {
    const described = Object.keys(openapi.paths).filter((path) => path.startsWith(REST_PREFIX));
    const byPath = Map.groupBy(NAMES, (name) => REST_PREFIX + OPERATIONS[name].path);
    expect(described).toEqual([...byPath.keys()]);
    for (const [path, names] of byPath) {
      const operations = names.map((name) => {
        return [OPERATIONS[name].method.toLowerCase(), API_OPERATIONS[name]];
      });
      expect(openapi.paths[path]).toEqual(Object.fromEntries(operations));
    }
    for (const name of NAMES) {
      const asked = API_OPERATIONS[name].parameters.filter((one) => one.in !== 'header');
      expect(asked.map((one) => one.name)).toEqual(OPERATIONS[name].parameters);
    }
  });

  it('describes the body of each POST and each 200, with an example', () => {
    for (const name of NAMES) {
      const { requestBody, responses } = API_OPERATIONS[name];
      const bodies = [
        ...(OPERATIONS[name].method === 'POST' ? [requestBody] : []),
        ...(200 in responses ? [responses[200]] : []),
      ];
      for (const body of bodies) {
        const { schema, examples = {} } = Object(body).content['application/json'];
        expect([schema, Object.keys(examples).length > 0], name).toEqual([
          { $ref: expect.any(String) },
          true,
        ]);
      }
    }
  });

  it('has the fields of each 200, and some of its elements, in the data dictionary', () => {
    for (const name of NAMES) {
      const { content } = Object(API_OPERATIONS[name].responses[200]);
      if (content === undefined) continue;
      const fields = listFields(content['application/json'].schema.$ref);
      for (const field of fields) {
        expect(field, name).toHaveProperty('x-fresh');
        const { $ref } = Object(field).items ?? {};
        if ($ref === undefined) continue;
        expect(listFields($ref), `${name} ${$ref}`).toContainEqual(
          expect.objectContaining({ 'x-fresh': expect.any(String) }),
        );
      }
    }
  });

  it('has every word that the data dictionary shows of a field', () => {
    const text = expect.any(String);
    for (const { properties } of Object.values<{ properties: object }>(schemas)) {
      for (const [name, field] of Object.entries(properties)) {
        if (!('x-fresh' in field)) continue;
        const label = { ro: text, ru: text, en: text };
        const words = { 'x-label': label, 'x-form': text, 'x-source': text, 'x-null': text };
        expect(field, name).toMatchObject(words);
      }
    }
  });

  it('accepts what later versions of v1 may answer', () => {
    const ajv = openAjv(openapi);
    const faults: string[] = [];
    const check = (pointer: string, value: unknown) => {
      const isValid = ajv.validate({ $ref: `openapi#/components/${pointer}` }, value);
      if (!isValid) faults.push(`${pointer} ${ajv.errorsText()}`);
    };
    const addField = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(addField);
      if (typeof value !== 'object' || value === null) return value;
      const fields = Object.entries(value).map(([name, field]) => [name, addField(field)]);
      return { ...Object.fromEntries(fields), a_new_field: 1 };
    };
    const listed = Object.values(API_OPERATIONS).map(({ responses }) => Object(responses[200]));
    for (const { content } of listed) {
      const { schema, examples = {} } = content?.['application/json'] ?? {};
      for (const { value } of Object.values<{ value: object }>(examples)) {
        check(schema.$ref.replace('#/components/', ''), addField(value));
      }
    }
    check('schemas/ApiError', { error: 'a_new_error', message: 'Wait.', a_new_field: 1 });
    const headers = {
      'X-RateLimit-Limit': 1_200,
      'X-RateLimit-Tier': 'highest',
      'X-RateLimit-Remaining': 1_199,
      'RateLimit-Policy': '"highest";q=1200;w=60',
      RateLimit: '"highest";r=1199;t=60;pk=:YQ==:, "day";r=9;t=3600',
      Allow: 'GET, HEAD, PATCH',
      'Cache-Control': 'private, max-age=1',
      ETag: 'W/"a.b"',
      'WWW-Authenticate': 'Bearer realm="api"',
      'Retry-After-Window': 30,
    };
    for (const [name, value] of Object.entries(headers)) check(`headers/${name}/schema`, value);
    expect(faults).toEqual([]);
  });

  it('has a value for each filter that a program fills in, which finds a test company', async () => {
    const { get } = await openApi({ plan: 'agency' });
    const parameters = Object.values(API_OPERATIONS).flatMap((one) => one.parameters);
    const filters = parameters.filter((one) => one.in === 'query' && one.name !== 'after');
    for (const { name, example, examples, schema } of filters) {
      expect(example ?? examples?.value.value ?? schema['default'], name).toBeDefined();
    }
    const search = API_OPERATIONS.search.parameters.flatMap(({ name, example, examples }) => {
      const value = example ?? examples?.value.value;
      return value === undefined ? [] : [[name, value]];
    });
    const { body } = await get(`/api/v1/search?${new URLSearchParams(search)}`, TEST_API_KEY);
    expect(JSON.parse(body).companies).toMatchObject([{ idno: EXAMPLE_IDNO }]);
  });

  it('passes the linter', async () => {
    // The licence is the operator's to give, by name.
    const rules = { 'info-license': 'off' } as const;
    const config = await createConfig({ extends: ['recommended-strict'], rules });
    const source = JSON.stringify(openapi);
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    const toLine = ({ ruleId, message, location }: (typeof problems)[number]) =>
      `${ruleId} ${location[0]?.pointer}: ${message}`;
    expect(problems.map(toLine)).toEqual([]);
  });

  it('has no keyword beside a reference, which generators ignore or read as another schema', () => {
    const mixed: string[] = [];
    JSON.stringify(openapi, (key, value) => {
      if (Object(value).$ref !== undefined && Object.keys(value).length > 1) {
        mixed.push(`${key}: ${JSON.stringify(value)}`);
      }
      return value;
    });
    expect(mixed).toEqual([]);
  });

  it('is in schema/openapi.json as it is served (npm run schema)', () => {
    const path = new URL('../../schema/openapi.json', import.meta.url);
    expect(`${JSON.stringify(openapi, null, 2)}\n`).toBe(readFileSync(path, 'utf8'));
  });

  it('tells of every status, header and error that is answered, and of no other', async () => {
    const all: Answer[] = [];
    for (const name of NAMES) {
      const answers = await COLLECT_ANSWERS[name]();
      for (const answer of answers)
        expectContract(OPERATIONS[name].method, answer, REST_PREFIX + OPERATIONS[name].path);
      const statuses = new Set(answers.map(({ status }) => String(status)));
      const own = Object.entries(API_OPERATIONS[name].responses).filter(
        ([, one]) => name === 'company' || !('$ref' in one),
      );
      expect([...statuses].sort()).toEqual(own.map(([status]) => status));
      for (const [status] of own) {
        const seen = answers.filter((answer) => String(answer.status) === status);
        for (const header of toHeaderNames(RESPONSES[name][status]).keys()) {
          expect(
            seen.some(({ headers }) => header in headers),
            `${name} ${status} ${header}`,
          ).toBe(true);
        }
      }
      all.push(...answers);
    }
    const errors = all
      .filter(({ status }) => status >= 400)
      .map(({ body }): { error: string; message: string } => JSON.parse(body));
    expect(new Set(errors.map(({ error }) => error))).toEqual(
      new Set(schemas.ApiError.properties.error['x-extensible-enum']),
    );
    // The request id of the one example is another in every answer.
    const withoutId = (text: string) => text.replace(/[0-9a-f-]{36}/, '');
    const examples = EXAMPLES.filter(({ status }) => status !== '200');
    const bodies = all.map(({ body }) => withoutId(body));
    for (const { value } of examples) {
      expect(bodies).toContain(withoutId(JSON.stringify(value)));
    }
    expect(new Set(examples.map(({ value }) => (value as { error: string }).error))).toEqual(
      new Set(schemas.ApiError.properties.error['x-extensible-enum']),
    );
  });

  it('has the fields and values that are answered, and no other', async () => {
    const bodies = await collectCompanies();
    const companies = [...bodies.values()].map((body) => JSON.parse(body));
    expectSeen(schemas.Company, companies);
    expectSeen(
      schemas.Founder,
      companies.flatMap(({ founders }) => founders),
    );
    expectSeen(
      schemas.CaemEntry,
      companies.flatMap(({ caem }) => caem),
    );
    for (const { status, value } of EXAMPLES) {
      if (status !== '200') continue;
      const { idno } = value as { idno?: string };
      if (idno !== undefined) expect(bodies.get(idno)).toBe(JSON.stringify(value));
    }
  });

  it('labels every value of a list', () => {
    const { legal_form: legalForm, status } = schemas.Company.properties;
    const { type } = schemas.Founder.properties;
    const forms = listFormWords().map(([words]) => {
      const reading = toLegalForm(words);
      return 'value' in reading ? reading.value : words;
    });
    expect(Object.keys(legalForm['x-values'])).toEqual([...new Set(forms)]);
    expect(Object.keys(status['x-values'])).toEqual(status.enum);
    expect(Object.keys(type['x-values'])).toEqual(type.enum);
  });
});

/** Each field filled in some answer and null in some if it may be; each listed value in some. */
function expectSeen(
  { properties, required }: { properties: Readonly<Record<string, Field>>; required: string[] },
  objects: readonly Record<string, unknown>[],
) {
  expect(required).toEqual(Object.keys(properties));
  for (const [name, { type, enum: values }] of Object.entries(properties)) {
    const seen = new Set(objects.map((one) => one[name]));
    expect(seen.has(null), `${name} as null`).toBe(type.includes('null'));
    seen.delete(null);
    expect(seen.size, name).toBeGreaterThan(0);
    if (values !== undefined) expect([...seen].sort()).toEqual([...values].sort());
  }
}

describe('an answer that the document does not tell of is found', () => {
  const open = shareApi();
  it.each<[string, string, object]>([
    ['a status', 'status 418', { status: 418 }],
    ['a limit', 'X-RateLimit-Limit', { headers: { 'x-ratelimit-limit': '61' } }],
    ['a policy', 'RateLimit-Policy', { headers: { 'ratelimit-policy': '"medium";q=61;w=60' } }],
    ['a header', 'header x-new', { headers: { 'x-new': '1' } }],
    ['a missing header', 'lacks the header etag', { headers: { etag: undefined } }],
    ['a tier', 'X-RateLimit-Tier', { headers: { 'x-ratelimit-tier': 'low' } }],
    ['a field', '{"additionalProperty":"ceo"}', { fields: { ceo: 'X' } }],
    ['a missing field', "required property 'capital'", { fields: { capital: undefined } }],
    ['a null', 'must be string', { fields: { name: null } }],
    ['a number', 'must be string', { fields: { capital: 5_400 } }],
    ['a value', 'allowed values', { fields: { status: 'noua' } }],
    ['a day of no calendar', 'format "date"', { fields: { reg_date: '2009-02-30' } }],
  ])('%s', async (_name, fault, change: { headers?: object; fields?: object }) => {
    const { get, key } = await open();
    const answer = await get(`/api/v1/company/${IDNO}`, key);
    const headers = Object.entries({ ...answer.headers, ...change.headers });
    const changed = {
      ...answer,
      ...change,
      headers: Object.fromEntries(headers.filter(([, value]) => value !== undefined)),
      body: JSON.stringify({ ...JSON.parse(answer.body), ...change.fields }),
    };
    expect(() => expectContract('GET', changed)).toThrow(fault);
  });

  it('an error of another status', async () => {
    const { send } = await open();
    const answer = await send(`/api/v1/company/${IDNO}`);
    const answerWith = (error: string) => {
      const body = JSON.stringify({ error, message: 'Wait.' });
      return () => expectContract('GET', { ...answer, body });
    };
    expect(answerWith('rate_limited')).toThrow("to include 'rate_limited'");
    expect(answerWith('a_new_error')).toThrow('allowed values');
  });
});
