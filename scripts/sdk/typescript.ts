import { CLIENT_OPERATIONS, type ClientOperation, ERROR_NAMES } from './operations.ts';

/** The operations of the TypeScript client: what it sends, and a method for each. */
export function printTypeScript(): string {
  return `// Written by \`npm run sdk\`; do not edit.
import type { CallOptions } from './requests.ts';
import type { Answer, Parameters } from './types.ts';

export const OPERATIONS = {
${CLIENT_OPERATIONS.map(printRequest).join('\n')}
} as const;

export type OperationId = keyof typeof OPERATIONS;

export type ErrorName =
${ERROR_NAMES.map((name) => `  | '${name}'`).join('\n')};

export abstract class Operations {
  protected abstract call<Id extends OperationId>(
    id: Id,
    parameters: Parameters<Id> | undefined,
    options: CallOptions | undefined,
  ): Promise<Answer<Id>>;
${CLIENT_OPERATIONS.map(printMethod).join('')}}
`;
}

function printRequest({ id, method, path, parameters }: ClientOperation): string {
  const names = parameters.filter((one) => one.in === 'query').map(({ name }) => `'${name}'`);
  return `  ${id}: { method: '${method}', path: '${path}', query: [${names.join(', ')}] },`;
}

function printMethod({ id, summary, parameters, body }: ClientOperation): string {
  const isOptional = body === null && !parameters.some(({ required }) => required);
  return `
  /** ${summary}. */
  ${id}(
    parameters${isOptional ? '?' : ''}: Parameters<'${id}'>,
    options?: CallOptions,
  ): Promise<Answer<'${id}'>> {
    return this.call('${id}', parameters, options);
  }
`;
}
