import { STATUS_CODES } from 'node:http';
import { type ErrorAnswer, HTTP_ERRORS, JSON_TYPE, toErrorBody } from '../web/errors.ts';

/** The answer to bytes that are no request; the connection is closed after it. */
export interface Refusal {
  error: 'bad_request' | 'headers_too_large' | 'method_not_allowed' | 'request_timeout';
  /** The whole answer, head and body. */
  answer: string;
}

/** To CONNECT, which asks for a tunnel: Node would close the connection without an answer. */
export const CONNECT_REFUSAL = toRefusal({
  status: 405,
  error: 'method_not_allowed',
  message: 'Use GET, HEAD or POST: this service is no proxy.',
  headers: { Allow: 'GET, HEAD, POST' },
});

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: toRefusal(HTTP_ERRORS.headers_too_large),
  ERR_HTTP_REQUEST_TIMEOUT: toRefusal(HTTP_ERRORS.request_timeout),
};

const NOT_HTTP = toRefusal(HTTP_ERRORS.bad_request);

/** The answer to bytes that Node refuses to read as a request, before the framework sees them. */
export function findRefusal({ code = '' }: Error & { code?: string }): Refusal {
  return REFUSALS[code] ?? NOT_HTTP;
}

function toRefusal(answer: ErrorAnswer & Pick<Refusal, 'error'>): Refusal {
  const { status, error, headers = {} } = answer;
  const body = toErrorBody(answer);
  const head = Object.entries({
    ...headers,
    'Content-Type': JSON_TYPE,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const statusLine = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  return { error, answer: `${statusLine}${head.join('')}\r\n${body}` };
}
