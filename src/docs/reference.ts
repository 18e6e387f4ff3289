import { STATUS_CODES } from 'node:http';
import { OPERATIONS, type OperationName, REST_PREFIX } from '../rest/operations.ts';
import { highlight } from '../web/frame/markup.ts';
import type { Operation } from './openapi/operations.ts';
import type { Response } from './openapi/responses.ts';
import { findOperation, type OpenApi } from './openapi.ts';
import { toRequestSamples } from './request-samples.ts';

/** An operation as the pages show it. */
export type ShownOperation = ReturnType<typeof show>;

const REFERENCE_PATH = '/docs/reference';

export function toOperationPath(name: string): string {
  return `${REFERENCE_PATH}/${name}`;
}

const TEMPORARY: readonly string[] = ['408', '429', '500', '503'];

/** The operations of the API by name, the look-up of a company first. */
export function toOperations(openapi: OpenApi): Readonly<Record<OperationName, ShownOperation>> {
  const names = Object.keys(OPERATIONS) as OperationName[];
  const shown = names.map((name) => [name, show(openapi, name)]);
  return Object.fromEntries(shown);
}

function show(openapi: OpenApi, name: OperationName) {
  const { method, path, parameters } = OPERATIONS[name];
  const operation = findOperation(openapi, name);
  const [first] = parameters;
  const hasQuery = first !== undefined && !path.includes(`{${first}}`);
  return {
    ...operation,
    method,
    /** Its path, with the first parameter if that belongs to the query. */
    address: REST_PREFIX + path + (hasQuery ? `?${first}=…` : ''),
    page: toOperationPath(name),
    /** The prefix of its anchors on the overview. */
    prefix: name === 'company' ? '' : `${name}-`,
    samples: toRequestSamples(openapi, name),
    body: toBody(openapi, operation),
    fields: toFields(openapi, name, operation),
    responses: toResponses(openapi, operation),
  };
}

/** The fields of its 200; a response without a body has none. */
function toFields(openapi: OpenApi, name: OperationName, { responses }: Operation) {
  const { 200: found } = responses;
  const schema = found && 'content' in found && found.content?.['application/json'].schema.$ref;
  if (!schema) return [];
  // These two share no path of a field; other operations may repeat one.
  const idPrefix = name === 'company' || name === 'search' ? '' : `${name}-`;
  return listFields(openapi, schema, { idPrefix });
}

/** The members of its JSON body as parameters, and an example; null if it takes no body. */
function toBody({ components }: OpenApi, { requestBody }: Operation) {
  if (requestBody === undefined) return null;
  const { schema, examples = {} } = requestBody.content['application/json'];
  const { properties, required } = follow<BodySchema>(components.schemas, schema.$ref);
  const [example] = Object.values(examples);
  if (example === undefined) throw new Error(`${schema.$ref} has no example`);
  const parameters = Object.entries(properties).map(([name, { description = '', ...form }]) => ({
    name,
    in: 'body',
    required: required.includes(name),
    description,
    schema: form,
  }));
  return { parameters, html: highlight(JSON.stringify(example.value, null, 2)) };
}

interface BodySchema {
  properties: Readonly<Record<string, { description?: string; [keyword: string]: unknown }>>;
  required: readonly string[];
}

/** A field of an answer in the data dictionary. */
interface FieldEntry {
  /** Its path in the answer, `founders[].share`. */
  path: string;
  /** The path as an anchor. */
  id: string;
  /** Its JSON type: `string or null`. */
  type: string;
  /** When its value was updated. */
  fresh: string;
  schema: FieldSchema;
}

interface FieldSchema {
  type: string | readonly string[];
  items?: { $ref?: string; type?: string | readonly string[] };
  'x-fresh': string;
}

const FRESHNESS: Readonly<Record<string, string>> = {
  dump: "From the register's last weekly dump.",
  supplement: 'From the last supplement that provides it; supplements have no fixed date.',
  both: "From the last supplement if there is one, else from the register's last weekly dump.",
  import: 'When an import has completed.',
  service: 'Created for each request.',
};

