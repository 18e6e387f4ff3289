import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { acquireLock } from '../../../src/store/sqlite/lock.ts';
import { IDNO } from '../../support/companies.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { send, sendBytes } from '../../support/http.ts';
import { findFreePort, start, waitUntilReady } from '../../support/process.ts';
import {
  COMPANY_PATH,
  countUsage,
  fillDataFolder,
  SERVICE_EMAIL,
  startService,
} from '../../support/service.ts';

/** The processes of the group that npm leads; npm became none of them. */
function isGroupAlive(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function startByNpm(port: number) {
  const env = { PORT: String(port), DATA_DIR: makeTestFolder() };
  const server = start('npm', ['start', '-s'], env);
  await waitUntilReady(port, server);
  return server;
}

it('TERM to npm lets requests in flight finish, leaves no process and exits 0', async () => {
  const port = await findFreePort();
  const server = await startByNpm(port);
  const pid = server.child.pid ?? 0;
  const request = 'GET /api/v1/company/1234567890 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

  // A stopped server reads nothing: requests sent now are in flight when the signal comes.
  process.kill(-pid, 'SIGSTOP');
  const answers = Array.from({ length: 20 }, () => sendBytes(port, request));
  await sleep(100);
  process.kill(pid, 'SIGTERM');
  process.kill(-pid, 'SIGCONT');

  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(await server.exit).toBe(0);
  expect(isGroupAlive(pid)).toBe(false);
  await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow();
});

it('is not ready between the signal and the end, and goes on to it when the signal comes twice', async () => {
  const port = await findFreePort();
  const server = await startByNpm(port);
  // To the whole group, as a terminal does; npm also passes it on.
  process.kill(-(server.child.pid ?? 0), 'SIGINT');
  await expect
    .poll(async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).status)
    .toBe(503);
  expect(await server.exit).toBe(0);
});

it('serves for STOP_NOTICE_SECONDS after the signal, longer than closing may take', async () => {
  const { child, get, exit } = await startService({
    dataDir: makeTestFolder(),
    env: { STOP_NOTICE_SECONDS: '10' },
  });
  const stopMs = performance.now();
  child.kill('SIGTERM');
  const readStatus = async () => (await get('/health/ready')).status;
  await expect.poll(readStatus).toBe(503);
  while (performance.now() - stopMs < 9_000) {
    expect(await readStatus()).toBe(503);
    await sleep(100);
  }
  expect(await exit).toBe(0);
  expect(performance.now() - stopMs).toBeGreaterThanOrEqual(10_000);
});

it('writes the counts of all requests before it exits 0, also once staff have read', async () => {
  const dataDir = makeTestFolder();
  const { id, key, cookie } = await fillDataFolder(dataDir);
  const { child, get, port, exit } = await startService({ dataDir });
  const headers = {
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
    cookie,
  };
  const body = JSON.stringify({ query: `{ company(idno: "${IDNO}") { idno } }` });
  // A slow machine needs some attempts: a read for staff is cut after 5 s.
  await expect
    .poll(async () => (await send(port, '/graphql', { method: 'POST', headers, body })).body, {
      timeout: 40_000,
    })
    .toContain(IDNO);
  for (let n = 0; n < 7; n++)
    expect((await get(COMPANY_PATH, { 'x-api-key': key })).status).toBe(200);
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
  expect(await countUsage(dataDir, id)).toBe(7);
});

/** As systemd and a terminal do. */
function signalAllProcesses(pid: number, signal: NodeJS.Signals): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  expect(children.filter(Number)).not.toEqual([]);
  for (const child of children) process.kill(Number(child), signal);
  process.kill(pid, signal);
}

it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const)(
  '%s to all processes after a search writes the counts, and is logged as no fault',
  async (signal) => {
    const dataDir = makeTestFolder();
    const { id, key } = await fillDataFolder(dataDir);
    const { child, get, stderr, exit } = await startService({ dataDir });
    const log = text(child.stdout as Readable);
    const search = async () => (await get('/api/v1/search?name=alfa', { 'x-api-key': key })).status;
    // A slow machine needs some attempts: a search is cut while its process starts.
    await expect.poll(search, { timeout: 40_000 }).toBe(200);
    signalAllProcesses(child.pid ?? 0, signal);
    expect(await exit).toBe(0);
    // Searches that were cut do not count.
    expect(await countUsage(dataDir, id)).toBe(1);
    expect(await log).not.toContain(`ended with ${signal}`);
    expect(stderr()).not.toContain('Debugger');
  },
);

it('exits within 10 s with code 1 when counts cannot be written, and closes all other parts', async () => {
  const dataDir = makeTestFolder();
  const { key } = await fillDataFolder(dataDir);
  const { child, get, exit } = await startService({ dataDir });
  const log = text(child.stdout as Readable);
  const writer = new DatabaseSync(join(dataDir, 'usage.db'));
  writer.exec('BEGIN IMMEDIATE');
  onTestFinished(() => writer.close());
  expect((await get(COMPANY_PATH, { 'x-api-key': key })).status).toBe(200);
  const stopMs = performance.now();
  child.kill('SIGTERM');
  expect(await exit).toBe(1);
  expect(performance.now() - stopMs).toBeLessThan(10_000);
  const faults = (await log)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'the stop was not clean');
  expect(faults.map(({ part }) => part)).toEqual(['usage', 'key_uses']);
  writer.exec('ROLLBACK');
  acquireLock(dataDir, 'server').release();
});

it('exits with code 1 when a requested link cannot be created', async () => {
  const dataDir = makeTestFolder();
  await fillDataFolder(dataDir);
  const { child, port, exit } = await startService({ dataDir });
  const log = text(child.stdout as Readable);
  const writer = new DatabaseSync(join(dataDir, 'accounts.db'));
  writer.exec('BEGIN IMMEDIATE');
  onTestFinished(() => writer.close());
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
  };
  const body = new URLSearchParams({ email: SERVICE_EMAIL }).toString();
  const answer = await send(port, '/cont/api/sign-in', { method: 'POST', headers, body });
  expect(answer.status).toBe(303);
  child.kill('SIGTERM');
  expect(await exit).toBe(1);
  expect(await log).toContain('"part":"sign_in","msg":"the stop was not clean"');
});

it('ends at once when another signal comes later', async () => {
  const { child, port, exit } = await startService({ dataDir: makeTestFolder() });
  // A request that never ends: the stop waits for it.
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write('POST /cont/api/sign-in HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf');
  await once(socket, 'connect');
  onTestFinished(() => void socket.destroy());
  await sleep(100);
  child.kill('SIGTERM');
  await sleep(1_200);
  expect(child.exitCode).toBeNull();
  const againMs = performance.now();
  child.kill('SIGTERM');
  expect(await exit).toBe(1);
  expect(performance.now() - againMs).toBeLessThan(2_000);
});
