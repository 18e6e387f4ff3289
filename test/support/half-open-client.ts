import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface HalfOpenClient {
  socket: Socket;
  /** All that has come so far. */
  received(): string;
  /** Resolves when the server has ended its side, or reset the connection. */
  ended: Promise<void>;
}

/** A client that never closes its side of the connection. */
export async function openHalfOpenClient(port: number, bytes = ''): Promise<HalfOpenClient> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket
    .on('end', resolve)
    .on('close', resolve)
    .on('error', () => {});
  await once(socket, 'connect');
  if (bytes !== '') socket.write(bytes);
  return { socket, received: () => received, ended };
}
