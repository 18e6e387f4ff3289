import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { printPython } from './python.ts';
import { printTypeScript } from './typescript.ts';

const ROOT = join(import.meta.dirname, '../..');
const TYPESCRIPT = join(ROOT, 'clients/typescript');
const PYTHON = join(ROOT, 'clients/python');
const INSTALL = join(ROOT, '.ci/clients/install');
const OPENAPI_TYPESCRIPT = 'test/docs/client/node_modules/openapi-typescript/bin/cli.js';
const TSC = 'node_modules/typescript/bin/tsc';

/** Writes the generated sources of the TypeScript client, from `schema/openapi.json`. */
export async function writeTypeScriptSources(folder = join(TYPESCRIPT, 'src')): Promise<void> {
  await writeFile(join(folder, 'operations.ts'), printTypeScript());
  await run(OPENAPI_TYPESCRIPT, 'schema/openapi.json', '--output', join(folder, 'openapi.ts'));
}

/** Of .ci/clients/install, which installs it. */
const TYPES_OPTIONS = [
  '--input-file-type=openapi',
  '--output-model-type=typing.TypedDict',
  '--target-python-version=3.11',
  '--formatters=builtin',
  '--collapse-root-models',
  '--enum-field-as-literal=all',
  '--use-schema-description',
  '--use-field-description',
  '--use-standard-collections',
  '--use-union-operator',
  '--disable-timestamp',
];

/** Writes the generated modules of the Python client, from `schema/openapi.json`. */
export async function writePythonSources(folder = join(PYTHON, 'registru')): Promise<void> {
  await writeFile(join(folder, '_operations.py'), printPython());
  const command = promisify(execFile);
  const { stdout } = await command(INSTALL, ['--where']);
  const generator = join(stdout.trim(), 'python/bin/datamodel-codegen');
  if (!existsSync(generator))
    throw new Error(`run .ci/clients/install first: it installs ${generator}`);
  const files = ['--input=schema/openapi.json', `--output=${join(folder, 'types.py')}`];
  await command(generator, [...files, ...TYPES_OPTIONS], { cwd: ROOT });
}

/** Compiles the TypeScript client, as strictly as its sources are written. */
export async function compileTypeScript(folder = join(TYPESCRIPT, 'dist')): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await run(TSC, '--project', TYPESCRIPT, '--outDir', folder);
}

/** Runs a tool of npm; rejects with what it prints when it fails. */
async function run(script: string, ...args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [join(ROOT, script), ...args], { cwd: ROOT });
}
