import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const TIMEOUT_MS = 20_000;

export interface RunningProcess {
  child: ChildProcess;
  /** All that it printed so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves with the exit code, or the signal's name. */
  exit: Promise<number | string>;
}

/** Runs an npm script of the project in an environment of its own; killed with the test. */
export function runScript(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): RunningProcess {
  const child = spawn('npm', ['run', '-s', name, '--', ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that whatever it starts can be killed with it.
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  onTestFinished(() => killGroup(child));
  const exit = once(child, 'close').then(([code, signal]) => code ?? signal);
  return { child, stdout: () => stdout, stderr: () => withoutNpm(stderr), exit };
}

/** Kills a script with whatever it started; one that has ended by itself is left alone. */
export function killGroup(child: ChildProcess): void {
  try {
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

export interface CommandResult {
  code: number | string;
  stdout: string;
  stderr: string;
}

/** Runs an npm script to its end. */
export async function run(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const { exit, stdout, stderr } = runScript(name, args, env);
  return { code: await exit, stdout: stdout(), stderr: stderr() };
}

/** Starts the server and waits until it answers. */
export async function startServer(port: number, env: Readonly<Record<string, string>>) {
  const server = runScript('start', [], { PORT: String(port), ...env });
  for (const startMs = performance.now(); ; await sleep(20)) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
    if (answer?.status === 200) return server;
    if (server.child.exitCode !== null || performance.now() - startMs > TIMEOUT_MS) {
      throw new Error(`the server did not start: ${server.stderr()}`);
    }
  }
}

/** A port that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** What npm itself says of the machine's settings is not what the program says. */
function withoutNpm(text: string): string {
  return text.replace(/^npm (?:warn|notice).*\n/gm, '');
}
