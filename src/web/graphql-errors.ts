import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { Unavailable } from '../domain/errors.ts';
import { type ErrorAnswer, HTTP_ERRORS, toErrorAnswer } from './errors.ts';

/** The part of the request that masking of resolvers' errors needs. */
export interface FaultContext {
  requestId: string;
  logFault: (error: unknown) => void;
}

/**
 * Passes on every GraphQLError, whose message is for the client. Anything else that a resolver
 * throws is logged whole, and answered with the id of the request alone.
 */
export function maskErrors(faultsSetStatus: boolean): Plugin {
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
export function toGraphqlAnswer(
  error: unknown,
  request: FastifyRequest,
  maxBodyBytes: number,
): ErrorAnswer {
  return toErrorAnswer(error, request, {
    bad_request: 'Send one operation as JSON.',
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
