import type { Socket } from 'node:net';

/**
 * Stops Node from beginning the remaining requests of the chunk that it is parsing. Destroying the
 * socket does not, and a chunk of 64 KiB holds up to 700 requests. There is no public API: the
 * parser calls `onIncoming` for each request and stops when it returns anything but 0, 1 or 2. If
 * a later Node lacks this property, the rest of the chunk is parsed and otherwise ignored.
 */
export function stopParsing(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, 'parser');
  if (typeof parser === 'object' && parser !== null && 'onIncoming' in parser) {
    parser.onIncoming = () => -1;
  }
}

/**
 * The bytes that the system has accepted from a socket, the only sign that its client reads. Only
 * the socket's handle knows how much of a running write is left; without it a write counts when it
 * is complete.
 */
export function countSentBytes(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle');
  const isKnown = typeof handle === 'object' && handle !== null && 'writeQueueSize' in handle;
  const unsentBytes = isKnown ? Number(handle.writeQueueSize) : socket.writableLength;
  return socket.bytesWritten - unsentBytes;
}
