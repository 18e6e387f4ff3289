import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { send } from './http.ts';

const ROOT = join(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 30_000;
/** More often would take time from the servers that start. */
const POLL_MS = 50;
/** Above those that fetch refuses; below those of outgoing connections, from 32,768 or 49,152. */
const FIRST_PORT = 11_000;
const WORKER_PORTS = 2_000;
const WORKER = Number(process.env['VITEST_POOL_ID'] ?? 0) % 10;
/** Another run of the tests on this machine begins elsewhere. */
let nextPort = randomInt(WORKER_PORTS);
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;

/** What every program under test has of the tests' own environment. */
export const PROCESS_ENV = {
  PATH: `${join(ROOT, 'node_modules/.bin')}:${PATH}`,
  HOME,
  // Half of the time of a short command is the compilation of its modules.
  NODE_COMPILE_CACHE,
};

export interface RunningProcess {
  child: ChildProcess;
  /** All that it printed so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves with the exit code, or the signal's name. */
  exit: Promise<number | string>;
}

/**
 * Runs a script of `package.json` as npm does, without the time that npm itself takes; killed with
 * the test.
 */
export function runScript(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): RunningProcess {
  return start('sh', ['-c', `${scripts[name]} "$@"`, name, ...args], env);
}

/** Runs a program in a folder; killed with the test. */
export function start(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd = ROOT,
): RunningProcess {
  const child = spawn(command, args, {
    cwd,
    env: { ...PROCESS_ENV, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that its children can be killed with it.
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
  return { child, stdout: () => stdout, stderr: () => withoutCommonLines(stderr), exit };
}

/** Kills a script and its children; does nothing if it has ended. */
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

/** Runs a script of `package.json` to its end. */
export async function run(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const { exit, stdout, stderr } = runScript(name, args, env);
  return { code: await exit, stdout: stdout(), stderr: stderr() };
}

/** Starts the server as npm does, without npm itself, and waits until it is ready. */
export async function startServer(port: number, env: Readonly<Record<string, string>>) {
  const server = runScript('start', [], { PORT: String(port), ...env });
  await waitUntilReady(port, server);
  return server;
}

/** Throws with what the server printed to standard error if it ends or takes too long. */
export async function waitUntilReady(
  port: number,
  { child, stderr }: Pick<RunningProcess, 'child' | 'stderr'>,
): Promise<void> {
  for (const startMs = performance.now(); ; await sleep(POLL_MS)) {
    const answer = await send(port, '/health/ready').catch(() => null);
    if (answer?.status === 200) return;
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (hasEnded || performance.now() - startMs > START_TIMEOUT_MS) {
      throw new Error(`the server did not start: ${stderr()}`);
    }
  }
}

/**
 * A port that nobody listens on. No other call returns it: a server that is ready on it is the one
 * that the caller started, also while other tests start theirs.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < WORKER_PORTS; tries++) {
    const port = FIRST_PORT + WORKER_PORTS * WORKER + (nextPort++ % WORKER_PORTS);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port among the ${WORKER_PORTS} of test worker ${WORKER}`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/**
 * Removes npm's own warnings about the machine's settings, and the line that names the store, with
 * which every command on a store begins (test/process/named-store.test.ts).
 */
function withoutCommonLines(text: string): string {
  return text.replace(/^npm (?:warn|notice).*\n/gm, '').replace(/^store: .*\n/, '');
}
