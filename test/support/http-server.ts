import { once } from 'node:events';
import type { RequestListener, ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  createHttpServer,
} from '../../src/operation/http-server.ts';

export interface HttpServerSettings {
  http?: ServerOptions;
  limits?: Partial<ConnectionLimits>;
  handle?: RequestListener;
}

/** A server of the service's kind without the service behind it; it closes with the test. */
export async function openHttpServer(settings: HttpServerSettings = {}) {
  const { http = {}, limits = {}, handle = (_request, response) => response.end() } = settings;
  const ends: string[] = [];
  let overloads = 0;
  let counts = () => ({ connections: 0, inFlight: 0 });
  const server = createHttpServer({
    http,
    limits: { ...CONNECTION_LIMITS, ...limits },
    handle,
    observer: {
      watch(read) {
        counts = read;
      },
      countEnd: (reason) => ends.push(reason),
      countOverload() {
        overloads += 1;
      },
    },
  });
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, port, ends, counts: () => counts(), overloads: () => overloads };
}
