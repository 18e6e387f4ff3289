import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { YogaServerInstance } from 'graphql-yoga';
import { limitDocuments, type OperationCheck } from './document-limits.ts';
import { type ErrorAnswer, findErrorOfStatus, RefusedRequest } from './errors.ts';
import { type FaultContext, maskErrors, toGraphqlAnswer } from './graphql-errors.ts';
import { takeJsonBodies } from './scope.ts';

export interface GraphqlEndpointOptions {
  schema: GraphQLSchema;
  path: string;
  /** Where browsers reach the service; no trailing slash. */
  baseUrl: string;
  maxBodyBytes: number;
  maxAliases: number;
  /** Checks an operation that the limits on documents accept. */
  checkOperation?: OperationCheck;
  /** Whether a field that fails makes the whole answer a 500 or 503, or leaves it a 200. */
  faultsSetStatus: boolean;
}

type Yoga<Context> = YogaServerInstance<Context & FaultContext, object>;

export interface GraphqlEndpoint<Context> {
  /** Runs the operation of a request in process. `context` is all that its resolvers may use. */
  run: (request: FastifyRequest, reply: FastifyReply, context: Context) => Promise<FastifyReply>;
  /** The answer to a request whose operation was never run. */
  toAnswer: (error: unknown, request: FastifyRequest) => ErrorAnswer;
}

/**
 * GraphQL over HTTP (https://graphql.github.io/graphql-over-http/draft) in its own scope, which
 * then accepts only JSON bodies. The caller adds the routes, because it knows who has access. The
 * library is loaded for the first operation: it has a third of all the modules of a server.
 */
export function createGraphqlEndpoint<Context extends object>(
  scope: FastifyInstance,
  options: GraphqlEndpointOptions,
): GraphqlEndpoint<Context> {
  const { schema, path, baseUrl, maxBodyBytes, maxAliases, checkOperation = () => [] } = options;
  let opened: Promise<Yoga<Context>> | null = null;
  takeJsonBodies(scope, maxBodyBytes);

  async function open(): Promise<Yoga<Context>> {
    const { createYoga } = await import('graphql-yoga');
    return createYoga({
      schema,
      graphqlEndpoint: path,
      graphiql: false,
      landingPage: false,
      batching: false,
      multipart: false,
      cors: false,
      logging: false,
      // It would keep up to 1,024 documents that clients made up, and the result of checks that
      // depend on their variables too.
      parserAndValidationCache: false,
      plugins: [limitDocuments(maxAliases, checkOperation), maskErrors(options.faultsSetStatus)],
    });
  }

  return {
    async run(request, reply, context) {
      opened ??= open();
      const yoga = await opened;
      const answer = await yoga.fetch(
        `${baseUrl}${request.url}`,
        {
          method: request.method,
          headers: toHeaders(request),
          body: request.body instanceof Buffer ? request.body.toString() : null,
        },
        { ...context, ...toFaultContext(request) },
      );
      const body = await answer.text();
      // Yoga refuses some headers without a body.
      if (body === '') throw new RefusedRequest(findErrorOfStatus(answer.status));
      const allow = answer.headers.get('allow');
      if (allow !== null) reply.header('allow', allow);
      const type = answer.headers.get('content-type') ?? 'application/json';
      return reply.code(answer.status).type(type).send(body);
    },
    toAnswer: (error, request) => toGraphqlAnswer(error, request, maxBodyBytes),
  };
}

/** Yoga gets the content types of request and response, and no cookie. */
function toHeaders({ headers }: FastifyRequest): Record<string, string> {
  const { accept = 'application/json', 'content-type': type } = headers;
  return { accept, ...(type && { 'content-type': type }) };
}

function toFaultContext({ id, log }: FastifyRequest): FaultContext {
  return {
    requestId: id,
    logFault: (error) => log.error({ err: error }, 'a GraphQL operation failed'),
  };
}
