import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const IMPORT =
  /(?:^(?:import|export)\b[^'"`=;]*?\bfrom\s*|^import\s*|\b(?:import|require)\s*\(\s*)['"`]([^'"`]+)['"`]/gm;
/** The store's port: files beside its adapters, which are folders. */
const PORT = 'src/store/[^/]+';

/** What the files of a room may import besides each other; the first room that fits counts. */
const ROOMS: readonly (readonly [room: string, allowed: readonly string[]])[] = [
  ['src/domain/', ['node:crypto', 'node:net', 'node:zlib']],
  [
    'src/store/mongo/',
    ['src/domain/.+', PORT, 'node:(crypto|timers/promises)', 'mongodb', 'bottleneck'],
  ],
  ['src/store/sqlite/', ['src/domain/.+', PORT, 'node:.+']],
  ['src/store/', ['src/domain/.+']],
  ['src/accounts/', ['src/domain/.+', PORT, 'node:(crypto|timers/promises)']],
  ['src/import/', ['src/domain/.+', PORT, 'node:.+', 'csv-parse(/.+)?']],
  [
    'src/schema/',
    ['src/domain/.+', 'src/accounts/.+', PORT, 'graphql', '@pothos/.+', 'dataloader'],
  ],
  [
    'src/web/',
    [
      'src/(domain|accounts)/.+',
      'node:(http|net)',
      'fastify',
      '@fastify/cookie',
      'graphql(-yoga)?',
    ],
  ],
  [
    'src/staff/',
    [
      'src/(domain|accounts|schema|web)/.+',
      PORT,
      'node:(crypto|events|fs|path|worker_threads|zlib)',
      'fastify',
      '@fastify/cookie',
      'graphql(-yoga)?',
      '@pothos/plugin-complexity',
      '@graphql-yoga/render-graphiql/.+',
      'openid-client',
    ],
  ],
  ['src/limit/', ['src/domain/.+', 'node:.+', 'ioredis']],
  [
    'src/operation/',
    ['src/(domain|web)/.+', 'src/limit/limiter.ts', 'node:.+', 'fastify', 'pino', 'prom-client'],
  ],
  [
    'src/rest/',
    [
      'src/(domain|accounts|schema|limit|web)/.+',
      'node:(crypto|http)',
      'fastify',
      'graphql',
      'graphql-jit',
      'fresh',
      'lru-cache',
    ],
  ],
  [
    'src/page/',
    [
      'src/(domain|accounts|schema|web)/.+',
      PORT,
      'node:(buffer|crypto|fs|http|module|path)',
      'fastify',
      '@fastify/(cookie|formbody)',
      'eta',
      'graphql',
      'graphql-jit',
      'graphql-yoga',
      'standardwebhooks',
    ],
  ],
  [
    'src/docs/',
    [
      'src/rest/openapi.json',
      'src/page/(assets|code-examples).ts',
      'src/web/security-headers.ts',
      'src/domain/.+',
      'node:(fs|http|path)',
      'fastify',
      'eta',
    ],
  ],
  ['src/mail/', ['src/domain/.+', 'src/accounts/notice.ts', 'nodemailer']],
  ['src/', ['.+']],
  ['scripts/', ['(?!src/(rest|page|staff)/).+']],
];

/** The import lines of a file, `import type` and `import()` too, that its room does not allow. */
function findWrongArrows(path: string, source: string): string[] {
  const [room, allowed] = ROOMS.find(([name]) => path.startsWith(name)) ?? ['', []];
  const isAllowed = new RegExp(`^(?:${[`${room}.+`, ...allowed].join('|')})$`);
  return [...source.matchAll(IMPORT)]
    .map(([, name = '']) => (name.startsWith('.') ? posix.join(posix.dirname(path), name) : name))
    .filter((target) => !isAllowed.test(target))
    .map((target) => `${path} -> ${target}`);
}

it('has arrows that point one way only', () => {
  const paths = globSync('{src,scripts}/**/*.ts', { cwd: ROOT });
  expect(paths.length).toBeGreaterThan(50);
  const wrong = paths.flatMap((path) =>
    findWrongArrows(path, readFileSync(join(ROOT, path), 'utf8')),
  );
  expect(wrong).toEqual([]);
});

describe('a planted arrow is found', () => {
  it.each([
    ['src/domain/idno.ts', "import { readFile } from 'node:fs/promises';"],
    ['src/domain/idno.ts', "import type { Store } from '../store/store.ts';"],
    ['src/domain/idno.ts', "const { env } = await import('../config.ts');"],
    ['src/store/sqlite/open.ts', "import { rest } from '../../rest/rest.ts';"],
    ['src/store/sqlite/open.ts', "import { MongoClient } from 'mongodb';"],
    ['src/store/mongo/open.ts', "import { openSqliteStore } from '../sqlite/open.ts';"],
    ['src/store/store.ts', "import type { Accounts } from '../accounts/accounts.ts';"],
    ['src/accounts/keys.ts', "import { openSqliteStore } from '../store/sqlite/open.ts';"],
    ['src/accounts/keys.ts', "import { ObjectId } from 'mongodb';"],
    ['src/accounts/keys.ts', "import fastify from 'fastify';"],
    ['src/import/run.ts', "export { parse } from 'graphql';"],
    ['src/import/xlsx/zip.ts', "import '../../store/sqlite/database.ts';"],
    ['src/schema/company.ts', "import { DatabaseSync } from 'node:sqlite';"],
    ['src/schema/company.ts', "let a: import('../rest/rest.ts').RestDependencies;"],
    ['src/limit/ring.ts', "import {\n  FastifyInstance,\n} from 'fastify';"],
    ['src/limit/redis/redis-link.ts', "import type { Config } from '../../config.ts';"],
    ['src/rest/admission.ts', "import { Redis } from 'ioredis';"],
    ['src/rest/rest.ts', "import type { Store } from '../store/store.ts';"],
    ['src/rest/rest.ts', "import type { Config } from '../config.ts';"],
    ['src/operation/health.ts', "import { refuse } from '../rest/errors.ts';"],
    ['src/docs/docs.ts', "import { rest } from '../rest/rest.ts';"],
    ['src/page/page.ts', "import { docs } from '../docs/docs.ts';"],
    ['src/mail/outbox.ts', "import { createSignIn } from '../accounts/sign-in.ts';"],
    ['src/staff/staff.ts', "import { page } from '../page/page.ts';"],
    [
      'src/staff/staff.ts',
      "import { createReaderPool } from '../store/sqlite/reader/reader-pool.ts';",
    ],
    ['src/web/cookies.ts', "import { staffSchema } from '../schema/index.ts';"],
    ['scripts/import.ts', "import { rest } from '../src/rest/rest.ts';"],
  ])('%s: %s', (path, line) => {
    expect(findWrongArrows(path, line)).toHaveLength(1);
  });
});
