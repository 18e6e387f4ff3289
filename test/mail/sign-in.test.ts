import { expect, it, onTestFinished } from 'vitest';
import { RANDOM_TEXTS } from '../../src/accounts/secret-texts.ts';
import { createFoundation } from '../../src/foundation.ts';
import { createMail } from '../../src/mail/mail.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { ACTOR, APP_SECRET } from '../support/accounts.ts';
import { makeTestFolder } from '../support/folder.ts';
import { findLeaks } from '../support/leaks.ts';
import { toToken, VISITOR } from '../support/sign-in.ts';
import { openSmtpServer } from '../support/smtp.ts';

const nowMs = () => Date.now();

/** Sign-in on a real store and the mail server of this address, with accounts of these addresses. */
async function openWithMail(smtpUrl: string, emails: readonly string[]) {
  const folder = makeTestFolder();
  const store = openSqliteStore(folder);
  const faults: string[] = [];
  const mail = createMail({
    smtp: { smtpUrl, from: 'no-reply@registru.example' },
    pageUrl: 'https://registru.example/cont/api',
    print: null,
    nowMs,
    onFault: (error) => faults.push(String(error)),
  });
  onTestFinished(async () => {
    await mail.close(0);
    await store.close();
  });
  const { accounts, signIn } = createFoundation({
    store,
    appSecrets: [APP_SECRET],
    baseUrl: 'https://registru.example',
    staffIssuer: null,
    notify: mail.notify,
    texts: RANDOM_TEXTS,
    nowMs,
    elapsedMs: nowMs,
    onFault: (part, error) => expect.unreachable(`${part}: ${error}`),
  });
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
