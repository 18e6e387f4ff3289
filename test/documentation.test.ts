import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMPANY_FIELDS } from '../src/answers/documents.ts';
import { loadConfig } from '../src/config/config.ts';
import { VARIABLES } from '../src/config/variables.ts';
import { WHAT_TO_DO } from '../src/docs/locales/en-api.ts';
import { API_PLANS } from '../src/domain/account/plan.ts';
import { VERSION } from '../src/operation/version.ts';
import { openSqliteStore } from '../src/store/sqlite/open.ts';
import { openTestApp } from './support/app.ts';
import { makeTestFolder } from './support/folder.ts';
import { ROOT, readText } from './support/image.ts';

/** Without the changelog, which names what has gone. */
const DOCUMENTS = globSync(['[!C]*.md', 'CONTRIBUTING.md', '{docs,src}/**/*.md'], { cwd: ROOT });
const README = readText('README.md');
const CONTRIBUTING = readText('CONTRIBUTING.md');
const OPERATING = readText('docs/operating.md');
/** Files and folders of the repository, as the text or an example names them. */
const PATH =
  /(?<![\w/.-])(?:src|test|scripts|schema|sample|docs|ops|\.ci|\.github)\/[\w.*/-]*[\w*]/g;
/** A part that stands for any name, as in `src/store/NAME`. */
const PLACEHOLDER = /[A-Z]{4,}/g;
const IMPORT = /(?:\bfrom\s*|^import\s*|\bimport\s*\(\s*)['"`](\.[^'"`]+)['"`]/gm;
const SYMBOLS = String.raw`(?<symbols>(?:\`\w+\`[^\`.;()]*?)+)`;
const FILE = String.raw`\`(?<path>(?:src|test|scripts)\/[\w./-]+\.ts)\``;
/** `one` and `two` (`file`), or in, of, from `file`; or `file` (`one` and `two`). */
const SYMBOLS_OF_FILE = [
  new RegExp(`${SYMBOLS}(?:(?<= )\\(|in\\s+|of\\s+)${FILE}`, 'g'),
  new RegExp(`${FILE} \\(${SYMBOLS}\\)`, 'g'),
];
const LINK = /\]\(([^)\s]+)\)/g;

function exists(path: string): boolean {
  return globSync(path.replace(PLACEHOLDER, '*'), { cwd: ROOT }).length > 0;
}

/** The anchors of a document's headings, as GitHub makes them. */
function listAnchors(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The links of a document that lead to no file, or to no heading of it. */
function findBrokenLinks(path: string): string[] {
  const targets = [...readText(path).matchAll(LINK)].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^(?:https?:|mailto:)/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#');
      const linked = file === '' ? path : join(path, '..', file);
      if (!exists(linked)) return true;
      return anchor !== undefined && !listAnchors(readText(linked)).includes(anchor);
    });
}

/** The folders of `src` and its main files, each with those that it imports. */
function listFolderImports(): Map<string, string[]> {
  const imports = new Map<string, Set<string>>();
  for (const path of globSync('{src,scripts}/**/*.ts', { cwd: ROOT })) {
    const from = toFolder(path);
    const targets = imports.get(from) ?? new Set();
    imports.set(from, targets);
    for (const [, name = ''] of readText(path).matchAll(IMPORT)) {
      const target = join(path, '..', name);
      const to = toFolder(target);
      // A file of the root, such as package.json, is of no folder.
      if (to !== from && target.includes('/')) targets.add(to);
    }
  }
  return new Map([...imports].map(([from, targets]) => [from, [...targets]]));
}

function toFolder(path: string): string {
  const [top = '', second = ''] = path.split('/');
  return top === 'src' ? second.replace(/\.ts$/, '') : top;
}

function listReachable(arrows: ReadonlyMap<string, readonly string[]>, from: string): Set<string> {
  const reached = new Set<string>();
  const waiting = [...(arrows.get(from) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    waiting.push(...(arrows.get(next) ?? []));
  }
  return reached;
}

describe.each(DOCUMENTS)('%s', (path) => {
  it('names only files and folders that exist', () => {
    const names = readText(path).match(PATH) ?? [];
    expect(names.filter((name) => !exists(name))).toEqual([]);
  });

  it('has no broken links within the repository', () => {
    expect(findBrokenLinks(path)).toEqual([]);
  });
});

it('says in docs/importing.md where each field of the answer comes from', () => {
  const rows = readText('docs/importing.md').match(/^\| `.*$/gm) ?? [];
  const named = rows.flatMap((row) => row.split('|')[1]?.match(/\w+/g) ?? []);
  expect(COMPANY_FIELDS.filter((field) => !named.includes(field))).toEqual([]);
});

it.each(['CONTRIBUTING.md', 'docs/importing.md'])('names in %s only code that exists', (path) => {
  const files = globSync('{src,scripts,test}/**/*.ts', {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  });
  const code = new Set(files.flatMap((file) => readText(file).match(/\w+/g) ?? []));
  const names = [...readText(path).matchAll(/`([a-z]+[A-Z]\w+|[A-Z]+_[A-Z_]+)`/g)];
  expect(names.map(([, name = '']) => name).filter((name) => !code.has(name))).toEqual([]);
});

it('names in CONTRIBUTING each symbol with a file that has it', () => {
  const named = SYMBOLS_OF_FILE.flatMap((pattern) => [...CONTRIBUTING.matchAll(pattern)]);
  expect(named.length).toBeGreaterThan(25);
  const wrong = named.flatMap(({ groups: { symbols = '', path = '' } = {} }) => {
    const words = new Set(readText(path).match(/\w+/g));
    const names = [...symbols.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    return names
      .filter((name) => name !== 'null' && !words.has(name))
      .map((name) => `${name} in ${path}`);
  });
  expect(wrong).toEqual([]);
});

it('keeps README short enough to be read, with a diagram of ten boxes at most', () => {
  expect(README.split(/\s+/).length).toBeLessThanOrEqual(900);
  const [, diagram = ''] = /```mermaid\n(.+?)```/s.exec(README) ?? [];
  expect(diagram.match(/\w+\[/g)?.length).toBeLessThanOrEqual(10);
});

it('shows in CONTRIBUTING every folder, and arrows for all of its imports and for nothing else', () => {
  const imports = listFolderImports();
  const drawn = new Map<string, string[]>();
  for (const [, from = '', to = ''] of CONTRIBUTING.matchAll(/^ {2}([\w-]+) --> (.+)$/gm)) {
    drawn.set(from, [...(drawn.get(from) ?? []), ...to.split(' & ')]);
  }
  for (const [from, targets] of drawn) {
    expect(imports.get(from), from).toEqual(expect.arrayContaining(targets));
  }
  for (const [from, targets] of imports) {
    const reachable = listReachable(drawn, from);
    expect(
      targets.filter((target) => !reachable.has(target)),
      from,
    ).toEqual([]);
  }
  // Through files: a checkout may leave an empty folder behind.
  const folders = globSync('src/*/**/*.ts', { cwd: ROOT }).map((path) => path.split('/')[1]);
  const [, table = ''] = /^\| folder \| content \|\n(.+?)\n\n/ms.exec(CONTRIBUTING) ?? [];
  const described = [...table.matchAll(/`([\w-]+)`(?=.*?\|.*\|$)/gm)].map(([, name]) => name);
  expect(described.toSorted()).toEqual([...new Set(folders)].toSorted());
});

/** What an example line of a document writes: a backup, an export, a moved folder, a redirection. */
const WRITTEN =
  /^(?:npm run backup -- (?!verify )(\S+)|npm run export -- --out (\S+)|mv \S+ (\S+)|.*(?<!\S)>\s*([\w.-]+)$)/gm;

it('lets git ignore what the examples of the documents write', () => {
  const examples = DOCUMENTS.flatMap((path) => [...readText(path).matchAll(/```sh\n(.+?)```/gs)]);
  const written = examples
    .flatMap(([, example = '']) => [...example.matchAll(WRITTEN)])
    .flatMap(([, ...names]) => names.filter((name) => name !== undefined))
    // Those elsewhere on the machine are not in the repository's folder.
    .filter((name) => !name.startsWith('/'))
    // A folder is ignored with what is in it.
    .map((name) => (/\.(?:ndjson|csv|gz|archive)$/.test(name) ? name : `${name}/file`));
  expect(written).toContain('companies.ndjson');
  expect(written.length).toBeGreaterThan(4);
  const folder = makeTestFolder();
  execFileSync('git', ['init', '--quiet', folder]);
  copyFileSync(join(ROOT, '.gitignore'), join(folder, '.gitignore'));
  const ignored = execFileSync('git', ['check-ignore', '--no-index', ...written], { cwd: folder });
  expect(ignored.toString().trimEnd().split('\n')).toEqual(written);
});

it('documents every variable once, with its default', () => {
  const known = new Set<string>();
  const recorder = new Proxy({}, { get: (_, name) => void known.add(String(name)) });
  const defaults = loadConfig(recorder);
  const rows = [...OPERATING.matchAll(/^\| `([A-Z_]+)` \| ([^|]+) \|/gm)];
  expect(rows.map(([, name]) => name).toSorted()).toEqual([...known].toSorted());
  const documented = Object.fromEntries(rows.map(([, name = '', text = '']) => [name, text]));
  expect(documented).toMatchObject({
    PORT: `\`${defaults.port}\``,
    HOST: `\`${defaults.host}\``,
    DATA_DIR: `\`${defaults.dataDir}\``,
    LOG_LEVEL: `\`${defaults.logLevel}\``,
    ANSWER_CACHE_MIB: `\`${defaults.answerCacheMib}\``,
  });
});

it.each(['README.md', 'docs/accounts.md'])('names in %s the limits that the plans have', (path) => {
  const document = readText(path);
  for (const { name, tier, limit } of API_PLANS) {
    const [row = ''] = new RegExp(`^\\| .*${name}.*\\|$`, 'im').exec(document) ?? [];
    expect(row).toContain(`\`${tier}\``);
    expect(row).toMatch(new RegExp(`\\| ${limit} \\|`));
  }
});

it('writes settings so that a shell which sources their file reads them whole', () => {
  const documented = [...OPERATING.matchAll(/`([A-Z_]+)=([^`]+)`/g)];
  const examples = Object.values(VARIABLES)
    .filter(({ example }) => !example.startsWith('the '))
    .map(({ name, example }) => ['', name, example]);
  const isRead = (name: string, value: string) =>
    Object.values(VARIABLES).some((one) => one.name === name && one.read(value) !== undefined);
  for (const [, name = '', written] of [...documented, ...examples]) {
    if (!Object.values(VARIABLES).some((one) => one.name === name)) continue;
    const file = join(makeTestFolder(), 'registru.env');
    writeFileSync(file, `${name}=${written}\n`);
    const script = `. "$0"; printf %s "$${name}"`;
    const value = execFileSync('sh', ['-c', script, file], { encoding: 'utf8' });
    expect([name, value, isRead(name, value)]).toEqual([name, value, true]);
  }
  expect(documented.map(([, name]) => name)).toContain('PLAN_PRICES');
});

it('documents every metric of the service', async () => {
  const { send } = await openTestApp();
  const { body } = await send('/metrics');
  const metrics = [...body.matchAll(/^# TYPE (registru_\w+) /gm)].map(([, name = '']) => name);
  const documented = OPERATING.match(/^\| `registru_\w+` \|/gm) ?? [];
  expect(documented.map((row) => row.replace(/[|` ]/g, '')).toSorted()).toEqual(metrics.toSorted());
});