/** The fields that a schema describes, in its order; those of a list's elements follow the list. */
function listFields(
  openapi: OpenApi,
  reference: string,
  { path = '', idPrefix = '' } = {},
): FieldEntry[] {
  const { properties } = follow<{ properties: { [name: string]: object } }>(
    openapi.components.schemas,
    reference,
  );
  return Object.entries(properties).flatMap(([key, schema]) => {
    if (!isDescribed(schema)) return [];
    const { type, items } = schema;
    const { [schema['x-fresh']]: fresh } = FRESHNESS;
    if (fresh === undefined) {
      throw new Error(`${path}${key} in words.json has an unknown x-fresh: ${schema['x-fresh']}`);
    }
    const entry = {
      path: path + key,
      id: idPrefix + (path + key).replace('[]', ''),
      type:
        items === undefined
          ? [type].flat().join(' or ')
          : `array of ${[items.type ?? 'object'].flat().join('s or ')}s`,
      fresh,
      schema,
    };
    if (items?.$ref === undefined) return [entry];
    return [entry, ...listFields(openapi, items.$ref, { path: `${entry.path}[].`, idPrefix })];
  });
}

function isDescribed(schema: object): schema is FieldSchema {
  return 'x-fresh' in schema;
}

interface Bounds {
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  format?: string;
  default?: unknown;
  items?: Bounds;
}

/** What a schema allows besides its type: `1 to 50`, `default 20`. */
export function toBounds(schema: Bounds): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, format, items } = schema;
  return [
    ...(format === undefined ? [] : [format]),
    ...(maximum === undefined ? [] : [`${minimum} to ${maximum}`]),
    ...(maxLength === undefined ? [] : [`${minLength ?? 0} to ${maxLength} characters`]),
    ...(maxItems === undefined
      ? []
      : [minItems === undefined ? `at most ${maxItems}` : `${minItems} to ${maxItems}`]),
    ...(schema.default === undefined ? [] : [`default ${schema.default}`]),
    ...(items === undefined ? [] : toBounds(items).map((bound) => `each ${bound}`)),
  ];
}

/** Every error of the operations once, by status. */
export function toErrorRows(operations: readonly ShownOperation[]) {
  const rows = new Map<
    string,
    { status: string; name: string; href: string; isTemporary: boolean }
  >();
  for (const { page, responses } of operations) {
    for (const { status, examples, isShared } of responses) {
      for (const { isError, name } of examples) {
        if (!isError || rows.has(name)) continue;
        const href = `${isShared ? REFERENCE_PATH : page}#status-${status}`;
        // Whether the same request may get another answer later.
        const isTemporary = TEMPORARY.includes(status);
        rows.set(name, { status, name, href, isTemporary });
      }
    }
  }
  return [...rows.values()].sort((one, other) => Number(one.status) - Number(other.status));
}

/** The responses that operations share, each once, by status. */
export function toSharedResponses(operations: readonly ShownOperation[]) {
  const shared = operations.flatMap(({ responses }) => responses.filter((one) => one.isShared));
  const byStatus = new Map(shared.map((response) => [response.status, response]));
  return [...byStatus.values()].sort((one, other) => Number(one.status) - Number(other.status));
}

/** Every status of an operation in ascending order. */
function toResponses({ components }: OpenApi, operation: Operation) {
  return Object.entries(operation.responses).map(([status, found]) => {
    const isShared = '$ref' in found;
    const response = isShared ? follow<Response>(components.responses, found.$ref) : found;
    const { description, headers = {}, content } = response;
    return {
      status,
      title: STATUS_CODES[status] ?? '',
      description,
      /** Whether other operations answer with it too. */
      isShared,
      headers: Object.entries(headers).map(([name, { $ref }]) => {
        const header = follow<OpenApi['components']['headers']['ETag']>(components.headers, $ref);
        const id = $ref.split('/').at(-1) ?? '';
        return {
          name,
          id,
          href: `${REFERENCE_PATH}#header-${id}`,
          example: String(header.example),
        };
      }),
      examples: Object.values(content?.['application/json'].examples ?? {}).map(
        ({ summary = '', 'x-what-to-do': whatToDo = '', value }) => {
          const isError = 'error' in value;
          // The summary of an example, or the identifier of an error.
          const name = isError ? String(value.error) : summary;
          const html = highlight(JSON.stringify(value, null, 2));
          return { name, isError, whatToDo, html };
        },
      ),
    };
  });
}

function follow<Shared>(shared: Readonly<Record<string, Shared>>, reference: string): Shared {
  const found = shared[reference.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`there is no ${reference}`);
  return found;
}
