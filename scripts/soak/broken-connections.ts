import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const HOLD_MS = 2_000;
const PIPELINED = 8;

const REQUEST = 'GET /docs HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Ways in which clients break connections, each for HOLD_MS at most; used in turn. */
const KINDS: readonly ((socket: Socket) => void)[] = [
  // Cut in the middle of a request.
  (socket) => socket.write('GET /docs HTTP/1.1\r\nHo'),
  // Several requests at once, and nothing is read of their answers.
  (socket) => socket.pause().write(REQUEST.repeat(PIPELINED)),
  // No HTTP at all.
  (socket) => socket.write('\u0000\u0001 no HTTP\r\n\r\n'),
  // A body that never ends.
  (socket) =>
    socket.write('POST /docs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n{'),
  // Closed before the answer.
  (socket) => socket.write(REQUEST, () => socket.destroy()),
];
let calls = 0;

/** Breaks one connection. Always null: no answer is expected, so none can be wrong. */
export async function breakConnection(port: number): Promise<null> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  KINDS[calls++ % KINDS.length]?.(socket);
  await setTimeout(HOLD_MS);
  socket.destroy();
  return null;
}
