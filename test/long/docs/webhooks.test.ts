import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { WEBHOOKS } from '../../../src/docs/openapi/webhooks.ts';
import {
  listWebhookExamples,
  readWebhookTest,
  SECRET_VARIABLE,
} from '../../../src/web/code-examples.ts';
import { toIdno } from '../../support/companies.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { type Answer, send } from '../../support/http.ts';
import { ROOT } from '../../support/image.ts';
import { findFreePort, start } from '../../support/process.ts';
import { openDeliveries } from '../../webhooks/deliveries.ts';
import { findExample, isMissing, runCode } from './code-runner.ts';

/** What `.ci/packages` has installed for the receiver in Python. */
const PYTHON = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'registru/standardwebhooks-1.1.0/bin/python',
);
/** How readers start a receiver, by the name on its tab. */
const RECEIVERS: Readonly<Record<string, (port: number) => [program: string, ...args: string[]]>> =
  {
    JavaScript: () => [process.execPath, 'code.mjs'],
    Python: () => [PYTHON, 'code.mjs'],
    PHP: (port) => ['php', '-S', `127.0.0.1:${port}`, 'code.mjs'],
  };
const CHANGES = JSON.stringify(
  WEBHOOKS['companies.changed']?.post.requestBody.content['application/json'].examples?.['event']
    ?.value,
);
/** What a receiver prints of these. */
const CHANGE = /updated 1006600227727/g;

function makeSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** The headers of an event with a signature for each secret. */
function sign(body: string, secrets: readonly string[], sentMs = Date.now()) {
  const id = 'msg_1';
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, new Date(sentMs), body));
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentMs / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}

/** A receiver as on the page, once it answers. */
async function openReceiver(name: string, secret = makeSecret()) {
  const folder = makeTestFolder();
  const port = await findFreePort();
  writeFileSync(join(folder, 'code.mjs'), findExample(listWebhookExamples(), name));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const [program = '', ...args] = RECEIVERS[name]?.(port) ?? [];
  const env = { PORT: String(port), [SECRET_VARIABLE]: secret };
  const receiver = start(program, args, env, folder);
  const post = (body: string, headers: object): Promise<Answer> =>
    send(port, '/', { method: 'POST', body, headers: { ...headers } });
  await expect.poll(() => post('', {}).then(({ status }) => status, String)).toBe(400);
  return { folder, port, secret, env, post, output: () => receiver.stdout() + receiver.stderr() };
}

function isPythonMissing(): boolean {
  return process.env['CI'] === undefined && spawnSync(PYTHON, ['--version']).status !== 0;
}

describe.each(Object.keys(RECEIVERS))('the receiver in %s (needs it installed)', (name) => {
  const isUnavailable = name === 'Python' ? isPythonMissing() : isMissing(name);

  it.skipIf(isUnavailable)('takes signed events and refuses all others', async () => {
    const { secret, post, output } = await openReceiver(name);
    const statusOf = async (body: string, headers: object) => (await post(body, headers)).status;
    expect(await statusOf(CHANGES, sign(CHANGES, [secret]))).toBe(204);
    // After a rotation, whichever of the two it has.
    expect(await statusOf(CHANGES, sign(CHANGES, [makeSecret(), secret]))).toBe(204);
    expect(await statusOf(CHANGES, sign(CHANGES, [secret, makeSecret()]))).toBe(204);
    const others = '{"type":"another","timestamp":"2026-09-22T06:00:00Z","data":{"name":"ș"}}';
    expect(await statusOf(others, sign(others, [secret]))).toBe(204);

    const { 'webhook-signature': signature, ...unsigned } = sign(CHANGES, [secret]);
    for (const [fault, body, headers] of [
      ['another secret', CHANGES, sign(CHANGES, [makeSecret()])],
      ['another body', `${CHANGES} `, sign(CHANGES, [secret])],
      ['sent long ago', CHANGES, sign(CHANGES, [secret], Date.now() - 600_000)],
      ['sent in the future', CHANGES, sign(CHANGES, [secret], Date.now() + 600_000)],
      ['another id', CHANGES, { ...sign(CHANGES, [secret]), 'webhook-id': 'msg_2' }],
      ['no signature', CHANGES, unsigned],
      ['half a signature', CHANGES, { ...unsigned, 'webhook-signature': signature.slice(0, 20) }],
      ['no base64', CHANGES, { ...unsigned, 'webhook-signature': 'v1,?' }],
      ['no version', CHANGES, { ...unsigned, 'webhook-signature': 'v1' }],
      ['nothing', '', {}],
    ] as const) {
      expect([fault, await statusOf(body, headers)]).toEqual([fault, 400]);
    }
    expect(await statusOf(CHANGES, sign(CHANGES, [secret]))).toBe(204);
    await expect.poll(() => output().match(CHANGE)?.length).toBe(4);
  });

  it.skipIf(isUnavailable)('gets the changes that the service delivers', async () => {
    const { clock, secret, write, importChanges, deliver, found } = await openDeliveries();
    clock.advance(Date.now() - clock.nowMs());
    const { port, output } = await openReceiver(name, secret);
    await write({ url: `http://127.0.0.1:${port}/` });
    await importChanges([1, 2, 9]);
    await deliver();
    expect((await found()).attempts).toMatchObject([{ status: 204, fault: null, changes: 2 }]);
    for (const serial of [1, 2]) {
      await expect.poll(output).toContain(`updated ${toIdno(serial)}`);
    }
  });

  it.skipIf(isUnavailable || isMissing('curl'))(
    'gets the event that curl and openssl sign, if both have the secret',
    async () => {
      const { folder, env } = await openReceiver(name);
      const runWith = (variables: Record<string, string>) =>
        runCode('curl', { folder, code: readWebhookTest(), args: [], key: '', variables });
      expect(await runWith(env)).toEqual({ exitCode: 0, stdout: '204\n', stderr: '' });
      const refused = await runWith({ ...env, [SECRET_VARIABLE]: makeSecret() });
      expect(refused).toMatchObject({ exitCode: 22, stdout: '400\n' });
    },
  );
});

it.skipIf(isMissing('curl'))('openssl tells a kept event from a forged one', async () => {
  const folder = makeTestFolder();
  const secret = makeSecret();
  writeFileSync(join(folder, 'verify.sh'), findExample(listWebhookExamples(), 'openssl'));
  const verify = (body: string, headers: ReturnType<typeof sign>, variables = {}) => {
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signed } = headers;
    const env = { PATH: process.env['PATH'], [SECRET_VARIABLE]: secret, ...variables };
    return spawnSync('sh', ['verify.sh', id, time, signed], { cwd: folder, env, input: body });
  };
  expect(verify(CHANGES, sign(CHANGES, [secret])).status).toBe(0);
  expect(verify(CHANGES, sign(CHANGES, [makeSecret(), secret])).status).toBe(0);
  expect(verify(`${CHANGES}\n`, sign(CHANGES, [secret])).status).toBe(1);
  expect(verify(CHANGES, sign(CHANGES, [makeSecret()])).status).toBe(1);
  const unset = verify(CHANGES, sign(CHANGES, [secret]), { [SECRET_VARIABLE]: '' });
  expect(unset.status).toBeGreaterThan(0);
  expect(String(unset.stderr)).toContain(`${SECRET_VARIABLE}: is not set`);
});
