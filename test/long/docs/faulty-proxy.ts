import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type ProxyFault =
  /** The connection is closed instead of an answer. */
  | 'drop'
  /** The connection is closed in the middle of the answer. */
  | 'cut'
  /** The proxy's own error page. */
  | 'error-page'
  /** A page of another server with status 200, as networks with a sign-in page send it. */
  | 'page';

const PAGE = '<html>\n<head><title>502 Bad Gateway</title></head>\n<body>nginx</body>\n</html>\n';
const TYPE = { 'content-type': 'text/html' };

/** A proxy that has a fault at each of the first requests; the last of them stays where it says so. */
export async function openFaultyProxy(
  targetPort: number,
  faults: readonly ProxyFault[],
  stays = false,
): Promise<{ baseUrl: string; taken: () => number }> {
  let taken = 0;
  const server = createServer((incoming, reply) => {
    const fault = faults[stays ? Math.min(taken, faults.length - 1) : taken];
    taken++;
    if (fault === undefined) passOn(targetPort, incoming, reply);
    else fail(reply, fault);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, taken: () => taken };
}

function fail(reply: ServerResponse, fault: ProxyFault): void {
  if (fault === 'drop') reply.socket?.destroy();
  else if (fault === 'error-page') reply.writeHead(502, TYPE).end(PAGE);
  else if (fault === 'page') reply.writeHead(200, TYPE).end(PAGE);
  else {
    reply.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 });
    reply.write('{"idno":"10', () => reply.socket?.destroy());
  }
}

function passOn(port: number, { url, headers }: IncomingMessage, reply: ServerResponse): void {
  request({ host: '127.0.0.1', port, path: url, headers }, (answer) => {
    reply.writeHead(answer.statusCode ?? 0, answer.headers);
    answer.pipe(reply);
  }).end();
}
