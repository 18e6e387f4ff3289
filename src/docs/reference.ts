import { STATUS_CODES } from 'node:http';
import { highlight } from './highlight.ts';
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

/** Every status in ascending order. */
export function toResponses(openapi: OpenApi): ResponseEntry[] {
  const headers: Readonly<Record<string, { description: string; example: string | number }>> =
    openapi.components.headers;
  const responses: Readonly<Record<string, ResponseObject>> = toOperation(openapi).responses;
  return Object.entries(responses).map(([status, response]) => {
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

export function toOperation(openapi: OpenApi) {
  return openapi.paths['/api/v1/company/{idno}'].get;
}
