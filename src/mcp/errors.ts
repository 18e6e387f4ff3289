import type { FastifyReply, FastifyRequest } from 'fastify';
import { LIMIT_WINDOW_MS } from '../domain/account/plan.ts';
import type { Decision } from '../limit/limiter.ts';
import type { SendRefusal } from '../rest/api-guard.ts';
import { ERROR_ANSWERS } from '../rest/errors.ts';
import { type ErrorAnswer, JSON_TYPE, toErrorAnswer } from '../web/errors.ts';

/** Arguments are short: most of it is for what clients tell of themselves with each message. */
export const MAX_BODY_BYTES = 65_536;

const WINDOW_SECONDS = LIMIT_WINDOW_MS / 1_000;

/** Errors of requests whose message is not run, in addition to those of the API. */
export const RPC_ERRORS = {
  unreadable: { status: 400, error: 'invalid_json', message: 'Send a JSON-RPC message as JSON.' },
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

/** What JSON-RPC 2.0 names. The others have their HTTP status, which is outside its ranges. */
const CODES: Readonly<Record<string, number>> = {
  invalid_json: -32_700,
  invalid_request: -32_600,
  internal_error: -32_603,
};

const MESSAGES = {
  body_too_large: `Send at most ${MAX_BODY_BYTES / 1_024} KiB.`,
  unsupported_media_type: 'Send the message as application/json.',
};

/** The guard's refusals. Clients show a body and no header, so it says how long to wait. */
export const sendRefusal: SendRefusal = (reply, errorCase, decision) =>
  sendRpcError(
    reply,
    errorCase === 'rate_limited' && decision !== undefined
      ? toWait(decision)
      : ERROR_ANSWERS[errorCase],
  );

export function sendRpcFault(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  return sendRpcError(reply, toErrorAnswer(error, request, MESSAGES));
}

/** As JSON-RPC, with null for the id that was not read: clients ignore an error that has none. */
export function sendRpcError(
  reply: FastifyReply,
  { status, error, message, headers = {} }: ErrorAnswer,
): FastifyReply {
  const body = {
    jsonrpc: '2.0',
    id: null,
    error: { code: CODES[error] ?? status, message, data: { error } },
  };
  return reply.code(status).headers(headers).type(JSON_TYPE).send(JSON.stringify(body));
}

function toWait({ resetMs }: Decision): ErrorAnswer {
  const seconds = Math.max(1, Math.ceil(resetMs / 1_000));
  const message = `Wait ${seconds} s and retry: the key has used up its requests of the last ${WINDOW_SECONDS} seconds.`;
  return { ...ERROR_ANSWERS.rate_limited, message, headers: { 'retry-after': String(seconds) } };
}
