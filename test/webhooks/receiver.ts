import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook as Signer } from 'standardwebhooks';
import { expect, onTestFinished } from 'vitest';
import { WEBHOOKS } from '../../src/docs/openapi/webhooks.ts';
import { expectValid } from '../support/contract.ts';

/** A certificate of `receiver.example`, by an authority that nothing but these tests trusts. */
const readPem = (name: string) =>
  readFileSync(join(import.meta.dirname, 'tls', `${name}.pem`), 'utf8');
export const TEST_CA = readPem('ca');
export const TLS = { cert: readPem('receiver'), key: readPem('receiver-key') };
/** Its own authority, and for clients only. */
export const CLIENT_CERTIFICATE = readPem('client');
/** Its own authority, for `receiver.example`, with its key, an RSA key of 1024 bits. */
export const WEAK_CERTIFICATE = readPem('weak');

export interface ReceivedEvent {
  id: string;
  body: string;
  headers: http.IncomingHttpHeaders;
  path: string;
}

export interface Receiver {
  port: number;
  /** `http://127.0.0.1:PORT/hook`, or with TLS `https://receiver.example:PORT/hook`. */
  url: string;
  events: ReceivedEvent[];
  /** Connections that were made to it. */
  countConnections(): number;
}

/** Answers a request whose body has been read. */
export type Answer = (response: http.ServerResponse, event: ReceivedEvent) => void;

export const accept: Answer = (response) => response.writeHead(204).end();

/** A receiver on this machine, which closes with the test. */
export async function openReceiver(
  answer: Answer = accept,
  usesTls = false,
  tls: https.ServerOptions = {},
): Promise<Receiver> {
  const events: ReceivedEvent[] = [];
  let connections = 0;
  const handle: http.RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // Its sender was killed: nothing was received.
      return;
    }
    const event = {
      id: String(request.headers['webhook-id']),
      body: Buffer.concat(chunks).toString(),
      headers: request.headers,
      path: request.url ?? '',
    };
    events.push(event);
    answer(response, event);
  };
  const server = usesTls
    ? https.createServer({ ...TLS, ...tls }, handle)
    : http.createServer(handle);
  server.on('connection', () => {
    connections++;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const origin = usesTls ? `https://receiver.example:${port}` : `http://127.0.0.1:${port}`;
  return { port, url: `${origin}/hook?a=b`, events, countConnections: () => connections };
}

/** Whether the secret has signed it, whenever that was. */
export function isSigned({ id, body, headers }: ReceivedEvent, secret: string): boolean {
  const signedAt = new Date(Number(headers['webhook-timestamp']) * 1_000);
  const signature = new Signer(secret).sign(id, signedAt, body);
  return String(headers['webhook-signature']).split(' ').includes(signature);
}

/** The event, once the standard library has found the signature to be right. */
export function verify<Event>({ body, headers }: ReceivedEvent, secret: string): Event {
  const signed = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
      name,
      String(headers[name]),
    ]),
  );
  return new Signer(secret).verify(body, signed) as Event;
}

/** The event is as the OpenAPI document says: its body and its headers. */
export function expectDocumented(type: string, { body, headers }: ReceivedEvent): void {
  const { parameters = [], requestBody } = WEBHOOKS[type]?.post ?? {};
  const schema = requestBody?.content['application/json'].schema.$ref ?? '';
  expectValid(schema.replace('#', ''), JSON.parse(body));
  for (const { name, schema } of parameters) {
    expect(headers[name], name).toMatch(new RegExp(String(schema['pattern'])));
  }
}
