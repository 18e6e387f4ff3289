import type { FastifyInstance } from 'fastify';
import { accountSchema } from '../schema/index.ts';
import type { HolderContext } from '../schema/types.ts';
import { RefusedRequest } from '../web/errors.ts';
import { createGraphqlEndpoint } from '../web/graphql-endpoint.ts';
import { sendGraphqlError } from '../web/graphql-errors.ts';
import { ACCOUNT_PATH, type PageTools } from './tools.ts';

const GRAPHQL_PATH = `${ACCOUNT_PATH}/graphql`;
const LIMITS = { maxBodyBytes: 65_536, maxAliases: 15 };

/** The account view for programs of the signed-in holder, under the page's origin rule. */
export function accountGraphql(
  scope: FastifyInstance,
  { baseUrl, findHolder }: Pick<PageTools, 'baseUrl' | 'findHolder'>,
  done: () => void,
) {
  const { run, toAnswer } = createGraphqlEndpoint<HolderContext>(scope, {
    schema: accountSchema,
    path: GRAPHQL_PATH,
    baseUrl,
    ...LIMITS,
    faultsSetStatus: true,
  });
  scope.setErrorHandler((error, request, reply) =>
    sendGraphqlError(request, reply, toAnswer(error, request)),
  );

  scope.get(GRAPHQL_PATH, () => {
    throw new RefusedRequest(GET_REFUSAL);
  });

  scope.post(GRAPHQL_PATH, async (request, reply) => {
    const holder = await findHolder(request);
    if (holder === null) throw new RefusedRequest(SIGN_IN_REFUSAL);
    return run(request, reply, holder);
  });
  done();
}

const GET_REFUSAL = {
  status: 405,
  error: 'method_not_allowed',
  message: 'Send operations by POST.',
  headers: { allow: 'POST' },
};

const SIGN_IN_REFUSAL = {
  status: 401,
  error: 'unauthenticated',
  message: `Sign in at ${ACCOUNT_PATH} first.`,
};
