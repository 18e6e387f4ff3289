import { maxHeaderSize } from 'node:http';

/** What is answered to bytes that are no request, and then the connection is closed. */
export interface Refusal {
  error: 'bad_request' | 'headers_too_large' | 'method_not_allowed' | 'request_timeout';
  /** The whole answer, head and body. */
  answer: string;
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: toAnswer(
    '431 Request Header Fields Too Large',
    'headers_too_large',
    `Shorten the address and the headers: together they are over ${maxHeaderSize / 1_024} KiB.`,
  ),
  ERR_HTTP_REQUEST_TIMEOUT: toAnswer(
    '408 Request Timeout',
    'request_timeout',
    'Send the whole request sooner.',
  ),
};

/** To CONNECT, which asks for a tunnel: Node would close the connection without a word. */
export const CONNECT_REFUSAL = toAnswer(
  '405 Method Not Allowed\r\nAllow: GET, HEAD, POST',
  'method_not_allowed',
  'Use GET, HEAD or POST: this service is no proxy.',
);

const NOT_HTTP = toAnswer('400 Bad Request', 'bad_request', 'Send a valid HTTP/1.1 request.');

/** The answer to what Node refuses to read as a request, before the framework sees any of it. */
export function toRefusal(error: Error & { code?: string }): Refusal {
  return REFUSALS[error.code ?? ''] ?? NOT_HTTP;
}

function toAnswer(status: string, error: Refusal['error'], message: string): Refusal {
  const body = JSON.stringify({ error, message });
  const answer =
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
  return { error, answer };
}
