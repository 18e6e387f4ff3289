import type { FastifyInstance } from 'fastify';
import { GraphQLError } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { Unavailable } from '../domain/errors.ts';
import { accountSchema } from '../schema/index.ts';
import type { HolderContext } from '../schema/types.ts';
import { limitDocuments } from '../web/document-limits.ts';
import { RefusedRequest } from '../web/errors.ts';
import { CrossSite } from '../web/same-origin.ts';
import { ACCOUNT_PATH } from './paths.ts';
import type { PageTools } from './tools.ts';

const GRAPHQL_PATH = `${ACCOUNT_PATH}/graphql`;
const MAX_BODY_BYTES = 65_536;
const MAX_ALIASES = 15;

export type GraphqlDependencies = Pick<PageTools, 'baseUrl' | 'findHolder'>;

/** The account view for programs of the signed-in holder, under the page's origin rule. */
export function accountGraphql(
  scope: FastifyInstance,
  { baseUrl, findHolder }: GraphqlDependencies,
  done: () => void,
) {
  const yoga = createYoga<HolderContext>({
    schema: accountSchema,
    graphqlEndpoint: GRAPHQL_PATH,
    graphiql: false,
    landingPage: false,
    batching: false,
    cors: false,
    logging: false,
    // It would keep up to 1,024 documents, with their errors, of whoever has an account.
    parserAndValidationCache: false,
    plugins: [limitDocuments(MAX_ALIASES)],
    maskedErrors: { maskError: (error) => maskFault(error, scope) },
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    (_request, body, parsed) => parsed(null, body),
  );
  scope.setErrorHandler((error, request, reply) => {
    const status = toStatus(error);
    if (status >= 500) request.log.error({ err: error }, 'an account operation failed');
    return reply.code(status).send({ errors: [{ message: toMessage(status) }] });
  });

  scope.get(GRAPHQL_PATH, (_request, reply) =>
    reply
      .code(405)
      .header('allow', 'POST')
      .send({ errors: [{ message: MESSAGES[405] }] }),
  );

  scope.post(GRAPHQL_PATH, async (request, reply) => {
    const holder = await findHolder(request);
    if (holder === null) {
      return reply.code(401).send({ errors: [{ message: MESSAGES[401] }] });
    }
    const { accept = 'application/json' } = request.headers;
    const answer = await yoga.fetch(
      `${baseUrl}${GRAPHQL_PATH}`,
      {
        method: 'POST',
        headers: { accept, 'content-type': 'application/json' },
        body: request.body instanceof Buffer ? request.body.toString() : '',
      },
      holder,
    );
    const text = await answer.text();
    // It refuses some of the headers without a body.
    if (text === '') throw new RefusedRequest(answer.status);
    const type = answer.headers.get('content-type') ?? 'application/json';
    return reply.code(answer.status).type(type).send(text);
  });
  done();
}

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'Send one operation as JSON.',
  401: 'Sign in at /cont/api first.',
  403: 'Send it from a page of this service.',
  405: 'Send operations by POST.',
  413: 'Send at most 64 KiB.',
  406: 'Accept application/json or application/graphql-response+json.',
  415: 'Send application/json.',
  417: 'Leave out the header Expect, or send "100-continue" in it.',
  500: 'Unexpected error.',
  503: 'The service can not answer now; retry in a few seconds.',
};

function toMessage(status: number): string {
  return MESSAGES[status] ?? MESSAGES[status < 500 ? 400 : 500] ?? '';
}

/** What the document's author did wrong is told; what else was thrown is logged and masked. */
function maskFault(error: unknown, { log }: FastifyInstance): Error {
  const fault = error instanceof Error && 'originalError' in error ? error.originalError : error;
  if (error instanceof Error && error.name === 'GraphQLError' && fault === undefined) return error;
  log.error({ err: fault }, 'an account operation failed');
  const status = fault instanceof Unavailable ? 503 : 500;
  return new GraphQLError(MESSAGES[status] ?? '', { extensions: { http: { status } } });
}

function toStatus(error: unknown): number {
  if (error instanceof CrossSite) return 403;
  if (error instanceof Unavailable) return 503;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  return typeof status === 'number' ? status : 500;
}
