import * as http from 'node:http';
import * as https from 'node:https';
import {
  connect,
  isIP,
  type LookupFunction,
  type Socket,
  type TcpSocketConnectOpts,
} from 'node:net';
import { connect as connectTls } from 'node:tls';

/** A server may send one, such as 103; Node would read them without end. */
const MAX_INFORMATIONAL = 1;
/** How often bytes are counted that carry no data, such as messages of TLS. */
const COUNT_INTERVAL_MS = 50;

export interface BoundedOptions {
  method: string;
  headers: http.OutgoingHttpHeaders;
  body?: string | Uint8Array | undefined;
  /** Ends the request. */
  signal: AbortSignal;
  /** The connection is cut once this much was read from it, whatever it was. */
  maxBytes: number;
  lookup?: LookupFunction;
  /** For one of several addresses; after it the next is tried. */
  connectTimeoutMs?: number;
  /** Trusted in place of the system's certificate authorities, in PEM. */
  ca?: string | undefined;
}

export interface BoundedResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
  /** False if the connection ended or was cut within the body. */
  isWhole: boolean;
}

/**
 * Sends a request over a connection of its own to a server that others run. All that is read counts
 * at the socket: the handshake of TLS, informational responses, headers, chunk extensions, body and
 * trailers. Redirects are not followed. Rejects if there is no status.
 */
export function sendBounded(url: URL, options: BoundedOptions): Promise<BoundedResponse> {
  const { method, headers, body, signal, maxBytes, lookup, connectTimeoutMs, ca } = options;
  const usesTls = url.protocol === 'https:';
  let socket: Socket | undefined;

  /** TLS begins once an address is connected to: each that is tried has a handle of its own. */
  const createConnection: http.RequestOptions['createConnection'] = (connecting, done) => {
    const opened = connect({
      ...(connecting as TcpSocketConnectOpts),
      ...(lookup && { lookup }),
      ...(connectTimeoutMs && { autoSelectFamilyAttemptTimeout: connectTimeoutMs }),
      signal,
    });
    socket = opened;
    if (!usesTls) return opened;
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const tls = {
      host,
      servername: isIP(host) === 0 ? host : '',
      socket: opened,
      ...(ca !== undefined && { ca }),
      // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
      rejectUnauthorized: true,
    };
    opened.on('error', (error) => done(error, opened));
    opened.once('connect', () => done(null, connectTls(tls)));
    return undefined;
  };

  return new Promise((resolve, reject) => {
    let answer: http.IncomingMessage | undefined;
    let fault = new Error('the connection ended before the response');
    let informational = 0;
    const chunks: Buffer[] = [];
    const { request } = usesTls ? https : http;
    // Without an agent Node knows no default port of https.
    const defaultPort = usesTls ? 443 : 80;
    const sent = request(url, { method, headers, signal, defaultPort, createConnection });
    const cut = () => {
      if ((socket?.bytesRead ?? 0) >= maxBytes) {
        sent.destroy(new Error(`the response has more than ${maxBytes} bytes`));
      }
    };
    const counting = setInterval(cut, COUNT_INTERVAL_MS).unref();
    // After the parser, so that a status among the first bytes counts.
    sent.on('socket', (opened) => opened.on('data', cut));
    sent.on('information', () => {
      informational++;
      if (informational > MAX_INFORMATIONAL) sent.destroy(new Error('too many 1xx responses'));
    });
    sent.on('response', (response) => {
      answer = response;
      response.on('error', () => {});
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
    });
    const settle = () => {
      clearInterval(counting);
      socket?.destroy();
      // The parser goes on to the end of the bytes that it has.
      const isRefused = informational > MAX_INFORMATIONAL;
      if (isRefused || answer?.statusCode === undefined) return reject(fault);
      const { statusCode: status, headers, complete: isWhole } = answer;
      resolve({ status, headers, body: Buffer.concat(chunks), isWhole });
    };
    sent.on('error', (error) => {
      fault = error;
      // Without a connection there is no `close`.
      if (sent.socket === null) settle();
    });
    sent.once('close', settle);
    sent.end(body);
  });
}
