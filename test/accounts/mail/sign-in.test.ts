import { expect, it, onTestFinished } from 'vitest';
import { makeTestFolder } from '../../support/folder.ts';
import { findLeaks } from '../../support/leaks.ts';
import { ACTOR, openTestServices } from '../../support/services.ts';
import { toToken, VISITOR } from '../../support/sign-in.ts';
import { openSmtpServer } from '../../support/smtp.ts';

/** Sign-in on a real store and the mail server of this address, with accounts of these addresses. */
async function openWithMail(smtpUrl: string, emails: readonly string[]) {
  const folder = makeTestFolder();
  const faults: string[] = [];
  const services = await openTestServices({
    dataDir: folder,
    env: { SMTP_URL: smtpUrl, MAIL_FROM: 'no-reply@registru.example' },
    onFault: (_part, error) => faults.push(String(error)),
  });
  onTestFinished(services.close);
  const { accounts, signIn } = services;
  for (const email of emails) await accounts.create(email, { plan: 'free', endsAtMs: null }, ACTOR);
  return { folder, signIn, faults };
}

it('sends links that sign in, and reports the second browser', async () => {
  const server = await openSmtpServer();
  const { folder, signIn, faults } = await openWithMail(server.url, ['Ana@test.example']);
  async function enter(mailCount: number): Promise<string[]> {
    signIn.requestLink({ email: 'ana@TEST.example', language: 'ru', address: '192.0.2.7' });
    const link = (await server.receive(mailCount)).at(-1);
    expect(link?.recipients).toEqual(['Ana@test.example']);
    const [url = ''] = /https:\S+/.exec(link?.body ?? '') ?? [];
    const { sessionId } = await signIn.signIn(toToken(url), { ...VISITOR, language: 'ro' });
    return [toToken(url), sessionId];
  }
  const secrets = [...(await enter(1)), ...(await enter(2))];
  const notice = (await server.receive(3)).at(-1);
  expect(notice?.body).toMatch(/browser nou.*192\.0\.2\.7/);
  expect(secrets.filter((secret) => notice?.raw.includes(secret))).toEqual([]);
  expect(faults).toEqual([]);
  expect(findLeaks(folder, secrets)).toEqual([]);
});
