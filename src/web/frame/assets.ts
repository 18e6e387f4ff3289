import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createGzippedSender } from '../gzipped.ts';

/** A file that pages load. */
export interface Asset {
  /** Changes with the content, so that caches may keep the file. */
  url: string;
  type: string;
  body: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export function readAsset(path: string): Asset {
  const body = readFileSync(path);
  const type = TYPES[extname(path)];
  if (type === undefined) throw new Error(`${path}: a page loads no file of this kind`);
  return { url: `/assets/${hash('sha256', body).slice(0, 16)}`, type, body };
}

export function serveAssets(scope: FastifyInstance, assets: readonly Asset[]): void {
  for (const { url, type, body } of assets) {
    const send = createGzippedSender(() => body);
    scope.get(url, (request, reply) =>
      send(
        request,
        reply.header('cache-control', 'public, max-age=31536000, immutable').type(type),
      ),
    );
  }
}
