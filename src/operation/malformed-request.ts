import { STATUS_CODES } from 'node:http';
import {
  type ErrorAnswer,
  EVERYWHERE_HEADERS,
  HTTP_ERRORS,
  JSON_TYPE,
  toErrorBody,
} from '../web/errors.ts';

/** A complete response to bytes that are no valid request; the connection is then closed. */
export interface RawResponse {
  error: 'bad_request' | 'headers_too_large' | 'method_not_allowed' | 'request_timeout';
  /** Status line, headers and body; a 4xx must have a Date (RFC 9110, 6.6.1). */
  toText: () => string;
}

/** For CONNECT, which asks for a tunnel: Node would close the connection without a response. */
export const CONNECT_RESPONSE = toRawResponse({
  status: 405,
  error: 'method_not_allowed',
  message: 'Use GET, HEAD or POST: this service is no proxy.',
  headers: { Allow: 'GET, HEAD, POST' },
});

const RESPONSES: Readonly<Record<string, RawResponse>> = {
  // curl sends a name with diacritics as it was typed.
  HPE_INVALID_URL: toRawResponse({
    ...HTTP_ERRORS.bad_request,
    message: 'Escape the address as UTF-8: ș is %C8%99.',
  }),
  HPE_HEADER_OVERFLOW: toRawResponse(HTTP_ERRORS.headers_too_large),
  ERR_HTTP_REQUEST_TIMEOUT: toRawResponse(HTTP_ERRORS.request_timeout),
};

const NOT_HTTP = toRawResponse(HTTP_ERRORS.bad_request);

/** The response for an error of Node's HTTP parser, which the framework never sees. */
export function findClientErrorResponse({ code = '' }: Error & { code?: string }): RawResponse {
  return RESPONSES[code] ?? NOT_HTTP;
}

function toRawResponse(answer: ErrorAnswer & Pick<RawResponse, 'error'>): RawResponse {
  const { status, error, headers = {} } = answer;
  const body = toErrorBody(answer);
  const statusLine = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  const toText = () => {
    const head = Object.entries({
      ...EVERYWHERE_HEADERS,
      ...headers,
      'Content-Type': JSON_TYPE,
      'Content-Length': Buffer.byteLength(body),
      Date: new Date().toUTCString(),
      Connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    return `${statusLine}${head.join('')}\r\n${body}`;
  };
  return { error, toText };
}
