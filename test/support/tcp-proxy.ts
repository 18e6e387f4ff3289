import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

export type ProxyMode =
  | 'pass'
  /** Every connection is reset, and new ones are refused. */
  | 'refuse'
  /** Nothing moves either way; it moves on when the mode changes. */
  | 'hang'
  /** Connections are accepted, and sent bytes are discarded. */
  | 'silence'
  /** The next answer on each connection comes by half, then a reset. */
  | 'reset'
  /** Every answer is delayed by this much. */
  | { delayMs: number };

export interface TcpProxy {
  port: number;
  /** Holds for connections that are open and for those to come. */
  set(mode: ProxyMode): Promise<void>;
  /** Resets every open connection. */
  cutAll(): void;
  /** Connections taken so far. */
  readonly taken: number;
  /** What came from clients so far. */
  readonly takenBytes: number;
}

/** Stands between a client and a server of this machine, and fails as a network does. */
export async function openTcpProxy(targetPort: number): Promise<TcpProxy> {
  let mode: ProxyMode = 'pass';
  let taken = 0;
  let takenBytes = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    taken++;
    client.on('data', ({ length }) => {
      takenBytes += length;
    });
    const target = connect(targetPort, '127.0.0.1');
    relay(client, target, () => (mode === 'reset' ? 'pass' : mode));
    relay(target, client, () => mode);
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.setNoDelay().on('close', () => sockets.delete(socket));
      if (mode === 'hang') socket.pause();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const cutAll = () => sockets.forEach((socket) => void socket.resetAndDestroy());

  async function set(next: ProxyMode): Promise<void> {
    mode = next;
    if (mode === 'refuse' && server.listening) {
      const closed = once(server.close(), 'close');
      cutAll();
      await closed;
    }
    if (mode !== 'refuse' && !server.listening)
      await once(server.listen(port, '127.0.0.1'), 'listening');
    for (const socket of sockets) mode === 'hang' ? socket.pause() : socket.resume();
  }

  onTestFinished(() => set('refuse'));
  return {
    port,
    set,
    cutAll,
    get taken() {
      return taken;
    },
    get takenBytes() {
      return takenBytes;
    },
  };
}

function relay(from: Socket, to: Socket, getMode: () => ProxyMode): void {
  // One chain, so that bytes keep their order when a delay ends.
  let sent = Promise.resolve();
  from.on('data', (bytes) => {
    const mode = getMode();
    if (mode === 'silence') return;
    const dueMs = performance.now() + (typeof mode === 'object' ? mode.delayMs : 0);
    sent = sent.then(async () => {
      if (typeof mode === 'object') await sleep(Math.max(0, dueMs - performance.now()));
      if (to.destroyed) return;
      if (mode !== 'reset') return void to.write(bytes);
      to.write(bytes.subarray(0, bytes.length / 2), () => to.resetAndDestroy());
      from.resetAndDestroy();
    });
  });
  from.on('error', () => to.resetAndDestroy());
  from.on('close', () => void sent.then(() => to.end()));
}
