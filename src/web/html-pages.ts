import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Eta } from 'eta';
import type { FastifyInstance } from 'fastify';

/** The templates of a part of the service, and the files that its pages load. */
export interface HtmlPages {
  /** The HTML of a template; it includes `@head`, and finds the addresses of files in `assets`. */
  render(template: string, values: object): string;
  /** Serves the files at their addresses. */
  serveAssets(scope: FastifyInstance): void;
}

export interface HtmlPagesOptions {
  /** Has `templates/`, and the style sheet in `assets/`. */
  folder: string;
  /** On top of what all pages share. */
  style: string;
  /** Of the files' addresses. */
  assetPrefix: string;
}

const CSS = 'text/css; charset=utf-8';
const PICO = createRequire(import.meta.url).resolve('@picocss/pico/css/pico.blue.min.css');
const HEAD = readFileSync(join(import.meta.dirname, 'templates/head.eta'), 'utf8');
const SHARED_FILES = {
  pico: { path: PICO, type: CSS },
  base: { path: toSharedPath('base.css'), type: CSS },
  script: { path: toSharedPath('page.js'), type: 'text/javascript; charset=utf-8' },
  icon: { path: toSharedPath('icon.svg'), type: 'image/svg+xml' },
};

/** Shared by the account page and the documentation: one head, one look, one renderer. */
export function createHtmlPages({ folder, style, assetPrefix }: HtmlPagesOptions): HtmlPages {
  const ownFiles = { style: { path: join(folder, 'assets', style), type: CSS } };
  const files = Object.entries({ ...SHARED_FILES, ...ownFiles }).map(([name, { path, type }]) => {
    const body = readFileSync(path);
    // The address changes with the file, so that caches may keep it.
    return { name, type, body, url: `${assetPrefix}/${hash('sha256', body).slice(0, 16)}` };
  });
  const assets = Object.fromEntries(files.map(({ name, url }) => [name, url]));
  const eta = new Eta({ views: join(folder, 'templates'), cache: true });
  eta.loadTemplate('@head', HEAD);
  return {
    render: (template, values) => eta.render(`./${template}`, { assets, ...values }),
    serveAssets(scope) {
      for (const { url, type, body } of files) {
        scope.get(url, (_request, reply) =>
          reply
            .header('cache-control', 'public, max-age=31536000, immutable')
            .type(type)
            .send(body),
        );
      }
    },
  };
}

function toSharedPath(name: string): string {
  return join(import.meta.dirname, 'assets', name);
}
