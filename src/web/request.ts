import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HTTP_ERRORS, RefusedRequest } from './errors.ts';

/**
 * All values of a header, which may be sent more than once; `name` is in lower case. Node's own
 * `headers` has only the first value of some headers, and joins those of others to one text.
 */
export function listHeaderValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const rawName = rawHeaders[index];
    // Nearly all other names differ by their length already.
    if (rawName?.length === name.length && rawName.toLowerCase() === name) {
      values.push(rawHeaders[index + 1] ?? '');
    }
  }
  return values;
}

/** Whether the values of a header differ. */
export function doValuesDiffer(values: readonly string[]): boolean {
  return values.length > 1 && values.some((value) => value !== values[0]);
}

/** The only expectation that HTTP defines; Node has already answered it. */
const KNOWN_EXPECTATION = /^100-continue$/i;

/** Refuses bad headers after the hooks of the scopes and before any body is read. */
export function refuseBadHeaders(app: FastifyInstance): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const refused = findHeaderFault(request, reply);
    if (refused === null) done(null, payload);
    else done(refused);
  });
}

/** A name or an address, and a port, each of which may be left out (RFC 9110, 7.2). */
const HOST = /^(?:\[[\da-f:.]+\]|[\w\-.~%!$&'()*+,;=]*)(?::\d*)?$/i;

/**
 * A request has one host (RFC 9112, 3.2) and no unknown expectation. If two readers could take it
 * for requests to different hosts, its connection is closed.
 */
export function findHeaderFault(
  { raw }: FastifyRequest,
  reply: FastifyReply,
): RefusedRequest | null {
  const [host, ...others] = listHeaderValues(raw, 'host');
  const isGood = host === undefined ? raw.httpVersion !== '1.1' : HOST.test(host);
  if (!isGood || others.length > 0) {
    reply.header('connection', 'close');
    return new RefusedRequest(HTTP_ERRORS.bad_request);
  }
  const { expect } = raw.headers;
  if (expect === undefined || KNOWN_EXPECTATION.test(expect)) return null;
  return new RefusedRequest(HTTP_ERRORS.expectation_failed);
}

/**
 * Removes the type of a request without content, which has none (RFC 9110, 15.5.16), whatever the
 * client's library sends by default: the framework would refuse a type that the address does not take.
 */
export function ignoreTypeOfNoContent(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { headers, method } = request.raw;
    const isChunked = headers['transfer-encoding'] !== undefined;
    const isRead = method !== 'GET' && method !== 'HEAD' && !request.is404;
    if (!isRead || (!isChunked && Number(headers['content-length'] ?? 0) !== 0)) {
      return done(null, payload);
    }
    const removeContentHeaders = (isEmpty: boolean) => {
      if (isEmpty) {
        for (const name of CONTENT_HEADERS) delete headers[name];
      }
      done(null, payload);
    };
    if (isChunked) isEmpty(payload).then(removeContentHeaders, done);
    else removeContentHeaders(true);
  });
}

/** What the framework looks for before it parses a body. */
const CONTENT_HEADERS = ['content-type', 'content-length', 'transfer-encoding'] as const;

/** Waits for the first bytes of a stream, or its end. Rejects if it fails before. */
async function isEmpty(payload: Readable): Promise<boolean> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    await Promise.race([once(payload, 'readable', { signal }), once(payload, 'end', { signal })]);
  } catch (error) {
    throw Object.assign(new Error('the body was cut', { cause: error }), { statusCode: 400 });
  } finally {
    waiting.abort();
  }
  return payload.readableLength === 0;
}

/** No browser sends a longer list; the rest is ignored. */
const MAX_LIST_LENGTH = 1_000;

interface Weighted {
  /** In lower case, without parameters. */
  value: string;
  /** From 0, not wanted, to 1. */
  quality: number;
}

/** The values of a header such as `Accept` or `Accept-Language`, in its order. */
export function toWeightedList(header: string | undefined): Weighted[] {
  return (header ?? '').slice(0, MAX_LIST_LENGTH).split(',').map(toWeighted);
}

function toWeighted(element: string): Weighted {
  const [value = '', ...parameters] = element.trim().toLowerCase().split(';');
  const weight = parameters.map((one) => /^\s*q\s*=\s*([\d.]+)/.exec(one)?.[1]).find(Boolean);
  return { value: value.trim(), quality: weight === undefined ? 1 : Number(weight) };
}

/**
 * Whether a client prefers a page to JSON: it names `text/html`, as browsers do when they open an
 * address, with a higher weight than JSON. A wildcard alone, as programs send it, does not count.
 */
