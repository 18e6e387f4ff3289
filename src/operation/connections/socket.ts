import type { Socket } from 'node:net';

/**
 * Keeps Node from beginning the other requests of the chunk that it is reading: a destroyed socket
 * alone does not, and 64 KiB hold 700. Node has no public way to it. Its parser asks `onIncoming`
 * at each request and gives up at an answer other than 0, 1 and 2; without that property the rest
 * of the chunk is read in vain, and nothing else changes.
 */
export function stopParsing(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, 'parser');
  if (typeof parser === 'object' && parser !== null && 'onIncoming' in parser) {
    parser.onIncoming = () => -1;
  }
}

/**
 * The bytes that the system has taken from a socket, the only sign that its client reads. How much
 * of a write that is under way is left only the socket's handle tells; without it, a write counts
 * when it is done.
 */
export function countSentBytes(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle');
  const isKnown = typeof handle === 'object' && handle !== null && 'writeQueueSize' in handle;
  const unsentBytes = isKnown ? Number(handle.writeQueueSize) : socket.writableLength;
  return socket.bytesWritten - unsentBytes;
}
