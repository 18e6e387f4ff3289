import type { FastifyRequest } from 'fastify';

/** A field of a form; the empty text where there is none, or more than one. */
export function readField(request: FastifyRequest, name: string): string {
  const { body } = request;
  if (typeof body !== 'object' || body === null) return '';
  const value: unknown = Object.hasOwn(body, name) ? Reflect.get(body, name) : '';
  return typeof value === 'string' ? value : '';
}
