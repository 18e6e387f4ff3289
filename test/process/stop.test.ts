import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeTestFolder } from '../support/folder.ts';
import { sendBytes } from '../support/http.ts';
import { findFreePort, startServer } from '../support/process.ts';

/** The processes of the group that npm leads; npm became none of them. */
function isGroupAlive(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

it('TERM to npm lets requests in flight finish, leaves no process and exits 0', async () => {
  const port = await findFreePort();
  const server = await startServer(port, { DATA_DIR: makeTestFolder() });
  const pid = server.child.pid ?? 0;
  const request = 'GET /api/v1/company/1234567890 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

  // Stopped, the server reads nothing: what is sent now is in flight when the signal comes.
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
  const server = await startServer(port, { DATA_DIR: makeTestFolder() });
  // To the whole group, as a terminal does, and npm passes it on besides.
  process.kill(-(server.child.pid ?? 0), 'SIGINT');
  await expect
    .poll(async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).status)
    .toBe(503);
  expect(await server.exit).toBe(0);
});
