import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorAnswer, HTTP_ERRORS, sendError, toErrorAnswer } from './errors.ts';

/*
 * What all addresses of a scope have in common: the headers of answers, methods, bodies.
 */

/** Nothing inline, nothing from other hosts, no frames. Pico's icons are `data:` images. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** What no page asks for. Their buttons that copy may write to the clipboard. */
const PERMISSIONS_POLICY = [
  'camera',
  'display-capture',
  'geolocation',
  'microphone',
  'payment',
  'publickey-credentials-get',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** For every answer of a page. With `no-referrer` a form's Origin would be `null`. */
export const PAGE_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': PERMISSIONS_POLICY,
};

/** The same for errors, and for pages about one person, which may show a key: not to be stored. */
export const SECURITY_HEADERS = { ...PAGE_HEADERS, 'cache-control': 'no-store' };

/** Sets these headers on every answer of the scope; a route may replace them. */
export function addHeaders(scope: FastifyInstance, headers: Readonly<Record<string, string>>) {
  scope.addHook('onRequest', (_request, reply, next) => {
    reply.headers(headers);
    next();
  });
}

export type SendError = (
  answer: ErrorAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply;

/**
 * Answers 405 to methods other than GET and HEAD at the addresses of a scope, before any body is
 * read. Call it before the routes.
 */
export function allowReadsOnly(scope: FastifyInstance, send: SendError): void {
  const refuse = async (request: FastifyRequest, reply: FastifyReply) =>
    send(HTTP_ERRORS.method_not_allowed, request, reply);
  scope.addHook('onRoute', ({ method, url }) => {
    if (method === 'GET') refuseOtherMethods(scope, url, 'GET', refuse);
  });
}

/** The method as which requests with a method that no route has are routed. */
const UNROUTED = 'TRACE';
/** The router has a tree of all addresses for each method, so there are few; HEAD comes with GET. */
const ROUTED_METHODS = ['GET', 'POST', 'PUT', 'DELETE', UNROUTED] as const;

const sentMethods = new WeakMap<IncomingMessage, string>();

/** Before the routing: gives a request with a method that no route has the one that stands for all. */
export function hideUnroutedMethod(request: IncomingMessage): void {
  const { method = '' } = request;
  if (method === 'HEAD' || ROUTED_METHODS.some((one) => one === method)) return;
  sentMethods.set(request, method);
  request.method = UNROUTED;
}

/** After the routing: everything else sees the method that was sent. */
export function showSentMethod(request: IncomingMessage): void {
  const method = sentMethods.get(request);
  if (method !== undefined) request.method = method;
}

/** Refuses methods other than these, and HEAD, at an address, before any body is read. */
export function refuseOtherMethods(
  scope: FastifyInstance,
  url: string,
  allowed: 'GET' | 'POST' | readonly ('GET' | 'POST')[],
  refuse: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  const method = ROUTED_METHODS.filter((one) => ![allowed].flat().includes(one as 'GET'));
  scope.route({ method, url, onRequest: refuse, handler: refuse });
}

/** For addresses that programs read: errors are JSON whatever a request accepts. */
export function serveReadsToPrograms(scope: FastifyInstance): void {
  const send: SendError = (answer, _request, reply) =>
    sendError(reply.headers(SECURITY_HEADERS), answer);
  scope.setErrorHandler((error, request, reply) =>
    send(toErrorAnswer(error, request), request, reply),
  );
  allowReadsOnly(scope, send);
}

/** Makes the scope accept only JSON bodies, as bytes, which `parseJsonBody` reads. */
export function takeJsonBodies(scope: FastifyInstance, bodyLimit: number): void {
  scope.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit } as const;
  scope.addContentTypeParser('application/json', options, (_request, body, done) =>
    done(null, body),
  );
}
