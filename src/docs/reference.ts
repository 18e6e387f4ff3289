import { STATUS_CODES } from 'node:http';
import { highlight } from '../web/frame/highlight.ts';
import type { OpenApi } from './openapi.ts';

export interface HeaderEntry {
  name: string;
  description: string;
  example: string;
}

/** One status of the operation, with what comes with it. */
export interface ResponseEntry {
  status: string;
  title: string;
  description: string;
  headers: HeaderEntry[];
  examples: ExampleEntry[];
}

export interface ExampleEntry {
  /** The name of the example: a described company, or the identifier of an error. */
  name: string;
  isError: boolean;
  whatToDo: string;
  html: string;
}

/** One row of the table of errors. */
export interface ErrorRow {
  status: string;
  name: string;
  /** Where the reference describes it. */
  href: string;
  /** Whether the same request may get another answer later. */
  isTemporary: boolean;
}

interface Reference {
  $ref: string;
}

interface Operation {
  responses: Readonly<Record<string, ResponseObject | Reference>>;
}

interface ResponseObject {
  description: string;
  headers?: Readonly<Record<string, { $ref: string }>>;
  content?: {
    'application/json': {
      examples: Readonly<Record<string, ExampleObject>>;
    };
  };
}

interface ExampleObject {
  summary?: string;
  'x-what-to-do'?: string;
  value: object;
}

const TEMPORARY: readonly string[] = ['408', '429', '500', '503'];

/** Every error of the operations once, by status. */
export function toErrorRows(
  operations: readonly { anchorPrefix: string; responses: readonly ResponseEntry[] }[],
): ErrorRow[] {
  const rows = new Map<string, ErrorRow>();
  for (const { anchorPrefix, responses } of operations) {
    for (const { status, examples } of responses) {
      for (const { isError, name } of examples) {
        if (!isError || rows.has(name)) continue;
        const href = `/docs/reference#${anchorPrefix}status-${status}`;
        rows.set(name, { status, name, href, isTemporary: TEMPORARY.includes(status) });
      }
    }
  }
  return [...rows.values()].sort((one, other) => Number(one.status) - Number(other.status));
}

/** Every status of an operation in ascending order. */
export function toResponses(openapi: OpenApi, operation: Operation): ResponseEntry[] {
  const headers: Readonly<Record<string, { description: string; example: string | number }>> =
    openapi.components.headers;
  return Object.entries(operation.responses).map(([status, found]) => {
    const response = toResponse(openapi, found);
    return {
      status,
      title: STATUS_CODES[status] ?? '',
      description: response.description,
      headers: Object.entries(response.headers ?? {}).map(([name, { $ref }]) => {
        const { description = '', example = '' } = headers[$ref.split('/').at(-1) ?? ''] ?? {};
        return { name, description, example: String(example) };
      }),
      examples: Object.values(response.content?.['application/json'].examples ?? {}).map(toExample),
    };
  });
}

function toExample(example: ExampleObject): ExampleEntry {
  const { summary = '', value } = example;
  const isError = 'error' in value;
  return {
    name: isError ? String(value.error) : summary,
    isError,
    whatToDo: example['x-what-to-do'] ?? '',
    html: highlight(JSON.stringify(value, null, 2)),
  };
}

/** A response of the operation itself, or one that operations share. */
function toResponse(openapi: OpenApi, response: ResponseObject | Reference): ResponseObject {
  if (!('$ref' in response)) return response;
  const shared: Readonly<Record<string, ResponseObject>> = openapi.components.responses;
  const found = shared[response.$ref.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`there is no response ${response.$ref}`);
  return found;
}

export function toOperations({ paths }: OpenApi) {
  return {
    company: paths['/api/v1/company/{idno}'].get,
    search: paths['/api/v1/search'].get,
    changes: paths['/api/v1/changes'].get,
  };
}