export function asksForPage(accept: string | undefined): boolean {
  const wanted = new Map(toWeightedList(accept).map(({ value, quality }) => [value, quality]));
  const html = wanted.get('text/html') ?? 0;
  const json = wanted.get('application/json');
  if (json !== undefined) return html > json;
  return html > 0 && html >= (wanted.get('application/*') ?? wanted.get('*/*') ?? 0);
}

/** Whether a client prefers JSON to a page: it names `application/json` with a higher weight. */
export function asksForJson(accept: string | undefined): boolean {
  const wanted = new Map(toWeightedList(accept).map(({ value, quality }) => [value, quality]));
  return (wanted.get('application/json') ?? 0) > (wanted.get('text/html') ?? 0);
}

const PORT = /:\d{1,5}$/;
const IN_BRACKETS = /^\[([^\]]*)\](?::\d{1,5})?$/;

/**
 * Removes ports from `X-Forwarded-For`, so that the framework can compare it with the configured
 * proxies: some proxies add the port, and each connection would count as another visitor.
 */
export function normalizeForwardedFor(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const { 'x-forwarded-for': forwardedFor } = headers;
    if (typeof forwardedFor === 'string') headers['x-forwarded-for'] = toAddresses(forwardedFor);
    done();
  });
}

/**
 * The addresses of the header without ports, from the nearest up to the first entry that is no
 * address, such as `unknown`: entries before that cannot be trusted.
 */
export function toAddresses(forwardedFor: string): string {
  const entries = forwardedFor.split(',').map((entry) => toAddress(entry.trim()));
  return entries.slice(entries.lastIndexOf(null) + 1).join(', ');
}

function toAddress(entry: string): string | null {
  const [, bracketed] = IN_BRACKETS.exec(entry) ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? bracketed : null;
  if (isIP(entry) !== 0) return entry;
  const withoutPort = entry.replace(PORT, '');
  return isIP(withoutPort) === 4 ? withoutPort : null;
}

/**
 * Refuses a request that does not come from a page of this service. Browsers leave
 * `Sec-Fetch-Site` out on plain http, where `Origin` decides; no browser sends a form with neither.
 */
export function requireSameOrigin({ headers }: FastifyRequest, origin: string): void {
  const site = headers['sec-fetch-site'];
  const isSame = site === undefined ? headers.origin === origin : site === 'same-origin';
  if (!isSame) throw new RefusedRequest(HTTP_ERRORS.cross_site);
}

/** Patterns for the escapes of one character in UTF-8 (RFC 3629). */
const GOOD_ESCAPES = [
  '%[0-7][\\da-f]',
  '%(?:c[2-9a-f]|d[\\da-f])%[89ab][\\da-f]',
  '%e0%[ab][\\da-f]%[89ab][\\da-f]',
  '%(?:e[1-9a-cef])(?:%[89ab][\\da-f]){2}',
  '%ed%[89][\\da-f]%[89ab][\\da-f]',
  '%f0%[9ab][\\da-f](?:%[89ab][\\da-f]){2}',
  '%f[1-3](?:%[89ab][\\da-f]){3}',
  '%f4%8[\\da-f](?:%[89ab][\\da-f]){2}',
].join('|');
const ESCAPE = new RegExp(`(${GOOD_ESCAPES})|%`, 'gi');

/** The scheme and host of a request target in absolute form, which a server must accept. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/**
 * A request target as the router reads it: a path from the root whose escapes all decode, and the
 * query just as it came. The framework refuses a bad escape before any hook runs; with its percent
 * sign escaped it is routed like any other text and meets the same checks in the same order.
 */
export function toRoutableTarget(target: string): string {
  const fromRoot = target.startsWith('/') ? target : toPathFromRoot(target);
  if (!fromRoot.includes('%')) return fromRoot;
  const pathEnd = findPathEnd(fromRoot);
  const path = fromRoot.slice(0, pathEnd).replace(ESCAPE, (_all, good?: string) => good ?? '%25');
  return path + fromRoot.slice(pathEnd);
}

/** Where the path of a target ends, and its query or fragment begins. */
export function findPathEnd(target: string): number {
  const end = target.search(/[?#]/);
  return end === -1 ? target.length : end;
}

function toPathFromRoot(target: string): string {
  const rest = target.replace(ORIGIN, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** A field of a form; the empty text if it is missing or repeated. */
export function readField({ body }: Pick<FastifyRequest, 'body'>, name: string): string {
  return readText(body, name);
}

/** The same of a query. */
export function readText(values: unknown, name: string): string {
  if (typeof values !== 'object' || values === null || !Object.hasOwn(values, name)) return '';
  const { [name]: value } = values as Record<string, unknown>;
  return typeof value === 'string' ? value : '';
}
