import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const IMPORT =
  /(?:^(?:import|export)\b[^'"`=;]*?\bfrom\s*|^import\s*|\b(?:import|require)\s*\(\s*)['"`]([^'"`]+)['"`]/gm;
/** What each adapter implements. */
const PORT = 'src/store/port/.+';
/** What a store does over its port, once for all adapters. */
const STORE = 'src/store/((port|accounts|imports)/.+|(store|query-reads).ts)';
const RESOURCES = 'src/operation/resources.ts';

/** What the files of a folder may import apart from each other; the first match counts. */
const FOLDERS: readonly (readonly [folder: string, allowed: readonly string[]])[] = [
  ['src/domain/', ['node:crypto', 'node:net', 'node:zlib']],
  ['src/outgoing/', ['node:(http|https|net|tls)']],
  ['src/worker/', ['src/domain/errors.ts', 'node:worker_threads']],
  ['src/store/port/', ['src/domain/.+']],
  ['src/store/accounts/', ['src/domain/.+', PORT, 'node:(timers/promises|util)']],
  ['src/store/imports/', ['src/domain/.+', PORT]],
  ['src/store/query-reads.ts', [STORE]],
  ['src/store/store.ts', [STORE]],
  ['src/store/copy.ts', ['src/domain/.+', STORE, 'node:util']],
  [
    'src/store/mongo/',
    ['src/domain/.+', STORE, 'node:(crypto|timers/promises)', 'mongodb', 'bottleneck'],
  ],
  ['src/store/sqlite/', ['src/(domain|worker)/.+', STORE, 'node:.+']],
  ['src/store/open.ts', ['src/store/.+', 'src/config/config.ts', 'node:(os|path)']],
  [
    'src/accounts/mail/',
    ['src/domain/.+', 'src/accounts/actor.ts', STORE, 'node:crypto', 'nodemailer'],
  ],
  ['src/accounts/', ['src/domain/.+', STORE, 'node:(crypto|timers/promises)']],
  ['src/jobs/', ['src/(domain|accounts)/.+', STORE, RESOURCES]],
  ['src/import/', ['src/(domain|worker)/.+', STORE, 'node:.+', 'csv-parse(/.+)?']],
  [
    'src/schema/',
    [
      'src/domain/.+',
      'src/accounts/.+',
      STORE,
      'node:crypto',
      'graphql',
      '@pothos/.+',
      'dataloader',
    ],
  ],
  [
    'src/web/',
    [
      'src/(domain|accounts)/.+',
      'src/limit/memory-limiter.ts',
      'node:(crypto|events|fs|http|module|net|path|stream|util|zlib)',
      'eta',
      'fastify',
      '@fastify/cookie',
      'graphql(-yoga)?',
    ],
  ],
  [
    'src/staff/',
    [
      'src/(domain|accounts|outgoing|schema|web)/.+',
      'src/answers/documents.ts',
      STORE,
      'node:(crypto|events|fs|path|worker_threads|zlib)',
      'fastify',
      '@fastify/cookie',
      'graphql',
      '@pothos/plugin-complexity',
      '@graphql-yoga/render-graphiql/.+',
      'openid-client',
    ],
  ],
  ['src/limit/open.ts', ['src/(domain|limit)/.+', 'src/config/config.ts', 'node:crypto', 'pino']],
  ['src/limit/', ['src/domain/.+', 'node:.+', 'dataloader', 'ioredis', 'lru-cache']],
  [
    'src/operation/',
    [
      'src/(domain|web)/.+',
      'src/limit/limiter.ts',
      'package.json',
      'node:.+',
      'fastify',
      'pino',
      'prom-client',
    ],
  ],
  [
    'src/answers/',
    [
      'src/(domain|schema)/.+',
      'src/store/port/(companies|public-changes|query-reads|search-reads).ts',
      'src/web/errors.ts',
      'node:(crypto|zlib)',
      'graphql',
      'graphql-jit',
      'lru-cache',
    ],
  ],
  [
    'src/rest/',
    [
      'src/(domain|answers|limit|web)/.+',
      'src/accounts/(usage/account-usage|watching/watch-lists).ts',
      'node:http',
      'fastify',
    ],
  ],
  [
    'src/account-page/',
    [
      'src/(domain|accounts|schema|web)/.+',
      STORE,
      'node:(buffer|crypto|fs|http|path)',
      'fastify',
      '@fastify/(cookie|formbody)',
      'graphql',
      'graphql-jit',
      'standardwebhooks',
    ],
  ],
  [
    'src/webhooks/',
    [
      'src/(domain|outgoing)/.+',
      'src/accounts/(actor|mail/notification|watching/.+).ts',
      'src/answers/changes.ts',
      STORE,
      'node:(crypto|dns/promises|net|perf_hooks|timers/promises)',
      'standardwebhooks',
    ],
  ],
  ['src/export/', ['src/(domain|schema|answers)/.+', STORE, 'node:fs(/promises)?']],
  [
    'src/company-page/',
    [
      'src/(domain|answers|web)/.+',
      'src/rest/errors.ts',
      'node:(crypto|fs|path|timers/promises|util|zlib)',
      'fastify',
    ],
  ],
  ['src/site/', ['src/(domain|web)/.+', 'node:(crypto|fs|path)', 'fastify']],
  [
    'src/docs/',
    [
      'src/(domain|web)/.+',
      'src/rest/(errors|operations).ts',
      'node:(crypto|fs|http|path|zlib)',
      'fastify',
    ],
  ],
  [
    'src/mcp/',
    [
      'src/(domain|answers|rest|web)/.+',
      'src/accounts/usage/account-usage.ts',
      'src/limit/limiter.ts',
      'src/docs/openapi.ts',
      'node:http',
      'fastify',
      '@modelcontextprotocol/server',
    ],
  ],
  ['src/config/', ['src/domain/.+', 'node:.+']],
  ['src/', ['.+']],
  ['scripts/', ['(?!src/(rest|mcp|account-page|staff)/).+']],
];

/** Whether a rule is about a file: the root's rule is about the files that lie in it. */
function isOf(folder: string, path: string): boolean {
  return folder === 'src/' ? posix.dirname(path) === 'src' : path.startsWith(folder);
}

/** The import lines of a file, `import type` and `import()` too, that its folder does not allow. */
function findWrongArrows(path: string, source: string): string[] {
  const [folder, allowed] = FOLDERS.find(([name]) => isOf(name, path)) ?? [path, []];
  const isAllowed = new RegExp(`^(?:${[`${folder}.+`, ...allowed].join('|')})$`);
  return listImports(path, source)
    .filter((target) => !isAllowed.test(target))
    .map((target) => `${path} -> ${target}`);
}

/** What a file imports: paths of files and names of packages. */
function listImports(path: string, source: string): string[] {
  return [...source.matchAll(IMPORT)].map(([, name = '']) =>
    name.startsWith('.') ? posix.join(posix.dirname(path), name) : name,
  );
}

/** One line for each import that leads back to a file on the way to it. */
function findCycles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  function follow(path: string, way: readonly string[]): void {
    const start = way.indexOf(path);
    if (start >= 0) cycles.push([...way.slice(start), path].join(' -> '));
    if (start >= 0 || done.has(path)) return;
    for (const target of imports.get(path) ?? []) follow(target, [...way, path]);
    done.add(path);
  }
  for (const path of imports.keys()) follow(path, []);
  return cycles;
}

