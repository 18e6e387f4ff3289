import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ExecutionResult, GraphQLError, type GraphQLSchema } from 'graphql';
import type { Plugin, YogaServerInstance } from 'graphql-yoga';
import { Unavailable } from '../domain/errors.ts';
import { limitDocuments, type OperationCheck } from './document-limits.ts';
import {
  type ErrorAnswer,
  findErrorOfStatus,
  HTTP_ERRORS,
  RefusedRequest,
  toErrorAnswer,
} from './errors.ts';
import { NO_OPERATION, requireOperation, toResultType } from './graphql-request.ts';
import { toBodyText } from './json.ts';
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

/** The part of the request that masking of resolvers' errors needs. */
interface FaultContext {
  requestId: string;
  logFault: (error: unknown) => void;
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
      plugins: [
        requireOperation,
        limitDocuments(maxAliases, checkOperation),
        maskErrors(options.faultsSetStatus),
      ],
    });
  }

  return {
    async run(request, reply, context) {
      const accept = toResultType(request.headers.accept);
      if (accept === null) throw new RefusedRequest(HTTP_ERRORS.not_acceptable);
      opened ??= open();
      const yoga = await opened;
      const answer = await yoga.fetch(
        `${baseUrl}${request.url}`,
        {
          method: request.method,
          // The scope takes only JSON, whose type Yoga knows in lower case alone.
          headers: { accept, 'content-type': 'application/json' },
          body: toBodyText(request.body) || null,
        },
        { ...context, ...toFaultContext(request) },
      );
      const body = await answer.text();
      // Yoga refuses an escaped path without a body.
      if (body === '') throw new RefusedRequest(findErrorOfStatus(answer.status));
      const allow = answer.headers.get('allow');
      if (allow !== null) reply.header('allow', allow);
      const type = answer.headers.get('content-type') ?? 'application/json';
      return reply.code(answer.status).type(type).send(body);
    },
    toAnswer: (error, request) => toGraphqlAnswer(error, request, maxBodyBytes),
  };
}

function toFaultContext({ id, log }: FastifyRequest): FaultContext {
  return {
    requestId: id,
    logFault: (error) => log.error({ err: error }, 'a GraphQL operation failed'),
  };
}

/**
 * Passes on every GraphQLError, whose message is for the client. Anything else that a resolver
 * throws is logged whole, and answered with the id of the request alone.
 */
function maskErrors(faultsSetStatus: boolean): Plugin {
  return {
    onExecute({ executeFn, setExecuteFn }) {
      setExecuteFn(async (args) => {
        const result: ExecutionResult = await executeFn(args);
        const { errors } = result;
        if (errors === undefined) return result;
        const mask = (error: GraphQLError) => maskError(error, args.contextValue, faultsSetStatus);
        return { ...result, errors: errors.map(mask) };
      });
    },
  };
}

function maskError(
  error: GraphQLError,
  { requestId, logFault }: FaultContext,
  setsStatus: boolean,
): GraphQLError {
  const cause = error.originalError ?? error;
  if (cause instanceof GraphQLError) return error;
  logFault(cause);
  const { status, error: identifier, message } = toFault(cause, requestId);
  return new GraphQLError(message, {
    path: error.path ?? null,
    extensions: { code: toCode(identifier), requestId, ...(setsStatus && { http: { status } }) },
  });
}

function toFault(cause: Error, requestId: string): ErrorAnswer {
  if (cause instanceof Unavailable) return HTTP_ERRORS.unavailable;
  return { status: 500, error: 'internal_error', message: toInternalMessage(requestId) };
}

function toInternalMessage(requestId: string): string {
  return `Unexpected error: report the request ${requestId} to the operator.`;
}

/** The answer to a request that failed before an operation ran, in words for GraphQL clients. */
function toGraphqlAnswer(
  error: unknown,
  request: FastifyRequest,
  maxBodyBytes: number,
): ErrorAnswer {
  return toErrorAnswer(error, request, {
    bad_request: NO_OPERATION,
    body_too_large: `Send at most ${maxBodyBytes / 1_024} KiB.`,
    unsupported_media_type: 'Send application/json.',
    internal_error: toInternalMessage(request.id),
  });
}

/** Sends an error in the form of a GraphQL result. */
export function sendGraphqlError(
  { id }: FastifyRequest,
  reply: FastifyReply,
  { status, error, message, headers = {} }: ErrorAnswer,
): FastifyReply {
  const extensions = { code: toCode(error), requestId: id };
  return reply
    .code(status)
    .headers(headers)
    .send({ errors: [{ message, extensions }] });
}

function toCode(identifier: string): string {
  return identifier.toUpperCase();
}
