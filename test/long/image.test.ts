import { execFile, spawn } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { makeTestFolder } from '../support/folder.ts';
import { listCopied, listIgnoreRules, ROOT, readText } from '../support/image.ts';
import { findFreePort } from '../support/process.ts';

const MAX_CHECKS = 100;
const run = promisify(execFile);

it('starts from what the image holds, by its command, and is healthy by its check', async () => {
  const cwd = makeTestFolder();
  const ignored = new Set(listIgnoreRules().map((rule) => join(ROOT, rule)));
  const filter = (path: string) => !ignored.has(path);
  for (const name of listCopied()) {
    cpSync(join(ROOT, name), join(cwd, name), { recursive: true, filter });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(cwd, 'node_modules'));
  const commands = [...readText('Dockerfile').matchAll(/CMD (\["node", .+\])$/gm)];
  const [check = [], start = []] = commands.map(([, words = '']): string[] =>
    JSON.parse(words).slice(1),
  );
  const PORT = String(await findFreePort());

  const env = { PORT, DATA_DIR: makeTestFolder() };
  const server = spawn(process.execPath, start, { cwd, env, stdio: 'ignore' });
  onTestFinished(() => void server.kill('SIGKILL'));
  const checkHealth = () =>
    run(process.execPath, check, { cwd, env: { PORT } }).then(
      () => 'healthy',
      () => 'unhealthy',
    );

  let health = 'unknown';
  for (let n = 0; health !== 'healthy' && n < MAX_CHECKS && server.exitCode === null; n++) {
    await sleep(50);
    health = await checkHealth();
  }
  expect(health).toBe('healthy');
  server.kill('SIGKILL');
  expect(await checkHealth()).toBe('unhealthy');
});