const SOURCES = globSync('{src,scripts}/**/*.ts', { cwd: ROOT }).map(
  (path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const,
);

it('imports only what the folder of a file may import', () => {
  expect(SOURCES.length).toBeGreaterThan(50);
  expect(SOURCES.flatMap(([path, source]) => findWrongArrows(path, source))).toEqual([]);
});

it('has no cycle of files, type imports included', () => {
  expect(
    findCycles(new Map(SOURCES.map(([path, source]) => [path, listImports(path, source)]))),
  ).toEqual([]);
});

it('finds a planted cycle', () => {
  const files = [
    ['src/a.ts', "import './b.ts';"],
    ['src/b.ts', "import type { A } from './a.ts';"],
  ] as const;
  const imports = new Map(
    files.map(([path, source]) => [path as string, listImports(path, source)]),
  );
  expect(findCycles(imports)).toEqual(['src/a.ts -> src/b.ts -> src/a.ts']);
});

describe('a planted arrow is found', () => {
  it.each([
    ['src/domain/company/idno.ts', "import { readFile } from 'node:fs/promises';"],
    ['src/domain/company/idno.ts', "import type { Store } from '../../store/store.ts';"],
    ['src/domain/company/idno.ts', "const { env } = await import('../../config/config.ts');"],
    ['src/store/sqlite/open.ts', "import { rest } from '../../rest/rest.ts';"],
    ['src/store/sqlite/open.ts', "import { MongoClient } from 'mongodb';"],
    ['src/store/mongo/open.ts', "import { openSqliteStore } from '../sqlite/open.ts';"],
    ['src/store/store.ts', "import type { Accounts } from '../accounts/accounts.ts';"],
    ['src/store/port/layout.ts', "import type { AuditLog } from '../accounts/audit.ts';"],
    ['src/accounts/keys/keys.ts', "import { openSqliteStore } from '../../store/sqlite/open.ts';"],
    ['src/accounts/keys/keys.ts', "import { ObjectId } from 'mongodb';"],
    ['src/accounts/keys/keys.ts', "import fastify from 'fastify';"],
    ['src/import/run.ts', "export { parse } from 'graphql';"],
    ['src/import/xlsx/zip.ts', "import '../../store/sqlite/database.ts';"],
    ['src/schema/company.ts', "import { DatabaseSync } from 'node:sqlite';"],
    ['src/schema/company.ts', "let a: import('../rest/rest.ts').RestDependencies;"],
    ['src/limit/memory-limiter.ts', "import {\n  FastifyInstance,\n} from 'fastify';"],
    ['src/limit/redis/redis-link.ts', "import type { Config } from '../../config/config.ts';"],
    ['src/answers/search.ts', "import { OPERATIONS } from '../rest/operations.ts';"],
    ['src/rest/api-guard.ts', "import { Redis } from 'ioredis';"],
    ['src/rest/rest.ts', "import type { Store } from '../store/store.ts';"],
    ['src/rest/rest.ts', "import type { Config } from '../config/config.ts';"],
    ['src/operation/health.ts', "import { sendApiError } from '../rest/errors.ts';"],
    ['src/docs/docs.ts', "import { rest } from '../rest/rest.ts';"],
    ['src/account-page/page.ts', "import { docs } from '../docs/docs.ts';"],
    ['src/export/export.ts', "import { rest } from '../rest/rest.ts';"],
    ['src/export/export.ts', "import { openCompanySnapshot } from '../store/open.ts';"],
    ['src/company-page/view.ts', "import { en } from '../account-page/locales/en.ts';"],
    ['src/company-page/view.ts', "import { OPENAPI } from '../docs/openapi.ts';"],
    ['src/site/site.ts', "import { OPENAPI } from '../docs/openapi.ts';"],
    ['src/site/status-facts.ts', "import type { Store } from '../store/store.ts';"],
    ['src/accounts/mail/mail.ts', "import { createSignIn } from '../sign-in/sign-in.ts';"],
    ['src/jobs/retention.ts', "import { DatabaseSync } from 'node:sqlite';"],
    ['src/config/config.ts', "import type { Store } from '../store/store.ts';"],
    ['src/staff/staff.ts', "import { page } from '../account-page/page.ts';"],
    [
      'src/staff/staff.ts',
      "import { createReaderPool } from '../store/sqlite/reader/reader-pool.ts';",
    ],
    ['src/mcp/mcp.ts', "import { docs } from '../docs/docs.ts';"],
    ['src/webhooks/delivery.ts', "import { openStore } from '../store/open.ts';"],
    ['src/webhooks/send-event.ts', "import { openStore } from 'node:dns';"],
    ['src/unruled/any.ts', "import { rest } from '../rest/rest.ts';"],
    ['src/web/cookies.ts', "import { staffSchema } from '../schema/index.ts';"],
    ['scripts/import.ts', "import { rest } from '../src/rest/rest.ts';"],
  ])('%s: %s', (path, line) => {
    expect(findWrongArrows(path, line)).toHaveLength(1);
  });
});
