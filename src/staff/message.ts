import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const STYLE = readFileSync(join(import.meta.dirname, 'assets', 'message.css'));
const STYLE_URL = `/graphql/assets/${hash('sha256', STYLE).slice(0, 16)}.css`;

/** Serves the style of the page. */
export function serveMessageStyle(scope: FastifyInstance): void {
  scope.get(STYLE_URL, (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/css; charset=utf-8')
      .send(STYLE),
  );
}

/** A page of one sentence and one link. */
export function toMessagePage(message: string, next: { url: string; label: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Registru – staff</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLE_URL}">
</head>
<body>
<h1>Registru – staff</h1>
<p>${toHtml(message)}</p>
<p><a href="${next.url}">${next.label}</a></p>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function toHtml(text: string): string {
  return text.replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one);
}
