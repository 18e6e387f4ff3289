import type { Socket } from 'node:net';

const ANSWERS: Readonly<Record<string, { status: string; error: string; message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    error: 'headers_too_large',
    message: 'Shorten the address and the headers: together they are over 16 KiB.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    error: 'request_timeout',
    message: 'Send the whole request sooner.',
  },
};

const NOT_HTTP = {
  status: '400 Bad Request',
  error: 'bad_request',
  message: 'Send a valid HTTP/1.1 request.',
};

/** Answers what Node refuses to read as a request, before the framework sees any of it. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, error: identifier, message } = ANSWERS[error.code ?? ''] ?? NOT_HTTP;
  const body = JSON.stringify({ error: identifier, message });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
