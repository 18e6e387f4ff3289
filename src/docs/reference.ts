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
  /** The subject of the body: a described company, or the identifier of an error. */
  name: string;
  isError: boolean;
  whatToDo: string;
  html: string;
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
