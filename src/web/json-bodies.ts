import type { FastifyInstance } from 'fastify';

/** From here on the scope takes only JSON bodies, as bytes, which the handler parses. */
export function takeJsonBodies(scope: FastifyInstance, bodyLimit: number): void {
  scope.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit } as const;
  scope.addContentTypeParser('application/json', options, (_request, body, done) =>
    done(null, body),
  );
}
