import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writePythonSources } from '../../../scripts/sdk/client-files.ts';
import { PYTHON_PACKAGE } from '../../../src/docs/sdk/packages.ts';
import type { Plan } from '../../../src/domain/account/plan.ts';
import { openErrorServer } from '../../clients/error-server.ts';
import { CHANGES_FROM, IDNOS, NAME, openClientService } from '../../clients/service.ts';
import { EVENT, SECRET, sign } from '../../clients/webhook-event.ts';
import { IDNO, UNKNOWN_IDNO } from '../../support/companies.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { ROOT, readText } from '../../support/image.ts';
import { fillDataFolder, startService } from '../../support/service.ts';
import { openShared } from '../../support/shared.ts';
import { openTcpProxy } from '../../support/tcp-proxy.ts';
import { openFaultyProxy, type ProxyFault } from '../docs/faulty-proxy.ts';

const INSTALL = join(ROOT, '.ci/clients/install');
const TOOLS = execFileSync(INSTALL, ['--where'], { encoding: 'utf8' }).trim();
/** A machine of one's own may lack them; where every push is tested they have to be there. */
const IS_MISSING = !existsSync(join(TOOLS, 'complete')) && process.env['CI'] === undefined;
const PROGRAMS = join(ROOT, 'test/clients/python');
const FAULTS: readonly ProxyFault[] = ['drop', 'cut', 'error-page', 'page'];

/** The service, and the wheel that it offers, installed. */
const openPython = openShared(async () => {
  const app = await openClientService();
  const folder = makeTestFolder();
  if (IS_MISSING) return { ...app, folder };
  const wheel = app.baseUrl + PYTHON_PACKAGE.path;
  const pip = ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', '--no-deps'];
  await runPython([...pip, '--target', folder, wheel], {});
  return { ...app, folder };
});