it('tells one version: package.json, the API, metrics and health', async () => {
  const { version } = JSON.parse(readText('package.json'));
  const { send } = await openTestApp();
  const [metrics, health, api] = await Promise.all(
    ['/metrics', '/health/live', '/openapi.json'].map((path) => send(path)),
  );
  expect(metrics?.body).toContain(`\nregistru_build_info{version="${version}"} 1\n`);
  expect(JSON.parse(health?.body ?? '')).toEqual({ status: 'live', version });
  expect(JSON.parse(api?.body ?? '').info.version).toBe(version);
});

it('documents every database file of the embedded store', async () => {
  const folder = makeTestFolder();
  await openSqliteStore(folder).close();
  const files = readdirSync(folder).filter((name) => name.endsWith('.db'));
  const documented = [...OPERATING.matchAll(/^\| `(\w+\.db)` \|/gm)].map(([, name]) => name);
  expect(documented.toSorted()).toEqual(files.toSorted());
});

it('documents every part of the work outside requests whose faults are counted', () => {
  const sources = globSync('src/**/*.ts', { cwd: ROOT }).map(readText).join('\n');
  const parts = new Set(
    [...sources.matchAll(/(?:onFault|runHourly)\('(\w+)'/g)].map(([, part = '']) => part),
  );
  const [row = ''] = /^\| `registru_background_faults_total` .+$/m.exec(OPERATING) ?? [];
  const documented = [...row.matchAll(/`([a-z_]+)`/g)].map(([, part = '']) => part);
  expect(parts.size).toBeGreaterThan(3);
  expect(documented.slice(1).toSorted()).toEqual([...parts].toSorted());
});

it('documents every identifier of an error beyond those of the API', () => {
  const sources = globSync('src/**/*.ts', { cwd: ROOT }).map(readText).join('\n');
  const identifiers = [...sources.matchAll(/\berror: '([a-z_]+)'/g)].map(([, name = '']) => name);
  // Only its message is sent, as the text of a tool's result.
  const known = new Set(['invalid_arguments', ...Object.keys(WHAT_TO_DO)]);
  const others = new Set(identifiers.filter((name) => !known.has(name)));
  expect([...others].filter((name) => !OPERATING.includes(`\`${name}\``))).toEqual([]);
});

it('documents every error code of the staff view', () => {
  const sources = globSync('src/{staff,schema,web}/**/*.ts', { cwd: ROOT }).map(readText).join();
  const thrown = sources.matchAll(/(?:code: |toCodedError\(\s*)'([A-Z_]+)'/g);
  const refused = readText('src/staff/refusals.ts').matchAll(
    /(?:error: '|^ {4}(?=[A-Z]))(\w+)(?:'|: \[)/gm,
  );
  // Those of the rules for accounts are only in the tests of what refuses with them.
  const tests = globSync('test/staff/*.test.ts', { cwd: ROOT }).map(readText).join();
  const tested = tests.matchAll(/'([A-Z]+(?:_[A-Z]+)+)'/g);
  const codes = [...thrown, ...refused, ...tested].map(([, code = '']) => code.toUpperCase());
  const document = readText('docs/staff.md');
  expect(codes.length).toBeGreaterThan(15);
  expect(codes.filter((code) => !document.includes(`\`${code}\``))).toEqual([]);
});

it('has one page for each decision, numbered without gaps and with the same parts', () => {
  const files = readdirSync(join(ROOT, 'docs/adr')).toSorted();
  expect(files.length).toBeGreaterThan(0);
  for (const [index, file] of files.entries()) {
    expect(file).toMatch(new RegExp(`^${String(index + 1).padStart(4, '0')}-[a-z-]+\\.md$`));
    expect(readText(`docs/adr/${file}`).match(/^## .+$/gm)).toEqual([
      '## Context',
      '## Decision',
      '## Consequences',
      '## When to reconsider',
    ]);
  }
});

it('a release that is tagged at this commit has the version of the package', () => {
  const tags = execFileSync('git', ['tag', '--points-at', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
  const releases = tags.split('\n').filter((tag) => /^v\d/.test(tag));
  expect(releases.filter((tag) => tag !== `v${VERSION}`)).toEqual([]);
});
