import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '@graphql-yoga/render-graphiql/package.json' with { type: 'json' };
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createGraphiqlFiles, type GraphiqlFile } from './graphiql-files.ts';

const PREFIX = `/graphql/assets/${manifest.version}`;
const START = readFileSync(join(import.meta.dirname, 'assets', 'start.js'));
const START_URL = `/graphql/assets/${hash('sha256', START).slice(0, 16)}.js`;
const CACHED = 'public, max-age=31536000, immutable';

const SCRIPT = 'text/javascript; charset=utf-8';
const FILES: Readonly<Record<GraphiqlFile, { url: string; type: string }>> = {
  bundle: { url: `${PREFIX}/graphiql.js`, type: SCRIPT },
  style: { url: `${PREFIX}/graphiql.css`, type: 'text/css; charset=utf-8' },
  editorWorker: { url: `${PREFIX}/editor.worker.js`, type: SCRIPT },
  jsonWorker: { url: `${PREFIX}/json.worker.js`, type: SCRIPT },
  graphqlWorker: { url: `${PREFIX}/graphql.worker.js`, type: SCRIPT },
};

/** Only styles may be inline: the editor adds its own. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const DEFAULT_QUERY = `{
  searchCompanies(text: "", first: 10) {
    idno
    name
    status
  }
}
`;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Registru – staff</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${FILES.style.url}">
<script defer src="${START_URL}"></script>
<script defer src="${FILES.bundle.url}"></script>
</head>
<body class="no-focus-outline">
<noscript>The editor needs JavaScript; programs may POST to /graphql.</noscript>
<div id="root" data-editor-worker="${FILES.editorWorker.url}"
 data-json-worker="${FILES.jsonWorker.url}" data-graphql-worker="${FILES.graphqlWorker.url}"
 data-query="${DEFAULT_QUERY.replaceAll('"', '&quot;')}"></div>
</body>
</html>
`;

/** Serves the files of the editor from this host; they contain nothing of the schema. */
export function serveGraphiqlFiles(scope: FastifyInstance): void {
  const read = createGraphiqlFiles();
  scope.get(START_URL, (_request, reply) =>
    reply.header('cache-control', CACHED).type(SCRIPT).send(START),
  );
  for (const [name, { url, type }] of Object.entries(FILES) as [GraphiqlFile, FileAddress][]) {
    scope.get(url, async (_request, reply) => {
      const { [name]: gzipped } = await read();
      return reply
        .headers({ 'cache-control': CACHED, 'content-encoding': 'gzip' })
        .type(type)
        .send(Buffer.from(gzipped));
    });
  }
}

type FileAddress = (typeof FILES)[GraphiqlFile];

export function sendGraphiql(reply: FastifyReply): FastifyReply {
  return reply
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .type('text/html; charset=utf-8')
    .send(PAGE);
}
