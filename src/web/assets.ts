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

const PREFIX = '/cont/assets';

export const ASSET_URLS: AssetUrls = {
  pico: toFileUrl(PREFIX, FILES.pico),
  style: toFileUrl(PREFIX, FILES.style),
  script: toFileUrl(PREFIX, FILES.script),
  icon: toFileUrl(PREFIX, FILES.icon),
};

/** Serves the page's own files at their ASSET_URLS. */
export function serveAssets(scope: FastifyInstance): void {
  for (const file of Object.values(FILES)) serveFile(scope, PREFIX, file);
}

/** Serves a file from memory; its address changes with it, so that caches may keep it. */
export function serveFile(scope: FastifyInstance, prefix: string, file: AssetFile): string {
  const body = readFileSync(file.path);
  const url = toFileUrl(prefix, file);
  scope.get(url, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=31536000, immutable').type(file.type).send(body),
  );
  return url;
}

function toFileUrl(prefix: string, { path }: AssetFile): string {
  return `${prefix}/${hash('sha256', readFileSync(path)).slice(0, 16)}`;
}
