import { hash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import manifest from '@graphql-yoga/render-graphiql/package.json' with { type: 'json' };
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Language } from '../domain/account/language.ts';
import { toDay } from '../domain/time/time-zone.ts';
import { createPages } from '../web/frame/frame.ts';

/** Files of the editor that staff write queries in, each gzipped. */
export type GraphiqlFiles = Readonly<Record<keyof typeof FILES, Uint8Array>>;

const PACKER = new URL('./graphiql-worker.ts', import.meta.url);
const PREFIX = `/graphql/assets/${manifest.version}`;
const START = readFileSync(join(import.meta.dirname, 'assets', 'start.js'));
const START_URL = `/graphql/assets/${hash('sha256', START).slice(0, 16)}.js`;
const CACHED = 'public, max-age=31536000, immutable';

const SCRIPT = 'text/javascript; charset=utf-8';
const FILES = {
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
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const PAGES = createPages({ folder: import.meta.dirname, style: 'staff.css' });
const DAY_MS = 86_400_000;
/** The days of usage that an example asks for. */
const USAGE_DAYS = 30;

/** The query that the editor begins with, then each question as a heading with its query. */
const EXAMPLES = readFileSync(join(import.meta.dirname, 'example-queries.txt'), 'utf8');
const [firstQuery = '', ...sections] = EXAMPLES.split(/^### /m);

/** Serves the files of the editor from this host; they contain nothing of the schema. */
export function serveGraphiqlFiles(scope: FastifyInstance): void {
  PAGES.serveAssets(scope);
  const read = createGraphiqlFiles();
  scope.get(START_URL, (_request, reply) =>
    reply.header('cache-control', CACHED).type(SCRIPT).send(START),
  );
  for (const name of Object.keys(FILES) as (keyof typeof FILES)[]) {
    const { url, type } = FILES[name];
    scope.get(url, async (_request, reply) => {
      const { [name]: gzipped } = await read();
      return reply
        .headers({ 'cache-control': CACHED, 'content-encoding': 'gzip' })
        .type(type)
        .send(Buffer.from(gzipped));
    });
  }
}

/** What the page of the editor shows besides it. */
interface EditorView {
  /** Of the member of staff who is signed in. */
  email: string;
  /** Of the frame; the page itself is in English. */
  language: Language;
  supportUrl: string | null;
  nowMs: number;
}

export function sendGraphiql(
  reply: FastifyReply,
  { email, language, supportUrl, nowMs }: EditorView,
): FastifyReply {
  const page = PAGES.render('graphiql', {
    frame: {
      language,
      title: 'Staff',
      supportUrl,
      languageChoice: { next: '/graphql' },
      signedInAs: email,
      styles: [FILES.style.url],
      scripts: [START_URL, FILES.bundle.url],
      withoutPico: true,
    },
    examples: listExamples(email, nowMs),
    firstQuery,
    workers: {
      editor: FILES.editorWorker.url,
      json: FILES.jsonWorker.url,
      graphql: FILES.graphqlWorker.url,
    },
  });
  return reply
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .type('text/html; charset=utf-8')
    .send(page);
}

/**
 * For the questions that support is asked most. Where they need an account they name the one of
 * who asks, so that each returns something at once.
 */
function listExamples(email: string, nowMs: number) {
  const from = toDay(nowMs - (USAGE_DAYS - 1) * DAY_MS);
  return sections.map((section) => {
    const [question = '', ...lines] = section.split('\n');
    const query = lines
      .join('\n')
      .replaceAll('"FROM"', JSON.stringify(from))
      .replaceAll('"TO"', JSON.stringify(toDay(nowMs)))
      .replaceAll('"PART"', () => JSON.stringify(email.split('@')[0]))
      // Last and by a function, so that nothing in the address is read as a placeholder.
      .replaceAll('"EMAIL"', () => JSON.stringify(email));
    // The editor opens the query of its address.
    return { question, href: `/graphql?${new URLSearchParams({ query })}` };
  });
}

/**
 * Reads and packs the nine megabytes of the package once, at the first request, in a worker
 * thread; the server keeps only the packed files.
 */
function createGraphiqlFiles(): () => Promise<GraphiqlFiles> {
  let files: Promise<GraphiqlFiles> | null = null;
  return () => {
    files ??= pack().catch((error: unknown) => {
      files = null;
      throw error;
    });
    return files;
  };
}

async function pack(): Promise<GraphiqlFiles> {
  const worker = new Worker(PACKER, { execArgv: [] });
  const [files] = await once(worker, 'message');
  return files;
}
