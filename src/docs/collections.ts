import { TEST_API_KEY } from '../domain/account/api-key.ts';
import type { Operation, Parameter } from './openapi/operations.ts';
import { type ListedOperation, listOperations, type OpenApi } from './openapi.ts';
import { packZip } from './sdk/zip.ts';

/** A request of a collection, as both programs need it. */
interface CollectionRequest extends Pick<Operation, 'summary' | 'description'> {
  method: string;
  /** With the variable of the base URL, path parameters as `:idno`, and the query that is on. */
  url: string;
  pathParameters: readonly Field[];
  query: readonly Field[];
  headers: readonly Field[];
  /** JSON, indented. */
  body: string | null;
  needsKey: boolean;
}

interface Field {
  name: string;
  value: string;
  description: string;
  /** Optional ones are off, except those that the example of the operation has. */
  isOn: boolean;
}

const VARIABLES = { url: 'baseUrl', key: 'apiKey' } as const;
const BRUNO_FOLDER = 'registru';

/** A collection for Postman, in its format 2.1: the key is a variable, at first the public test key. */
export function toPostmanCollection(openapi: OpenApi): object {
  const { title, description } = openapi.info;
  return {
    info: {
      name: title,
      description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'bearer',
      bearer: [{ key: 'token', value: `{{${VARIABLES.key}}}`, type: 'string' }],
    },
    variable: [
      { key: VARIABLES.url, value: toBaseUrl(openapi) },
      { key: VARIABLES.key, value: TEST_API_KEY },
    ],
    item: listRequests(openapi).map(([name, requests]) => ({
      name,
      item: requests.map(toPostmanItem),
    })),
  };
}

function toPostmanItem(request: CollectionRequest): object {
  const { summary, description, method, url, pathParameters, query, headers, body } = request;
  const toPair = ({ name, value, isOn, description: text }: Field) => {
    return { key: name, value, description: text, ...(!isOn && { disabled: true }) };
  };
  const [host = '', ...path] = url.replace(/\?.*/, '').split('/');
  return {
    name: summary,
    request: {
      method,
      description,
      ...(!request.needsKey && { auth: { type: 'noauth' } }),
      header: [
        ...(body === null ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
        ...headers.map(toPair),
      ],
      ...(body !== null && {
        body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } },
      }),
      url: {
        raw: url,
        host: [host],
        path,
        query: query.map(toPair),
        variable: pathParameters.map(toPair),
      },
    },
    response: [],
  };
}

/** The same as a folder for Bruno, in a ZIP archive. */
export function packBrunoFolder(openapi: OpenApi): Buffer {
  const collection = { version: '1', name: openapi.info.title, type: 'collection' };
  const variables = [
    `${VARIABLES.url}: ${toBaseUrl(openapi)}`,
    `${VARIABLES.key}: ${TEST_API_KEY}`,
  ];
  const settings = [
    toBlock('auth', ['mode: bearer']),
    toBlock('auth:bearer', [`token: {{${VARIABLES.key}}}`]),
    toBlock('vars:pre-request', variables),
  ];
  const requests = listRequests(openapi).flatMap(([tag, ofTag]) =>
    ofTag.map((request, index) => [`${tag}/${request.summary}.bru`, toBruno(request, index + 1)]),
  );
  const files = [
    ['bruno.json', `${JSON.stringify(collection, null, 2)}\n`],
    ['collection.bru', settings.join('\n')],
    ...requests,
  ];
  return packZip(
    files.map(([name = '', text = '']) => {
      return { name: `${BRUNO_FOLDER}/${name}`, content: Buffer.from(text) };
    }),
  );
}

function toBruno(request: CollectionRequest, seq: number): string {
  const { summary, description, method, url, pathParameters, query, headers, body } = request;
  const toLine = ({ name, value, isOn }: Field) => `${isOn ? '' : '~'}${name}: ${value}`;
  const blocks = [
    toBlock('meta', [`name: ${summary}`, 'type: http', `seq: ${seq}`]),
    toBlock(method.toLowerCase(), [
      `url: ${url}`,
      `body: ${body === null ? 'none' : 'json'}`,
      `auth: ${request.needsKey ? 'inherit' : 'none'}`,
    ]),
    toBlock('params:query', query.map(toLine)),
    toBlock('params:path', pathParameters.map(toLine)),
    toBlock('headers', headers.map(toLine)),
    toBlock('body:json', body?.split('\n') ?? []),
    toBlock('docs', description.split('\n')),
  ];
  return blocks.filter((block) => block !== '').join('\n');
}

/** Empty where it has no line. */
function toBlock(name: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return `${name} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
}

/** The requests by tag. */
function listRequests(openapi: OpenApi): (readonly [tag: string, CollectionRequest[]])[] {
  const byTag = Map.groupBy(listOperations(openapi), ({ operation }) => operation.tags[0] ?? '');
  return Array.from(byTag, ([tag, ofTag]) => [tag, ofTag.map(toRequest)] as const);
}

function toRequest({ method, path, operation }: ListedOperation): CollectionRequest {
  const { summary, description, parameters, requestBody, security } = operation;
  const listFields = (location: Parameter['in']) =>
    parameters.filter((one) => one.in === location).map(toField);
  const query = listFields('query');
  const on = query.filter(({ isOn }) => isOn);
  const search = on.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('&');
  const [example] = Object.values(requestBody?.content['application/json'].examples ?? {});
  return {
    summary,
    description,
    method: method.toUpperCase(),
    url: `{{${VARIABLES.url}}}${path.replace(/\{(\w+)\}/g, ':$1')}${search && `?${search}`}`,
    pathParameters: listFields('path'),
    query,
    headers: listFields('header'),
    body: example === undefined ? null : JSON.stringify(example.value, null, 2),
    needsKey: security === undefined,
  };
}

function toField({ name, description, required = false, ...one }: Parameter): Field {
  const { example, examples, schema } = one;
  const value = String(example ?? examples?.value.value ?? schema['default'] ?? '');
  return { name, value, description, isOn: required || example !== undefined };
}

function toBaseUrl({ servers }: OpenApi): string {
  return servers[0]?.url ?? '';
}
