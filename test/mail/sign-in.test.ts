import { expect, it, onTestFinished } from 'vitest';
import { makeTestFolder } from '../support/folder.ts';
import { findLeaks } from '../support/leaks.ts';
import { ACTOR, openTestServices } from '../support/services.ts';
import { toToken, VISITOR } from '../support/sign-in.ts';
import { openSmtpServer } from '../support/smtp.ts';

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

it('sends a link that signs in, and then word of the new browser', async () => {
  const server = await openSmtpServer();
  const { folder, signIn, faults } = await openWithMail(server.url, ['Ana@test.example']);
  signIn.requestLink({ email: 'ana@TEST.example', language: 'ru', address: '192.0.2.7' });
  const [link] = await server.receive(1);
  expect(link?.recipients).toEqual(['Ana@test.example']);
  const [url = ''] = /https:\S+/.exec(link?.body ?? '') ?? [];
  const { sessionId } = await signIn.signIn(toToken(url), { ...VISITOR, language: 'ro' });
  const [, word] = await server.receive(2);
  expect(word?.body).toMatch(/browser nou.*192\.0\.2\.7/);
  expect(word?.raw).not.toContain(sessionId);
  expect(faults).toEqual([]);
  expect(findLeaks(folder, [toToken(url), sessionId])).toEqual([]);
});
