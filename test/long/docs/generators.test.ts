import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { CLIENT_GENERATORS } from '../../../src/docs/client-generators.ts';
import { LIMIT_WINDOW_SECONDS } from '../../../src/domain/account/plan.ts';
import { EXAMPLE_IDNO, UNKNOWN_TEST_IDNO } from '../../../src/domain/company/test-companies.ts';
import { importSample } from '../../../src/import/run.ts';
import { CLIENT } from '../../docs/client-tool.ts';
import { ACTOR, openTestApp } from '../../support/app.ts';
import { createClock } from '../../support/clock.ts';
import { toIdno } from '../../support/companies.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { ROOT } from '../../support/image.ts';
import { makeRun } from '../../support/imports.ts';
import { openShared } from '../../support/shared.ts';
import { LATER_ERROR, openLaterVersion } from './later-version.ts';

const INSTALL = join(ROOT, '.ci/generators/install');
const TOOLS = execFileSync(INSTALL, ['--where'], { encoding: 'utf8' }).trim();
/** A machine of one's own may lack them; where every push is tested they have to be there. */
const IS_MISSING = !existsSync(join(TOOLS, 'complete')) && process.env['CI'] === undefined;
const PROGRAMS = join(CLIENT, 'generators');
const GO_FILES = { 'go.mod': readFile('go.mod'), 'go.sum': readFile('go.sum') };
const { HOME, PATH } = process.env;
// Programs print company names, and compilers read them.
const ENV = {
  HOME,
  LC_ALL: 'C.UTF-8',
  PATH: `${TOOLS}/python/bin:${TOOLS}/bin:${PATH}:/usr/local/go/bin`,
};

const FROM = '2026-09-21';
const CHANGES = 5;
const TSC = `${process.execPath} node_modules/typescript/lib/tsc.js --project .`;
const MODULES = { 'package.json': '{"type":"module"}', 'tsconfig.json': toTsconfig('nodenext') };
/** The JVM starts in half of the time for work of seconds. */
const JAVA = 'java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC';
const JARS = `${TOOLS}/jars/*`;

interface Client {
  /** How the generator is started here; all commands are of sh, in the client's folder. */
  start: string;
  /** Further arguments of the generator. */
  options?: string;
  /** Further files. */
  files?: Readonly<Record<string, string>>;
  /** The program that uses what is generated; null: there is no compiler to be had. */
  program: { file: string; compile: string; run: string } | null;
}

const OPENAPI_GENERATOR = {
  start: `${JAVA} -jar ${TOOLS}/openapi-generator-cli.jar generate`,
  options: '--global-property apiDocs=false,modelDocs=false,apiTests=false,modelTests=false',
};

const CLIENTS: Readonly<Record<keyof typeof CLIENT_GENERATORS, Client>> = {
  'openapi-typescript': {
    start: `${process.execPath} node_modules/openapi-typescript/bin/cli.js`,
    files: MODULES,
    program: { file: 'openapi-fetch.ts', compile: TSC, run: 'node out/openapi-fetch.js' },
  },
  'hey-api': {
    start: `${process.execPath} node_modules/@hey-api/openapi-ts/bin/run.js`,
    // What it generates imports files without their extension, as CommonJS and bundlers do.
    files: { 'tsconfig.json': toTsconfig('commonjs') },
    program: { file: 'hey-api.ts', compile: TSC, run: 'node out/hey-api.js' },
  },
  'openapi-python-client': {
    start: 'openapi-python-client generate --fail-on-warning',
    // The module client is the same for every document, and not strict.
    files: { 'mypy.ini': '[mypy]\nstrict = True\n[mypy-registru.client]\nignore_errors = True\n' },
    program: {
      file: 'program.py',
      compile: `mypy --cache-dir ${TOOLS}/mypy registru program.py`,
      run: 'python program.py',
    },
  },
  ogen: {
    start: 'ogen',
    files: GO_FILES,
    program: {
      file: 'ogen.go',
      compile: 'go build -trimpath -o program ogen.go',
      run: './program',
    },
  },
  'oapi-codegen': {
    start: 'mkdir oapi && oapi-codegen',
    files: GO_FILES,
    program: {
      file: 'oapi-codegen.go',
      compile: 'go build -trimpath -o program oapi-codegen.go',
      run: './program',
    },
  },
  java: {
    ...OPENAPI_GENERATOR,
    program: {
      file: 'Program.java',
      compile: `javac -J-XX:TieredStopAtLevel=1 -Werror -proc:none -cp '${JARS}' -d out Program.java $(find registru/src/main -name '*.java')`,
      run: `${JAVA} -cp 'out:${JARS}' Program`,
    },
  },
  kotlin: {
    ...OPENAPI_GENERATOR,
    program: {
      file: 'Program.kt',
      compile: `${JAVA} -cp '${JARS}' org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -Werror -no-stdlib -no-reflect -cp $(echo ${JARS} | tr ' ' ':') -d out Program.kt registru/src/main`,
      run: `${JAVA} -cp 'out:${JARS}' ProgramKt`,
    },
  },
  csharp: { ...OPENAPI_GENERATOR, program: null },
};

