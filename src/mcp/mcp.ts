import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Decision } from '../limit/limiter.ts';
import {
  type ApiGuardDependencies,
  createFaultHandler,
  guardScope,
  type SendRefusal,
} from '../rest/api-guard.ts';
import { ERROR_ANSWERS } from '../rest/errors.ts';
import { MAX_IDNOS } from '../rest/operations.ts';
import {
  type ErrorAnswer,
  HTTP_ERRORS,
  JSON_TYPE,
  RefusedRequest,
  toErrorAnswer,
} from '../web/errors.ts';
import { MAX_JSON_DEPTH, parseJsonBody } from '../web/json.ts';
import { refuseOtherMethods, takeJsonBodies } from '../web/scope.ts';
import { setPart } from '../web/service-part.ts';
import { createTools, readToolCall, type ToolSources } from './tools.ts';

const MCP_PATH = '/mcp';

/** Headers of the protocol, which must match the message. */
const PROTOCOL_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

export type McpDependencies = ApiGuardDependencies & ToolSources;

/**
 * The Model Context Protocol over streamable HTTP, through which language models use the API. It is
 * stateless: each message is a POST of its own, which counts as one request unless it asks for
 * several companies, and is answered in JSON.
 */
export function mcp(scope: FastifyInstance, dependencies: McpDependencies, done: () => void): void {
  const { origin } = new URL(dependencies.baseUrl);
  const tools = createTools(dependencies);
  setPart(scope, 'mcp');
  takeJsonBodies(scope, MAX_BODY_BYTES);
  scope.setErrorHandler(sendRpcFault);
  // Before the key: the specification refuses pages of other sites whatever they send.
  scope.addHook('onRequest', ({ headers }, _reply, next) => {
    const isForeign = headers.origin !== undefined && headers.origin !== origin;
    next(isForeign ? new RefusedRequest(HTTP_ERRORS.cross_site) : undefined);
  });
  // Not guarded: clients of 2025-11-25 try a GET after each handshake, which must not count.
  const refuseMethod = async (_request: FastifyRequest, reply: FastifyReply) =>
    sendRpcError(reply, RPC_ERRORS.method_not_allowed);
  refuseOtherMethods(scope, MCP_PATH, 'POST', refuseMethod);

  scope.register((guarded, _options, ready) => {
    const admit = guardScope(guarded, dependencies, sendRefusal);
    guarded.setErrorHandler(createFaultHandler(admit, sendRpcFault));
    const config = { cost: { upTo: MAX_IDNOS }, takesTestKey: () => true };
    guarded.post(MCP_PATH, { config }, async (request, reply) => {
      const message = readMessage(request);
      const call = readToolCall(message, tools, request);
      if (!(await admit(request, reply, call?.cost ?? 1))) return reply;
      const headers = pickHeaders(request.headers);
      // Loaded for the first message, so that the server starts faster.
      const { answerMessage } = await import('./protocol.ts');
      const answer = await answerMessage({ message, headers, tools, call });
      const body = await answer.text();
      // The answer names people, and has no ETag with which a client could revalidate it.
      reply.code(answer.status).header('cache-control', 'no-store');
      return body === '' ? reply.send() : reply.type(JSON_TYPE).send(body);
    });
    ready();
  });
  done();
}

function readMessage({ body }: FastifyRequest): unknown {
  let message: unknown;
  try {
    message = parseJsonBody(body);
  } catch (error) {
    throw new RefusedRequest(
      error instanceof RangeError ? RPC_ERRORS.too_deep : RPC_ERRORS.unreadable,
    );
  }
  if (Array.isArray(message)) throw new RefusedRequest(RPC_ERRORS.batch);
  return message;
}

function pickHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of PROTOCOL_HEADERS) {
    const value = headers[name];
    if (value !== undefined) picked[name] = String(value);
  }
  return picked;
}

/** Arguments are short: most of it is for the metadata that clients send with each message. */
const MAX_BODY_BYTES = 65_536;

/** Errors of requests whose message is not run, in addition to those of the API. */
const RPC_ERRORS = {
  unreadable: { status: 400, error: 'invalid_json', message: 'Send a JSON-RPC message as JSON.' },
  too_deep: {
    status: 400,
    error: 'invalid_request',
    message: `Nest the message at most ${MAX_JSON_DEPTH} deep.`,
  },
  batch: {
    status: 400,
    error: 'invalid_request',
    message: 'Send one message per request: the protocol has no batches.',
  },
  method_not_allowed: {
    status: 405,
    error: 'method_not_allowed',
    message: 'Use POST: there are no sessions, and no streams.',
    headers: { allow: 'POST' },
  },
} as const satisfies Record<string, ErrorAnswer>;

/** The codes that JSON-RPC 2.0 defines. Other errors have their HTTP status as code. */
const CODES: Readonly<Record<string, number>> = {
  invalid_json: -32_700,
  invalid_request: -32_600,
  internal_error: -32_603,
};

const MESSAGES = {
  body_too_large: `Send at most ${MAX_BODY_BYTES / 1_024} KiB.`,
  unsupported_media_type: 'Send the message as application/json.',
};

/** Sends the guard's refusals. Clients show only the body, so it says how long to wait. */
const sendRefusal: SendRefusal = (reply, errorCase, decision) =>
  sendRpcError(
    reply,
    decision === undefined ? ERROR_ANSWERS[errorCase] : toWait(ERROR_ANSWERS[errorCase], decision),
  );

function sendRpcFault(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  return sendRpcError(reply, toErrorAnswer(error, request, MESSAGES));
}

/** Sends JSON-RPC with null for the id, which was not read: clients ignore an error without one. */
function sendRpcError(
  reply: FastifyReply,
  { status, error, message, headers = {} }: ErrorAnswer,
): FastifyReply {
  reply.request.errorCode = error;
  const body = {
    jsonrpc: '2.0',
    id: null,
    error: { code: CODES[error] ?? status, message, data: { error } },
  };
  return reply.code(status).headers(headers).type(JSON_TYPE).send(JSON.stringify(body));
}

function toWait(answer: ErrorAnswer, { resetMs }: Decision): ErrorAnswer {
  const seconds = Math.max(1, Math.ceil(resetMs / 1_000));
  return { ...answer, message: answer.message.replace('Wait', `Wait ${seconds} s`) };
}
