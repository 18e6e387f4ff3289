import { WHAT_TO_DO } from '../../src/docs/locales/en-api.ts';
import { API_OPERATIONS } from '../../src/docs/openapi/operations.ts';
import type { Response } from '../../src/docs/openapi/responses.ts';
import { OPENAPI } from '../../src/docs/openapi.ts';

/** One answer for each status and error of the document, with its headers. */
export function listErrorAnswers() {
  const { responses, headers } = OPENAPI.components;
  const shared: Readonly<Record<string, Response>> = responses;
  const known: Readonly<Record<string, { example: string | number }>> = headers;
  const all = Object.values(API_OPERATIONS).flatMap((operation) =>
    Object.entries(operation.responses).flatMap(([status, one]) => {
      const response = '$ref' in one ? shared[one.$ref.split('/').at(-1) ?? ''] : one;
      const sent = Object.entries(response?.headers ?? {}).map(([name, { $ref }]) => {
        return [name, String(known[$ref.split('/').at(-1) ?? '']?.example)];
      });
      return (response?.['x-errors'] ?? []).map((error) => ({
        status: Number(status),
        error,
        headers: Object.fromEntries(sent),
        body: JSON.stringify({ error, message: WHAT_TO_DO[error] }),
      }));
    }),
  );
  return [...new Map(all.map((one) => [`${one.status} ${one.error}`, one])).values()];
}
