import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { Header } from '../../src/docs/openapi/headers.ts';
import type { Response } from '../../src/docs/openapi/responses.ts';
import { findOperation, OPENAPI as openapi } from '../../src/docs/openapi.ts';
import { OPERATIONS, type OperationName, REST_PREFIX } from '../../src/rest/operations.ts';
import type { Answer } from './http.ts';

/** A response of the document, and where it is there. */
type Located = Response & { pointer: string };

const HEADER_REF = /^#\/components\/headers\/(.+)$/;
/** Of HTTP itself, or of every answer of the service. */
const COMMON_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'x-content-type-options',
  'cross-origin-resource-policy',
  'strict-transport-security',
  'vary',
]);

/** The document's responses by status, for each operation of the API. */
export const RESPONSES = Object.fromEntries(
  Object.keys(OPERATIONS).map((name) => [name, locateResponses(name as OperationName)]),
) as Readonly<Record<OperationName, Readonly<Record<string, Located>>>>;
/** Every example of a body, those of shared responses once. */
export const EXAMPLES: readonly { status: string; value: unknown }[] = [
  ...new Map(
    Object.values(RESPONSES)
      .flatMap((responses) => Object.entries(responses))
      .map(([status, one]) => [one.pointer, { status, ...one }]),
  ).values(),
].flatMap(({ status, content }) =>
  Object.values(content?.['application/json'].examples ?? {}).map(({ value }) => ({
    status,
    value,
  })),
);
const HEADERS: Readonly<Record<string, Header>> = openapi.components.headers;

const ajv = openAjv(toStrict(openapi));
const compiled = new Map<string, ValidateFunction>();

/**
 * Fails when an answer of the API is not as the OpenAPI document says: status, headers, body.
 * Addresses without an operation are answered as that of a company.
 */
export function expectContract(method: string, { status, headers, body }: Answer, path = ''): void {
  const response = findResponses(method, path, status)[status];
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
  const hasContent = response.content !== undefined;
  if (hasContent) expect(headers['content-type']).toBe('application/json; charset=utf-8');
  if (hasContent && method !== 'HEAD') {
    const value = JSON.parse(body);
    expectValid(`${response.pointer}/content/application~1json/schema`, value);
    const { 'x-errors': errors } = response;
    if (errors !== undefined) expect(errors).toContain(value.error);
  } else expect(body).toBe('');
}

function findResponses(
  method: string,
  path: string,
  status: number,
): Readonly<Record<string, Located>> {
  const names = Object.keys(OPERATIONS) as OperationName[];
  const atPath = names.filter((name) => toPathPattern(name).test(path));
  const asked = method === 'HEAD' ? 'GET' : method;
  const name = atPath.find((one) => OPERATIONS[one].method === asked) ?? atPath[0];
  return status === 404 || name === undefined ? RESPONSES.company : RESPONSES[name];
}

function toPathPattern(name: OperationName): RegExp {
  return new RegExp(`^${REST_PREFIX}${OPERATIONS[name].path.replace(/\{\w+\}/g, '[^/?]*')}(\\?|$)`);
}

function locateResponses(name: OperationName): Readonly<Record<string, Located>> {
  const path = REST_PREFIX + OPERATIONS[name].path;
  const method = OPERATIONS[name].method.toLowerCase();
  const { responses } = findOperation(openapi, name);
  const shared: Readonly<Record<string, Response>> = openapi.components.responses;
  const located = Object.entries(responses).map(([status, response]): [string, Located] => {
    const pointer = `/paths/${path.replaceAll('/', '~1')}/${method}/responses/${status}`;
    if (!('$ref' in response)) return [status, { ...response, pointer }];
    const name = response.$ref.split('/').at(-1) ?? '';
    const { description = '', ...others } = shared[name] ?? {};
    return [status, { description, ...others, pointer: `/components/responses/${name}` }];
  });
  return Object.fromEntries(located);
}

/** Header names in lower case, and what each is called in the document's components. */
export function toHeaderNames({
  headers = {},
}: Pick<Response, 'headers'> = {}): Map<string, string> {
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

export function expectValid(pointer: string, value: unknown): void {
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
  compiled.set(pointer, validate);
  const isValid = validate(value);
  const faults = validate.errors?.map(({ params }) => JSON.stringify(params)) ?? [];
  expect(isValid, `${pointer}: ${ajv.errorsText(validate.errors)} ${faults.join(' ')}`).toBe(true);
}

/** Compiles schemas of a document at `openapi#`. */
export function openAjv(document: object): Ajv2020 {
  const opened = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(opened);
  opened.addSchema(document, 'openapi');
  return opened;
}

/**
 * The document as of this version: it lets clients accept fields and values of later ones, which
 * are faults here.
 */
function toStrict(document: object): object {
  const text = JSON.stringify(document, (_key, value) => {
    if (value?.additionalProperties === true) return { ...value, additionalProperties: false };
    const { 'x-extensible-enum': known } = Object(value);
    return known === undefined ? value : { ...value, enum: known };
  });
  return JSON.parse(text);
}
