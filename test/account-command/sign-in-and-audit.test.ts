import { expect, it } from 'vitest';
import { makeTestFolder } from '../support/folder.ts';
import { findLeaks } from '../support/leaks.ts';
import { toToken } from '../support/sign-in.ts';
import { openSmtpServer } from '../support/smtp.ts';
import { runAccount as run } from './run.ts';

const EMAIL = 'Ana@test.example';

it('prints a link for the operator and records that in the audit log', async () => {
  const folder = makeTestFolder();
  await run(folder, ['create', EMAIL]);
  const { status, stdout } = await run(folder, ['sign-in', 'ana@TEST.example', '--json']);
  expect(status).toBe(0);
  const { url, endsAt } = JSON.parse(stdout);
  expect(url).toMatch(/^https:\/\/registru\.example\/cont\/api\/sign-in\?token=[\w-]{43}$/);
  const validMs = Date.parse(endsAt) - Date.now();
  expect(validMs).toBeGreaterThan(200_000);
  expect(validMs).toBeLessThanOrEqual(300_000);
  expect(findLeaks(folder, [toToken(url)])).toEqual([]);

  const audit = await run(folder, ['audit', EMAIL, '--json']);
  const { entries } = JSON.parse(audit.stdout);
  expect(entries.map(({ action, actor }: Record<string, string>) => [action, actor])).toEqual([
    ['link_issued', 'command'],
    ['subscription_changed', 'command'],
    ['account_created', 'command'],
  ]);
  const lines = (await run(folder, ['audit', EMAIL])).stdout.trim().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/^\S+Z subscription_changed by command, from free to free$/);
});

it.each([
  ['sign-in', 'a@b.md, c@d.md'],
  ['sign-in', 'a@b.md\r\nBcc: c@d.md'],
  ['audit', 'a@b.md, c@d.md'],
  ['sign-in', 'nobody@test.example'],
  ['audit', 'nobody@test.example'],
])('refuses in one line: %s %j', async (command, email) => {
  const { status, stdout, stderr } = await run(makeTestFolder(), [command, email, '--json']);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^[^\n]+\n$/);
});

it('says of the role that an OpenID provider decides, where there is one', async () => {
  const folder = makeTestFolder();
  await run(folder, ['create', EMAIL]);
  const provider = {
    OIDC_ISSUER: 'https://provider.example',
    OIDC_CLIENT_ID: 'registru',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_STAFF_CLAIM: 'groups=registru-staff',
  };
  const { stdout } = await run(folder, ['role', EMAIL, 'staff'], provider);
  expect(stdout).toMatch(/, staff\nNext: .*OpenID provider/);
  expect(stdout).not.toContain('sign-in');
});

it('mails the holder about each change of the key before it exits', async () => {
  const server = await openSmtpServer();
  const mail = { SMTP_URL: server.url, MAIL_FROM: 'no-reply@registru.example' };
  const folder = makeTestFolder();
  await run(folder, ['create', EMAIL, '--plan', 'business'], mail);
  const { stdout, stderr } = await run(folder, ['key', EMAIL, 'regenerate', '--json'], mail);
  await run(folder, ['key', EMAIL, 'revoke'], mail);
  expect(stderr).toBe('');
  expect(server.mails.map(({ recipients }) => recipients)).toEqual(Array(3).fill([EMAIL]));
  const { key } = JSON.parse(stdout);
  for (const { raw, body } of server.mails) {
    expect(raw + body).not.toContain(key);
    expect(body).toMatch(/reg_\w{4}…/);
  }
  const isWithOperator = server.mails.map(({ body }) => body.includes('operatorului'));
  expect(isWithOperator).toEqual([false, true, false]);
});

it('names whom a mail server that is away keeps from being mailed, once it was waited for', async () => {
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@registru.example' };
  const folder = makeTestFolder();
  const { status, stderr } = await run(folder, ['create', EMAIL, '--plan', 'business'], mail);
  expect(status).toBe(0);
  expect(stderr).toContain('mails that wait to be sent: 1\n');
  expect(stderr).toContain(`not mailed: ${EMAIL} (key_created)\n`);
}, 60_000);
