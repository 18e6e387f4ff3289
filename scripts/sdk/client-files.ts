import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { printTypeScript } from './typescript.ts';

const ROOT = join(import.meta.dirname, '../..');
const TYPESCRIPT = join(ROOT, 'clients/typescript');
const OPENAPI_TYPESCRIPT = 'test/docs/client/node_modules/openapi-typescript/bin/cli.js';
const TSC = 'node_modules/typescript/bin/tsc';

/** Writes the generated sources of the TypeScript client, from `schema/openapi.json`. */
export async function writeTypeScriptSources(folder = join(TYPESCRIPT, 'src')): Promise<void> {
  await writeFile(join(folder, 'operations.ts'), printTypeScript());
  await run(OPENAPI_TYPESCRIPT, 'schema/openapi.json', '--output', join(folder, 'openapi.ts'));
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