const WARNING = /\b(?:WARN|ERROR)\b|\bwarning|⚠/i;
/** What generators say whatever the document is, and that HTTP ignores the case of a header. */
const EXPECTED_WARNING =
  /OpenAPI 3\.1 support is still in beta|Failed to get the schema name: null|Ignoring complex example|Header name is not canonical/;

const openService = openShared(async () => {
  const clock = createClock(Date.now());
  const app = await openTestApp({ clock });
  await importSample(app.store, makeTestFolder());
  // After that of the sample, whose time is the real one.
  clock.advance(Date.now() + 1_000 - clock.nowMs());
  const importMs = clock.nowMs();
  const changes = Array.from({ length: CHANGES }, (_, serial) => ({
    importMs,
    idno: toIdno(serial),
    revision: 1,
    kind: 'created' as const,
    fields: [],
    cause: 'register' as const,
    dataDate: FROM,
  }));
  await app.store.companies.write([], [], [], changes);
  // The first dump of an installation makes no changes.
  await app.store.imports.record(makeRun({ id: 'first', startedAtMs: importMs - 1 }));
  const run = { id: 'later', startedAtMs: importMs, dumpDate: FROM, recordsChanges: true };
  await app.store.imports.record(makeRun(run));
  const usedUp = await app.subscribe('used-up@test.example', 'business');
  while ((await app.get(`/api/v1/company/${EXAMPLE_IDNO}`, usedUp)).status === 200);
  const noPlan = await app.subscribe('no-plan@test.example', 'business');
  await app.accounts.cancel('no-plan@test.example', ACTOR);
  const later = await openLaterVersion(app.baseUrl);
  return {
    ...app,
    later,
    keys: { NO_PLAN_KEY: noPlan, USED_UP_KEY: usedUp, WRONG_KEY: 'reg_wrong' },
  };
});

const NAMES = Object.keys(CLIENT_GENERATORS) as (keyof typeof CLIENT_GENERATORS)[];

describe.each(NAMES)('a client made by %s', (name) => {
  it.skipIf(IS_MISSING)('reads every answer (needs .ci/generators/install)', async () => {
    const { send, store, subscribe, baseUrl, later, keys } = openService();
    const { start, options = '', program, files = {} } = CLIENTS[name];
    const folder = makeTestFolder();
    const run = (command: string, env: object = {}) => runIn(folder, command, env);
    writeFileSync(join(folder, 'openapi.json'), (await send('/openapi.json')).body);
    for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
    symlinkSync(join(TOOLS, 'node_modules'), join(folder, 'node_modules'));

    const command = `${start} ${CLIENT_GENERATORS[name].arguments} ${options}`;
    const warnings = (await run(command)).split('\n').filter((line) => WARNING.test(line));
    expect(warnings.filter((line) => !EXPECTED_WARNING.test(line))).toEqual([]);
    if (program === null) return;
    cpSync(join(PROGRAMS, program.file), join(folder, program.file));
    await run(program.compile);

    const idnos = await store.companies.listIdnos(null, 1_000);
    const companies = await store.companies.findByIdnos(idnos);
    const active = companies.filter((one) => one?.status === 'activa');
    const key = await subscribe(`${name}@test.example`, 'agency');
    const answers = {
      name: 'SRL «EXEMPLU ACTIV»',
      batch: ['SRL «EXEMPLU ACTIV»', null],
      found: active.length,
      changes: CHANGES,
      added: 1,
      watched: [UNKNOWN_TEST_IDNO],
      errors: ['missing_or_invalid_api_key', 'no_active_api_plan', 'not_found', 'rate_limited'],
      retryAfter: LIMIT_WINDOW_SECONDS,
    };
    const use = async (url: string): Promise<object> => {
      const command = `${program.run} ${EXAMPLE_IDNO} ${UNKNOWN_TEST_IDNO} ${FROM}`;
      return JSON.parse(await run(command, { ...keys, API_KEY: key, BASE_URL: url }));
    };
    expect(await use(baseUrl)).toEqual(answers);
    expect(await use(later)).toEqual({ ...answers, errors: Array(4).fill(LATER_ERROR) });
  });
});

/** What a command of sh prints; rejects with it if the command fails. */
async function runIn(folder: string, command: string, env: object): Promise<string> {
  const options = { cwd: folder, env: { ...ENV, ...env }, timeout: 300_000, maxBuffer: 2 ** 26 };
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command], options).catch(
    ({ stdout, stderr }) => {
      throw new Error(`${command}\n${stdout}\n${stderr}`);
    },
  );
  return stdout + stderr;
}

function readFile(name: string): string {
  return readFileSync(join(ROOT, '.ci/generators', name), 'utf8');
}

function toTsconfig(module: string): string {
  const compilerOptions = {
    target: 'es2023',
    module,
    strict: true,
    outDir: 'out',
    rewriteRelativeImportExtensions: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
  };
  return JSON.stringify({ compilerOptions });
}
