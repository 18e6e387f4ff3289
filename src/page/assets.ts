import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const FOLDER = join(import.meta.dirname, 'assets');
const PICO = createRequire(import.meta.url).resolve('@picocss/pico/css/pico.blue.min.css');

export interface AssetFile {
  path: string;
  type: string;
}

export const FILES = {
  pico: { path: PICO, type: 'text/css; charset=utf-8' },
  style: { path: join(FOLDER, 'page.css'), type: 'text/css; charset=utf-8' },
  script: { path: join(FOLDER, 'page.js'), type: 'text/javascript; charset=utf-8' },
  icon: { path: join(FOLDER, 'icon.svg'), type: 'image/svg+xml' },
};

export type AssetUrls = Readonly<Record<keyof typeof FILES, string>>;

/** Serves the page's own files. */
export function serveAssets(scope: FastifyInstance): AssetUrls {
  const serve = (file: AssetFile) => serveFile(scope, '/cont/assets', file);
  const { pico, style, script, icon } = FILES;
  return { pico: serve(pico), style: serve(style), script: serve(script), icon: serve(icon) };
}

/** Serves a file from memory; its address changes with it, so that caches may keep it. */
export function serveFile(scope: FastifyInstance, prefix: string, file: AssetFile): string {
  const body = readFileSync(file.path);
  const url = `${prefix}/${hash('sha256', body).slice(0, 16)}`;
  scope.get(url, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=31536000, immutable').type(file.type).send(body),
  );
  return url;
}
