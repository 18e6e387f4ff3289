import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The programs that run the examples, by the name on their tab. */
export const PROGRAMS: Readonly<Record<string, string>> = {
  curl: 'sh',
  JavaScript: process.execPath,
  Python: 'python3',
  PHP: 'php',
};

/** A machine of one's own may lack a program; where every push is tested it has to be there. */
export function isMissing(name: string): boolean {
  const { error } = spawnSync(PROGRAMS[name] ?? '', ['--version']);
  return error !== undefined && process.env['CI'] === undefined;
}

export interface CodeRun {
  /** Where it runs. */
  folder: string;
  /** An example as printed. */
  code: string;
  args: readonly string[];
  key: string;
  /** Further variables of the environment. */
  variables?: Readonly<Record<string, string>>;
}

export interface CodeOutput {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs an example as a reader does: from a file, with the key in the environment. */
export async function runCode(name: string, run: CodeRun): Promise<CodeOutput> {
  const file = join(run.folder, name === 'JavaScript' ? 'code.mjs' : 'code');
  writeFileSync(file, run.code);
  const env = { PATH: process.env['PATH'], REGISTRU_API_KEY: run.key, ...run.variables };
  const options = { cwd: run.folder, env, timeout: 60_000 };
  return promisify(execFile)(PROGRAMS[name] ?? '', [file, ...run.args], options).then(
    (output) => ({ ...output, exitCode: 0 }),
    ({ code, stdout, stderr }) => ({ exitCode: code, stdout, stderr }),
  );
}

/** The example of a language as it is on the page. */
export function findExample(
  examples: readonly { name: string; code: string }[],
  name: string,
): string {
  return examples.find((one) => one.name === name)?.code ?? '';
}
