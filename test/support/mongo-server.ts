import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { makeTestFolder } from './folder.ts';
import { findFreePort } from './process.ts';

const { MONGODB_SERVER = '' } = process.env;
const START_MS = 20_000;

export interface MongoServer {
  port: number;
  /** It stands still and keeps its connections, until it is continued. */
  stop(): void;
  continue(): void;
  /** Kills it and starts another one on the same data and port. */
  restart(): Promise<void>;
}

/** A server of the test's own, on the data of the one that MONGODB_URI names. */
export async function startMongoServer(): Promise<MongoServer> {
  const port = await findFreePort();
  const folder = makeTestFolder();
  let child = await start(port, folder);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return {
    port,
    stop: () => child.kill('SIGSTOP'),
    continue: () => child.kill('SIGCONT'),
    async restart() {
      child.kill('SIGKILL');
      await once(child, 'exit');
      child = await start(port, folder);
    },
  };
}

async function start(port: number, folder: string): Promise<ChildProcess> {
  const [command = '', ...args] = MONGODB_SERVER.split(' ');
  const own = [`--listen-addr=127.0.0.1:${port}`, `--state-dir=${folder}`];
  const child = spawn(command, [...args, ...own], { stdio: 'ignore' });
  for (const startMs = performance.now(); !(await answers(port)); await sleep(50)) {
    if (performance.now() - startMs > START_MS) throw new Error(`${command} does not start`);
  }
  return child;
}

function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
