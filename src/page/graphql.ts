import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createYoga } from 'graphql-yoga';
import { Unavailable } from '../domain/unavailable.ts';
import { accountSchema } from '../schema/index.ts';
import type { HolderContext } from '../schema/types.ts';
import { limitDocuments } from '../web/document-limits.ts';
import { CrossSite } from '../web/same-origin.ts';

const MAX_BODY_BYTES = 65_536;
const MAX_ALIASES = 15;

export interface GraphqlDependencies {
  baseUrl: string;
  /** Null: nobody is signed in. */
  findHolder: (request: FastifyRequest) => Promise<HolderContext | null>;
}

/** The account view for programs of the signed-in holder, under the page's origin rule. */
export function accountGraphql(
  scope: FastifyInstance,
  { baseUrl, findHolder }: GraphqlDependencies,
  done: () => void,
) {
  const yoga = createYoga<HolderContext>({
    schema: accountSchema,
    graphqlEndpoint: '/cont/api/graphql',
    graphiql: false,
    landingPage: false,
    batching: false,
    cors: false,
    logging: false,
    plugins: [limitDocuments(MAX_ALIASES)],
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
    return reply.code(status).send({ errors: [{ message: MESSAGES[status] ?? MESSAGES[500] }] });
  });

  scope.post<{ Body: Buffer }>('/cont/api/graphql', async (request, reply) => {
    const holder = await findHolder(request);
    if (holder === null) {
      return reply.code(401).send({ errors: [{ message: 'Sign in at /cont/api first.' }] });
    }
    const { accept = 'application/json' } = request.headers;
    const answer = await yoga.fetch(
      `${baseUrl}/cont/api/graphql`,
      {
        method: 'POST',
        headers: { accept, 'content-type': 'application/json' },
        body: Buffer.from(request.body).toString(),
      },
      holder,
    );
    const type = answer.headers.get('content-type') ?? 'application/json';
    return reply
      .code(answer.status)
      .type(type)
      .send(await answer.text());
  });
  done();
}

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'Send one operation as JSON.',
  403: 'Send it from a page of this service.',
  413: 'Send at most 64 KiB.',
  415: 'Send application/json.',
  500: 'Unexpected error.',
  503: 'The service can not answer now; retry in a few seconds.',
};

function toStatus(error: unknown): number {
  if (error instanceof CrossSite) return 403;
  if (error instanceof Unavailable) return 503;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  return typeof status === 'number' ? status : 500;
}
