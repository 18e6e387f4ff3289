import type { FastifyRequest } from 'fastify';

/** nginx's status for a request whose client closed the connection before the whole answer. */
export const CLIENT_CLOSED_REQUEST = 499;

/** Whether the client has closed the connection. */
export function hasHungUp({ socket }: FastifyRequest): boolean {
  return socket.destroyed;
}
