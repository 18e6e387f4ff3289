import type { FastifyRequest } from 'fastify';

/** The status of a request whose client closed the connection before the whole answer, as nginx has it. */
export const CLIENT_CLOSED_REQUEST = 499;

/** Whether the client has closed the connection. */
export function hasHungUp({ socket }: FastifyRequest): boolean {
  return socket.destroyed;
}
