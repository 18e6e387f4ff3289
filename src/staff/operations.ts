import type { FastifyRequest } from 'fastify';
import { createYoga } from 'graphql-yoga';
import { staffSchema } from '../schema/index.ts';
import { limitDocuments } from '../web/document-limits.ts';
import { maskErrors } from './masked-errors.ts';
import type { OperationContext } from './operation-context.ts';
import { limitCost } from './query-cost.ts';

export const STAFF_PATH = '/graphql';
const MAX_ALIASES = 30;

export interface OperationAnswer {
  status: number;
  type: string;
  headers: Record<string, string>;
  body: string;
}

/** Carries out what a request over HTTP asks of the staff view, in process. */
export function createStaffOperations(baseUrl: string) {
  const yoga = createYoga<OperationContext>({
    schema: staffSchema,
    graphqlEndpoint: STAFF_PATH,
    graphiql: false,
    landingPage: false,
    batching: false,
    multipart: false,
    cors: false,
    logging: false,
    // What a document costs is told by its variables: nothing of that may be kept by document.
    parserAndValidationCache: false,
    plugins: [limitDocuments(MAX_ALIASES), limitCost, maskErrors],
  });

  return async (request: FastifyRequest, context: OperationContext): Promise<OperationAnswer> => {
    const answer = await yoga.fetch(
      `${baseUrl}${request.url}`,
      {
        method: request.method,
        headers: toHeaders(request),
        body: request.body instanceof Buffer ? Buffer.from(request.body).toString() : null,
      },
      context,
    );
    const allow = answer.headers.get('allow');
    return {
      status: answer.status,
      type: answer.headers.get('content-type') ?? 'application/json',
      headers: allow === null ? {} : { allow },
      body: await answer.text(),
    };
  };
}

/** Only what tells the form of the question and of the answer. */
function toHeaders({ headers }: FastifyRequest): Record<string, string> {
  const { accept, 'content-type': type } = headers;
  return { ...(accept && { accept }), ...(type && { 'content-type': type }) };
}