async function runPython(args: readonly string[], env: object): Promise<string> {
  const options = { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', ...env }, timeout: 120_000 };
  const { stdout } = await promisify(execFile)(join(TOOLS, 'python/bin/python'), args, options);
  return stdout;
}

/** Passes what clients sleep on to the service's clock. */
async function openClockServer(onSleep: (seconds: number) => unknown): Promise<string> {
  const server = createServer(async ({ url }, reply) => {
    await onSleep(Number(url?.slice(1)));
    reply.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe.skipIf(IS_MISSING).each(['Registru', 'AsyncRegistru'])(
  '%s (needs .ci/clients/install)',
  (name) => {
    /** What a scenario of the program prints. */
    async function play(scenario: string, settings: object = {}, plan: Plan = 'agency') {
      const { baseUrl, clock, subscribe, folder } = openPython();
      const all = {
        base_url: baseUrl,
        key: await subscribe(`${crypto.randomUUID()}@test.example`, plan),
        clock_url: await openClockServer((seconds) => clock.advance(seconds * 1_000)),
        idno: IDNO,
        unknown: UNKNOWN_IDNO,
        idnos: IDNOS,
        name: NAME,
        from: CHANGES_FROM,
        ...settings,
      };
      const args = [join(PROGRAMS, 'program.py'), name, scenario];
      const env = { PYTHONPATH: folder, SETTINGS: JSON.stringify(all) };
      return JSON.parse(await runPython(args, env));
    }

    it('has a method for each operation', async () => {
      const { get, subscribe } = openPython();
      const { body } = await get(
        `/api/v1/company/${IDNO}`,
        await subscribe(`${name}@test.example`, 'agency'),
      );
      const company = JSON.parse(body);
      expect(await play('operations')).toEqual({
        company,
        companies: [company, null],
        watched: null,
        size: 2,
        list: [IDNO, UNKNOWN_IDNO],
        unwatched: null,
        codes: true,
        dates: [CHANGES_FROM],
      });
    });

    it('waits at the limit: 300 requests, one after another, are never refused', async () => {
      expect(await play('limit', {}, 'business')).toEqual([60, 60, 60, 60]);
    });

    it('waits at the limit: 300 requests, 10 at a time', async () => {
      expect(await play('parallel', {}, 'business')).toBe(true);
    });

    it('begins no wait that would pass the deadline', async () => {
      expect(await play('deadline', {}, 'business')).toEqual({ error: 'rate_limited', slept: [] });
    });

    it('tries again after each fault of a connection', async () => {
      const { port } = openPython();
      const proxies = await Promise.all(
        FAULTS.map((fault) => openFaultyProxy(port, [fault, fault])),
      );
      const faulty = proxies.map(({ baseUrl }) => baseUrl);
      expect(await play('faults', { faulty })).toEqual({
        idnos: FAULTS.map(() => IDNO),
        pauses: 8,
      });
    });

    it('gives up a connection that always fails at the deadline', async () => {
      const proxy = await openFaultyProxy(openPython().port, ['cut'], true);
      const { failed, in_time, tries } = await play('always', { always: proxy.baseUrl });
      expect({ failed, in_time }).toEqual({ failed: true, in_time: true });
      expect([tries >= 5, tries <= 9]).toEqual([true, true]);
    });

    it('gives up answers that do not come, or come slowly, at the deadline', async () => {
      const silent = await openTcpProxy(openPython().port);
      await silent.set('silence');
      const trickle = createServer((_request, reply) => {
        const timer = setInterval(() => reply.write(' '), 50);
        reply.on('close', () => clearInterval(timer));
      });
      await once(trickle.listen(0, '127.0.0.1'), 'listening');
      onTestFinished(() => void trickle.close().closeAllConnections());
      const ports = [silent.port, (trickle.address() as AddressInfo).port];
      const slow = ports.map((port) => `http://127.0.0.1:${port}`);
      expect(await play('slow', { slow })).toEqual({ failed: [true, true], in_time: true });
    });

    it('comes back to a server that restarts', async () => {
      const dataDir = makeTestFolder();
      const { key } = await fillDataFolder(dataDir);
      let service = await startService({ dataDir });
      const { port } = service;
      const restart_url = await openClockServer(async () => {
        service.child.kill('SIGKILL');
        await service.exit;
        // It answers while the client tries again.
        setTimeout(async () => {
          service = await startService({ dataDir, port });
        }, 500);
      });
      const base_url = `http://127.0.0.1:${port}`;
      expect(await play('restart', { base_url, key, restart_url })).toEqual([IDNO, IDNO]);
    });

    it('raises an ApiError for each error of each operation', async () => {
      const { baseUrl: errors_url, answers } = await openErrorServer();
      const caught = await play('errors', { errors_url, errors: answers.length });
      expect(answers.length).toBeGreaterThan(15);
      for (const [index, { status, error, body }] of answers.entries()) {
        const { slept, ...raised } = caught[index];
        expect(raised).toEqual({ status, error, message: JSON.parse(body).message });
        expect([error, slept.length > 0]).toEqual([error, [408, 429, 500, 503].includes(status)]);
        if (status === 429) expect(slept).toEqual([60]);
        if (status === 503) expect(slept).toEqual([5, 10, 20, 40]);
      }
    });

    it('iterates over all pages of lists', async () => {
      const { search, ...others } = await play('lists');
      expect(search.toSorted()).toEqual(IDNOS);
      expect(others).toEqual({ changes: IDNOS, now: [], watched: IDNOS });
    });

    it('follows changes: after crashes it neither skips nor repeats one', async () => {
      const { wrong, ...followed } = await play('follow');
      expect(followed).toEqual({ idnos: IDNOS, kept: true });
      expect(['invalid_query', 'cursor_expired']).toContain(wrong);
    });

    it('verifies webhooks', async () => {
      const body = JSON.stringify(EVENT);
      const played = await play('webhook', { body, headers: sign(body), secret: SECRET });
      expect(played).toEqual({ event: EVENT, refused: [true, true] });
    });
  },
);

describe.skipIf(IS_MISSING)('the Python client (needs .ci/clients/install)', () => {
  it('has types that mypy accepts, strictly', async () => {
    const { folder } = openPython();
    const files = ['-p', 'registru', '-p', 'typed', '-p', 'program'];
    const mypy = ['-m', 'mypy', '--strict', '--cache-dir', join(TOOLS, 'mypy')];
    const env = { MYPYPATH: `${folder}:${PROGRAMS}` };
    expect(await runPython([...mypy, ...files], env)).toMatch(/^Success/);
  });

  it('begins as its README says', async () => {
    const { baseUrl, folder } = openPython();
    const [, first = ''] = /```python\n(.+?)```/s.exec(readText('clients/python/README.md')) ?? [];
    const program = join(makeTestFolder(), 'first.py');
    writeFileSync(program, first.replaceAll('http://127.0.0.1:3000', baseUrl));
    expect(await runPython([program], { PYTHONPATH: folder })).toBe('SRL «EXEMPLU ACTIV» activa\n');
  });

  it('is of this document: npm run sdk writes it', async () => {
    const folder = makeTestFolder();
    await writePythonSources(folder);
    for (const file of ['_operations.py', 'types.py']) {
      const generated = readFileSync(join(folder, file), 'utf8');
      expect(readText(join('clients/python/registru', file))).toBe(generated);
    }
  });
});
