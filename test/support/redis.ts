import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';
import { findFreePort } from './process.ts';

const RETRY_MS = 10;
/** The default of REDIS_TIMEOUT_MS. */
export const SILENCE_MS = 80;

/** False leaves a test out, by name; never in CI, where a missing server is a failure. */
export const HAS_REDIS =
  process.env['CI'] !== undefined || spawnSync('redis-server', ['--version']).status === 0;

export interface RedisServer {
  port: number;
  url: string;
  /** Runs one command, as an operator would. */
  run(command: string, ...args: (string | number)[]): Promise<unknown>;
  /** SIGSTOP and SIGCONT: it holds its connections and answers nothing. */
  pause(): void;
  resume(): void;
  /** Ends it at once; what it counted is gone. */
  kill(): Promise<void>;
  /** Starts it again on the same port, empty. */
  start(): Promise<void>;
}

/** A separate Redis without persistence; it ends with the test or with `close`. */
export async function openRedis(
  ...settings: string[]
): Promise<RedisServer & { close(): Promise<void> }> {
  const port = await findFreePort();
  const url = `redis://127.0.0.1:${port}`;
  let child = spawnRedis(port, settings);
  const operator = new Redis(url, { retryStrategy: () => RETRY_MS, maxRetriesPerRequest: null });
  operator.on('error', () => {});
  // Waits until there is a server that answers.
  await operator.ping();

  async function kill(): Promise<void> {
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  }
  return {
    port,
    url,
    run: (command, ...args) => operator.call(command, ...args),
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    kill,
    async start() {
      child = spawnRedis(port, settings);
      await operator.ping();
    },
    async close() {
      operator.disconnect();
      if (child.exitCode === null && child.signalCode === null) await kill();
    },
  };
}

/** The same for one test. */
export async function openTestRedis(...settings: string[]): Promise<RedisServer> {
  const server = await openRedis(...settings);
  onTestFinished(() => server.close());
  return server;
}

function spawnRedis(port: number, settings: string[]): ChildProcess {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', ...settings];
  return spawn('redis-server', args, { stdio: 'ignore' });
}
