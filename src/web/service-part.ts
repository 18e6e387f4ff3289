import type { FastifyInstance } from 'fastify';

/** The parts of the service, in the order in which the status page lists them. */
export const SERVICE_PARTS = [
  'lookups',
  'search',
  'watchList',
  'webhooks',
  'mcp',
  /** From what these pages read: by their answers anybody could have a flood reported. */
  'companyPages',
  'account',
  /** Sign-in links. */
  'mail',
] as const;

export type ServicePart = (typeof SERVICE_PARTS)[number];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The part that an answer of 5xx shows as failing. */
    part?: ServicePart;
  }
}

/** All routes of the scope belong to this part. Call it before the routes. */
export function setPart(scope: FastifyInstance, part: ServicePart): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, part };
  });
}
