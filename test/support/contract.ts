import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { OPENAPI as openapi } from '../../src/docs/openapi.ts';
import type { Answer } from './http.ts';

type Responses = (typeof openapi)['paths']['/api/v1/company/{idno}']['get']['responses'];
interface Header {
  required?: boolean;
  schema: { type: string };
}

const PATH = '/paths/~1api~1v1~1company~1{idno}/get/responses';
const HEADER_REF = /^#\/components\/headers\/(.+)$/;
/** Of HTTP itself, or of every answer of the service. */
const COMMON_HEADERS = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'x-content-type-options',
]);

/** The document's responses by status. */
export const RESPONSES: Readonly<Record<string, Responses[keyof Responses]>> =
  openapi.paths['/api/v1/company/{idno}'].get.responses;
/** Every example of a body. */
export const EXAMPLES: readonly { status: string; value: unknown }[] = Object.entries(
  RESPONSES,
).flatMap(([status, response]) => {
  if (!('content' in response)) return [];
  const examples: Readonly<Record<string, { value: unknown }>> =
    response.content['application/json'].examples;
  return Object.values(examples).map(({ value }) => ({ status, value }));
});
const HEADERS: Readonly<Record<string, Header>> = openapi.components.headers;

const ajv = openAjv();
const compiled = new Map<string, ValidateFunction>();

/** Fails when an answer of the API is not as the OpenAPI document says: status, headers, body. */
export function expectContract(method: string, { status, headers, body }: Answer): void {
  const response = RESPONSES[status];
  if (response === undefined) throw new Error(`the document has no status ${status}`);
  const documented = toHeaderNames(response);
  for (const [name, reference] of documented) {
    const { required = false } = HEADERS[reference] ?? {};
    const value = headers[name];
    if (value === undefined) expect(required, `${status} lacks the header ${name}`).toBe(false);
    else expectValid(`/components/headers/${reference}/schema`, toValue(reference, String(value)));
  }
  for (const name of Object.keys(headers)) {
    const known = COMMON_HEADERS.has(name) || documented.has(name);
    expect(known, `${status} has the header ${name}, which is not in the document`).toBe(true);
  }
  const hasContent = 'content' in response;
  if (hasContent) expect(headers['content-type']).toBe('application/json; charset=utf-8');
  if (hasContent && method !== 'HEAD') {
    expectValid(`${PATH}/${status}/content/application~1json/schema`, JSON.parse(body));
  } else expect(body).toBe('');
}

/** Header names in lower case, and what each is called in the document's components. */
export function toHeaderNames(response: object): Map<string, string> {
  const headers: Readonly<Record<string, { $ref: string }>> =
    'headers' in response ? (response.headers as Record<string, { $ref: string }>) : {};
  return new Map(
    Object.entries(headers).map(([name, { $ref }]) => [
      name.toLowerCase(),
      HEADER_REF.exec($ref)?.[1] ?? '',
    ]),
  );
}

function toValue(reference: string, text: string): unknown {
  return HEADERS[reference]?.schema.type === 'integer' ? Number(text) : text;
}

function expectValid(pointer: string, value: unknown): void {
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
  compiled.set(pointer, validate);
  const isValid = validate(value);
  expect(isValid, `${pointer}: ${ajv.errorsText(validate.errors)}`).toBe(true);
}

/** The document allows fields that it does not list; here such a field is a fault. */
function openAjv(): Ajv2020 {
  const strict = structuredClone(openapi);
  for (const schema of Object.values(strict.components.schemas)) {
    Object.assign(schema, { additionalProperties: false });
  }
  const opened = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(opened);
  opened.addSchema(strict, 'openapi');
  return opened;
}
