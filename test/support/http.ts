import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Request {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
}

/** One request over a real socket, its path sent just as written. */
export async function send(port: number, path: string, request: Request = {}): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const { method = 'GET', headers = {}, body } = request;
  httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
    text(response).then(
      (received) =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: received,
        }),
      reject,
    );
  })
    .on('error', reject)
    .end(body);
  return promise;
}

/** Bytes as written to a socket of their own, and all that comes back until it closes. */
export async function sendBytes(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}
