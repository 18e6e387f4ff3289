import { STATUS_CODES } from 'node:http';
import { OPERATIONS, type OperationName, REST_PREFIX } from '../rest/operations.ts';
import { highlight } from '../web/frame/highlight.ts';
import type { Operation } from './openapi/operations.ts';
import type { Response } from './openapi/responses.ts';
import { findOperation, type OpenApi } from './openapi.ts';

/** An operation as the pages show it. */
export interface ShownOperation extends Omit<Operation, 'responses'> {
  method: string;
  /** Its address, with its first parameter if that is of the query. */
  address: string;
  /** Before the anchors of its parts. */
  prefix: string;
  responses: ResponseEntry[];
}

/** One status of the operation, with what comes with it. */
interface ResponseEntry {
  status: string;
  title: string;
  description: string;
  /** Whether other operations answer with it too. */
  isShared: boolean;
  headers: { name: string; description: string; example: string }[];
  examples: ExampleEntry[];
}

interface ExampleEntry {
  /** The name of the example: a described company, or the identifier of an error. */
  name: string;
  isError: boolean;
  whatToDo: string;
  html: string;
}

/** One row of the table of errors. */
interface ErrorRow {
  status: string;
  name: string;
  /** Where the reference describes it. */
  href: string;
  /** Whether the same request may get another answer later. */
  isTemporary: boolean;
}

const TEMPORARY: readonly string[] = ['408', '429', '500', '503'];

/** The operations of the API by name, that of a company first. */
export function toOperations(openapi: OpenApi): Readonly<Record<OperationName, ShownOperation>> {
  const shown = Object.entries(OPERATIONS).map(([name, { method, path, parameters }]) => {
    const operation = findOperation(openapi, name as OperationName);
    const [first] = parameters;
    const hasQuery = first !== undefined && !path.includes(`{${first}}`);
    const address = REST_PREFIX + path + (hasQuery ? `?${first}=…` : '');
    const prefix = name === 'company' ? '' : `${name}-`;
    const responses = toResponses(openapi, operation);
    return [name, { ...operation, method, address, prefix, responses }];
  });
  return Object.fromEntries(shown);
}

/** Every error of the operations once, by status. */
export function toErrorRows(operations: readonly ShownOperation[]): ErrorRow[] {
  const rows = new Map<string, ErrorRow>();
  for (const { prefix, responses } of operations) {
    for (const { status, examples } of responses) {
      for (const { isError, name } of examples) {
        if (!isError || rows.has(name)) continue;
        const href = `/docs/reference#${prefix}status-${status}`;
        rows.set(name, { status, name, href, isTemporary: TEMPORARY.includes(status) });
      }
    }
  }
  return [...rows.values()].sort((one, other) => Number(one.status) - Number(other.status));
}

/** Every status of an operation in ascending order. */
function toResponses({ components }: OpenApi, operation: Operation): ResponseEntry[] {
  return Object.entries(operation.responses).map(([status, found]) => {
    const isShared = '$ref' in found;
    const response = isShared ? follow<Response>(components.responses, found.$ref) : found;
    const { description, headers = {}, content } = response;
    return {
      status,
      title: STATUS_CODES[status] ?? '',
      description,
      isShared,
      headers: Object.entries(headers).map(([name, { $ref }]) => {
        const header = follow<OpenApi['components']['headers']['ETag']>(components.headers, $ref);
        return { name, description: header.description, example: String(header.example) };
      }),
      examples: Object.values(content?.['application/json'].examples ?? {}).map(
        ({ summary = '', 'x-what-to-do': whatToDo = '', value }) => {
          const isError = 'error' in value;
          const html = highlight(JSON.stringify(value, null, 2));
          return { name: isError ? String(value.error) : summary, isError, whatToDo, html };
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
