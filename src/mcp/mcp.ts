import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ApiGuardDependencies, guardScope } from '../rest/api-guard.ts';
import { HTTP_ERRORS, JSON_TYPE, RefusedRequest } from '../web/errors.ts';
import { takeJsonBodies } from '../web/json-bodies.ts';
import { MAX_BODY_BYTES, RPC_ERRORS, sendRefusal, sendRpcError, sendRpcFault } from './errors.ts';
import { createTools, type ToolSources } from './tools.ts';

export const MCP_PATH = '/mcp';

/** Headers of the protocol, which must match the message. */
const PROTOCOL_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

export type McpDependencies = ApiGuardDependencies & ToolSources;

/**
 * The Model Context Protocol over streamable HTTP: for language models, what /api/v1 is for
 * programs. Nothing is remembered between messages. Each is a POST of its own, which counts as one
 * request whatever it asks, and is answered in JSON.
 */
export function mcp(scope: FastifyInstance, dependencies: McpDependencies, done: () => void): void {
  const { origin } = new URL(dependencies.baseUrl);
  const tools = createTools(dependencies);
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
  scope.route({
    method: ['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'],
    url: MCP_PATH,
    onRequest: refuseMethod,
    handler: refuseMethod,
  });

  scope.register((guarded, _options, ready) => {
    guardScope(guarded, dependencies, sendRefusal);
    guarded.post(MCP_PATH, async (request, reply) => {
      const message = readMessage(request);
      const headers = pickHeaders(request.headers);
      // Loaded with the first message, so that a service without such clients starts without it.
      const { answerMessage } = await import('./protocol.ts');
      const answer = await answerMessage({ message, headers, tools, request });
      const body = await answer.text();
      // Has people, and no tag by which a client could ask again.
      reply.code(answer.status).header('cache-control', 'no-store');
      return body === '' ? reply.send() : reply.type(JSON_TYPE).send(body);
    });
    ready();
  });
  done();
}

function readMessage({ body }: FastifyRequest): unknown {
  const message = parse(body instanceof Buffer ? body.toString() : '');
  if (Array.isArray(message)) throw new RefusedRequest(RPC_ERRORS.batch);
  return message;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RefusedRequest(RPC_ERRORS.unreadable);
  }
}

function pickHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of PROTOCOL_HEADERS) {
    const value = headers[name];
    if (value !== undefined) picked[name] = String(value);
  }
  return picked;
}
