import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../../src/operation/version.ts';
import { makeTestFolder } from '../support/folder.ts';
import { findLeaks } from '../support/leaks.ts';
import { findFreePort, killGroup, run, startServer } from '../support/process.ts';

const DEMO_EMAIL = 'demo@registru.example';
const KEY = /reg_[0-9A-Za-z]{36}/;

/** As the first start tells how: with the demo's address, and the link that is then printed. */
async function signInToDemo(port: number, stdout: () => string) {
  const [, page = '', email = ''] = /Account page: (\S+) \(sign in as (\S+);/.exec(stdout()) ?? [];
  expect(page).toBe(`http://127.0.0.1:${port}/cont/api`);
  const sent = { method: 'POST', headers: { origin: new URL(page).origin } };
  await fetch(`${page}/sign-in`, { ...sent, body: new URLSearchParams({ email }) });
  await expect.poll(stdout).toContain(`${page}/sign-in?token=`);
  const [link = ''] = /http\S+token=\S+/.exec(stdout()) ?? [];
  const opened = await fetch(link, { redirect: 'manual' });
  const [cookie = ''] = opened.headers.getSetCookie()[0]?.split(';') ?? [];
  const shown = await fetch(`${page}/sign-in/link`, { headers: { cookie } });
  expect(await shown.text()).toContain(email);
}

describe('the first start on an empty folder', () => {
  it('serves the sample with a key that it prints once; the second start prints none', async () => {
    const DATA_DIR = join(makeTestFolder(), 'data');
    const port = await findFreePort();
    const first = await startServer(port, { DATA_DIR });
    await expect.poll(first.stdout).toMatch(/curl .*\/api\/v1\/company\/\d{13}/);
    const [key = ''] = KEY.exec(first.stdout()) ?? [];
    const [, idno] = /\/api\/v1\/company\/(\d{13})/.exec(first.stdout()) ?? [];
    expect(first.stdout()).toContain(`http://127.0.0.1:${port}`);
    const address = `http://127.0.0.1:${port}/api/v1/company/${idno}`;
    const response = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ idno });
    expect(findLeaks(DATA_DIR, [key])).toEqual([]);
    await signInToDemo(port, first.stdout);

    first.child.kill('SIGTERM');
    expect(await first.exit).toBe(0);
    const second = await startServer(port, { DATA_DIR });
    const again = await fetch(address, { headers: { 'x-api-key': key } });
    expect(again.status).toBe(200);
    second.child.kill('SIGTERM');
    expect(await second.exit).toBe(0);
    expect(second.stdout()).not.toMatch(/curl|reg_|import/i);
  });

  it('lets commands print its address, as long as it runs', async () => {
    const DATA_DIR = makeTestFolder();
    const [port, later] = [await findFreePort(), await findFreePort()];
    const printLink = async () => {
      const { stdout } = await run('account', ['sign-in', DEMO_EMAIL, '--json'], { DATA_DIR });
      return new URL(JSON.parse(stdout).url).origin;
    };
    const exportUrl = async () => {
      const { stdout } = await run('export', ['--out', '-'], { DATA_DIR });
      return new URL(JSON.parse(stdout.split('\n')[0] ?? '').url).origin;
    };
    const first = await startServer(port, { DATA_DIR });
    expect(await printLink()).toBe(`http://127.0.0.1:${port}`);
    expect(await exportUrl()).toBe(`http://127.0.0.1:${port}`);
    killGroup(first.child);
    await first.exit;
    expect(await printLink()).toBe('http://127.0.0.1:3000');
    const second = await startServer(later, { DATA_DIR });
    expect(await printLink()).toBe(`http://127.0.0.1:${later}`);
    second.child.kill('SIGTERM');
    expect(await second.exit).toBe(0);
    expect(existsSync(join(DATA_DIR, 'address'))).toBe(false);
  });

  it('is empty and quiet with DEMO=off or a BASE_URL', async () => {
    const port = await findFreePort();
    for (const env of [{ DEMO: 'off' }, { BASE_URL: 'https://registru.example' }]) {
      const DATA_DIR = makeTestFolder();
      const server = await startServer(port, { DATA_DIR, ...env });
      server.child.kill('SIGTERM');
      expect(await server.exit).toBe(0);
      expect(server.stdout()).not.toMatch(KEY);
      const { stdout } = await run('account', ['list', '--json'], { DATA_DIR });
      expect(stdout).toBe('{"accounts":[]}\n');
    }
  });

  it('says its version first, and names misspelt variables, as commands do on standard error', async () => {
    const env = { DATA_DIR: makeTestFolder(), DEMO: 'off', TRUST_PROXIES: '10.1.2.3' };
    const sentence =
      'the variable TRUST_PROXIES is unknown and has no effect; did you mean TRUST_PROXY?';
    const server = await startServer(await findFreePort(), env);
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
    const [first = ''] = server.stdout().split('\n');
    expect(JSON.parse(first)).toMatchObject({
      version: VERSION,
      msg: 'Registru starts',
      store: env.DATA_DIR,
    });
    expect(server.stdout()).toContain('there is no store yet: this start makes one');
    expect(server.stdout()).toContain('no dump was imported yet: no company can be found');
    const warnings = server.stdout().match(/^\{"level":"warn".+$/gm) ?? [];
    expect(warnings.filter((line) => line.includes('TRUST_PROX'))).toEqual([
      expect.stringContaining(`"msg":"${sentence}"`),
    ]);
    expect(server.stdout()).not.toContain('10.1.2.3');
    const { stdout, stderr } = await run('account', ['list', '--json'], env);
    expect(stdout).toBe('{"accounts":[]}\n');
    expect(stderr).toBe(`${sentence}\n`);
  });

  it('creates a secret that only its owner can read, and reuses it', async () => {
    const DATA_DIR = makeTestFolder();
    const create = await run('account', ['create', 'a@b.md', '--plan', 'business', '--create'], {
      DATA_DIR,
    });
    expect(create.code).toBe(0);
    const path = join(DATA_DIR, 'secret');
    const secret = readFileSync(path, 'utf8');
    expect(secret).toMatch(/^[0-9a-f]{64}\n$/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const reveal = await run('account', ['key', 'a@b.md', 'reveal', '--json'], { DATA_DIR });
    expect(JSON.parse(reveal.stdout)).toMatchObject({ key: expect.stringMatching(KEY) });
    expect(readFileSync(path, 'utf8')).toBe(secret);
  });
});

describe('a start that fails', () => {
  const toLine = (reason: string) => new RegExp(`^Registru cannot start: .*${reason}.*\\n$`);

  it('names a bad variable', async () => {
    const { code, stderr } = await run('start', [], { PORT: 'abc' });
    expect(code).toBe(1);
    expect(stderr).toMatch(toLine('PORT must be a whole number from 1 to 65535, got "abc"'));
  });

  it('names a folder that cannot be written', async () => {
    const folder = makeTestFolder();
    writeFileSync(join(folder, 'file'), '');
    const { code, stderr } = await run('start', [], { DATA_DIR: join(folder, 'file', 'data') });
    expect(code).toBe(1);
    expect(stderr).toMatch(toLine('DATA_DIR .*file/data" cannot be used as a folder'));
  });

  it('names a data folder that is a file', async () => {
    const DATA_DIR = join(makeTestFolder(), 'file');
    writeFileSync(DATA_DIR, '');
    const { code, stderr } = await run('start', [], { DATA_DIR });
    expect(code).toBe(1);
    expect(stderr).toMatch(toLine('is a file; set DATA_DIR to a folder'));
    expect(stderr).not.toContain('mkdir');
  });

  it('names a Node that is too old, without a stack trace', async () => {
    const folder = makeTestFolder();
    const old = join(folder, 'old.cjs');
    writeFileSync(old, "Object.defineProperty(process.versions, 'node', { value: '20.11.1' });");
    const check = join(import.meta.dirname, '../../scripts/node-version.cjs');
    const start = promisify(execFile)(process.execPath, ['-r', old, '-r', check, '-e', '']);
    await expect(start).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^Registru needs Node 24 .* found 20\.11\.1\. Run `npm ci`.*\n$/,
      ),
    });
  });
});
