import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { startOwnMemory } from './proc.ts';

const ROOT = join(import.meta.dirname, '../..');
/** What `npm start` passes to Node, so that it is measured as its users start it. */
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const START_ARGUMENTS: string[] = scripts.start.replace('exec node ', '').split(' ');
const START_TIMEOUT_MS = 20_000;
const STOP_TIMEOUT_MS = 10_000;
/** Other variables around a benchmark must not reach what it measures. */
const { PATH, HOME } = process.env;

export interface ServerOptions {
  port: number;
  env: Record<string, string>;
  /** Left out: the program. */
  script?: string | undefined;
  nodeFlags?: readonly string[];
}

/** A server under test, in its own process. */
export interface ServerProcess {
  pid: number;
  port: number;
  stop(): Promise<void>;
}

/** What `npm run import -- --json` reports. */
interface ImportReport {
  read: number;
  new: number;
  changed: number;
  unchanged: number;
  gone: number;
  seconds: number;
  rowsPerSecond: number;
}

export interface MeasuredImport extends ImportReport {
  /** The peak of the private memory of all of the command's processes, npm's included. */
  ownMemoryMib: number;
}

/** Starts a server and waits until it answers at all. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const { port, env, script, nodeFlags = [] } = options;
  const started = script === undefined ? START_ARGUMENTS : [script];
  const child = spawn(process.execPath, [...nodeFlags, ...started], {
    cwd: ROOT,
    env: { PATH, HOME, PORT: String(port), DEMO: 'off', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const startMs = performance.now(); ; await setTimeout(50)) {
    const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (response !== null) break;
    if (child.exitCode !== null || performance.now() - startMs > START_TIMEOUT_MS) {
      child.kill('SIGKILL');
      throw new Error(`the server on port ${port} did not start`);
    }
  }
  return { pid: child.pid ?? 0, port, stop: () => stop(child) };
}

/** Runs the import command to its end, as its user does, on the store of the variables. */
export async function importDump(
  env: Record<string, string>,
  file: string,
): Promise<MeasuredImport> {
  const child = spawn('npm', ['run', '-s', 'import', '--', file, '--create', '--json'], {
    cwd: ROOT,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const readOwnMemory = startOwnMemory(child.pid ?? 0);
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const ownMemoryMib = readOwnMemory();
  if (code !== 0) throw new Error(`the import of ${file} exited with code ${code}`);
  return { ...JSON.parse(output), ownMemoryMib };
}

/** Seconds that a plain unzip of the sheet takes; NaN where `unzip` is not installed. */
export async function timeUnzip(file: string): Promise<number> {
  const startMs = performance.now();
  const child = spawn('unzip', ['-p', file, 'xl/worksheets/sheet1.xml'], { stdio: 'ignore' });
  const code = await new Promise((resolve) => {
    child.on('error', () => resolve(null));
    child.on('exit', resolve);
  });
  return code === 0 ? (performance.now() - startMs) / 1_000 : Number.NaN;
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  const deadline = globalThis.setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await once(child, 'exit');
  clearTimeout(deadline);
}
