import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * What becomes of a connection: `hang`: neither side hears of the other; `mute`: the server hears
 * all and is not heard; `reset`: torn in the middle of an answer; `delay`: answers come late;
 * `refuse`: none is taken. Those that are open change with the mode.
 */
export type ProxyMode = 'pass' | 'hang' | 'mute' | 'reset' | 'delay' | 'refuse';

export interface TcpProxy {
  port: number;
  setMode(mode: ProxyMode): Promise<void>;
  /** Tears all connections that are open now. */
  cut(): void;
}

const DELAY_MS = 2_000;

/** A proxy before a server on this machine; it ends with the test. */
export async function openTcpProxy(toPort: number, toHost = '127.0.0.1'): Promise<TcpProxy> {
  let mode: ProxyMode = 'pass';
  const sockets = new Set<Socket>();
  const server = createServer((client) => join(client, connect(toPort, toHost)));

  function join(client: Socket, upstream: Socket): void {
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    client.on('data', (chunk) => {
      if (mode !== 'hang') upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (mode === 'pass') client.write(chunk);
      else if (mode === 'delay') setTimeout(() => client.write(chunk), DELAY_MS);
      else if (mode === 'reset') tear(client, chunk);
    });
  }

  function tear(client: Socket, chunk: Buffer): void {
    client.write(chunk.subarray(0, chunk.length / 2), () => client.resetAndDestroy());
  }

  function cut(): void {
    for (const socket of sockets) socket.destroy();
  }

  async function listen(port: number): Promise<number> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  const port = await listen(0);
  onTestFinished(() => {
    server.close();
    cut();
  });
  return {
    port,
    cut,
    async setMode(next) {
      if (next === 'refuse') {
        server.close();
        cut();
      } else if (mode === 'refuse') {
        await listen(port);
      }
      mode = next;
    },
  };
}
