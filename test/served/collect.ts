import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { printSchema } from 'graphql';
import pino from 'pino';
import { textsOf } from '../../src/account-page/view.ts';
import { type Notification, toLimitNotification } from '../../src/accounts/notification.ts';
import { type AppDependencies, buildApp } from '../../src/app.ts';
import { PAGES } from '../../src/docs/pages.ts';
import { createApiKeyText } from '../../src/domain/account/api-key.ts';
import { LANGUAGES, type Language } from '../../src/domain/account/language.ts';
import { PLANS, TIER_LIMITS } from '../../src/domain/account/plan.ts';
import { toLetter } from '../../src/mail/letters/letter.ts';
import { createResources } from '../../src/operation/resources.ts';
import { accountSchema, internalSchema, staffSchema } from '../../src/schema/index.ts';
import { openAppDependencies } from '../../src/server.ts';
import { openImportStore } from '../../src/store/open.ts';
import { BUSINESS } from '../store/records.ts';
import { createClock } from '../support/clock.ts';
import { COMPANY, IDNO, toStored, UNKNOWN_IDNO } from '../support/companies.ts';
import { ACTOR, toTestConfig } from '../support/services.ts';

/*
 * Prints, as JSON by name, the text of everything that the program serves: pages, documents, mails,
 * schema and errors. It runs as its own process, so that it can be started with constants of
 * the domain that differ from those in the source (see changed-constants.ts).
 */

const BASE_URL = 'https://registru.example';
const VISITOR = {
  language: 'en',
  address: '192.0.2.7',
  userAgent: null,
  deviceToken: null,
} as const;
const DOCUMENTS = [
  ...PAGES.map(({ path }) => path),
  '/docs/search?q=window',
  '/llms.txt',
  '/openapi.json',
];
const COMPANY_PATH = `/api/v1/company/${IDNO}`;
const WEBHOOK_SECRET = Buffer.alloc(24, 7).toString('base64');

type Send = (name: string, request: InjectOptions | string) => Promise<string>;

const served: Record<string, string> = {};
const folder = mkdtempSync(join(tmpdir(), 'registru-served-'));
const resources = createResources((part, error) => process.stderr.write(`${part}: ${error}\n`));
const { nowMs } = createClock();
const place = { dataDir: folder, mongodbUri: null };
const imports = await openImportStore(place);
await imports.companies.write([toStored(COMPANY)], []);
await imports.close();
const dependencies = await openAppDependencies(
  {
    ...toTestConfig(BASE_URL, { WEBHOOK_SECRET }),
    ...place,
  },
  {
    resources,
    print: () => {},
    logger: pino({ level: 'silent' }),
    countLostLines: () => 0,
    isStopping: () => false,
    clock: { nowMs, elapsedMs: nowMs },
    secrets: createFixedSecrets(),
    notify: () => {},
    mailWaitMs: 0,
  },
);
const app = buildApp({ ...dependencies, linkDelivery: 'mail' });
const send = createSend(app);
for (const path of DOCUMENTS) await send(path, path);
await collectErrors(dependencies, send);
for (const language of LANGUAGES) {
  await collectVisitorPages(dependencies, language, send);
  for (const plan of PLANS) await collectHolderPages(dependencies, language, plan, send);
  served[`texts ${language}`] = toText(textsOf(language));
  for (const notification of listNotifications(language)) {
    const { subject, text } = toLetter(notification, `${BASE_URL}/cont/api`);
    served[`letter ${notification.kind} ${language}`] = `${subject}\n${text}`;
  }
}
const schemas = { internalSchema, accountSchema, staffSchema };
for (const [name, schema] of Object.entries(schemas)) served[name] = printSchema(schema);
await app.close();
await resources.close().catch(() => {});
rmSync(folder, { recursive: true });
process.stdout.write(JSON.stringify(served));

function createSend(app: FastifyInstance): Send {
  return async (name, request) => {
    const { statusCode, headers, body } = await app.inject(request);
    const { date: _date, 'content-length': _length, ...others } = headers;
    served[name] = `${statusCode} ${JSON.stringify(others)}\n${body}`;
    return body;
  };
}

async function collectErrors({ accounts, keys }: AppDependencies, send: Send) {
  const { id, apiKey } = await accounts.create(
    'rest@test.example',
    { plan: 'business', endsAtMs: null },
    ACTOR,
  );
  const { text } = await keys.reveal(id, apiKey?.id ?? '', ACTOR);
  const headers = { 'x-api-key': text };
  await send('401', COMPANY_PATH);
  await send('200', { url: COMPANY_PATH, headers });
  await send('400', { url: '/api/v1/company/abc', headers });
  await send('404', { url: `/api/v1/company/${UNKNOWN_IDNO}`, headers });
  await send('405', { method: 'DELETE', url: COMPANY_PATH, headers });
  for (let count = 0; count < TIER_LIMITS.medium; count++) {
    await send('429', { url: COMPANY_PATH, headers });
  }
  await accounts.cancel('rest@test.example', ACTOR);
  await send('403', { url: COMPANY_PATH, headers });
  await send('event', {
    method: 'POST',
    url: '/events/subscription',
    headers: {
      'content-type': 'application/json',
      'webhook-id': '1',
      'webhook-timestamp': '1',
      'webhook-signature': 'v1,a',
    },
    body: '{}',
  });
}

async function collectVisitorPages(_: AppDependencies, language: Language, send: Send) {
  const headers = { 'accept-language': language, accept: 'text/html' };
  for (const path of ['/', '/status']) await send(`${path} ${language}`, { url: path, headers });
  await send(`sign-in ${language}`, { url: '/cont/api/sign-in', headers });
  await send(`not found ${language}`, { url: '/cont/api/nowhere', headers });
  const form = {
    ...headers,
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
  };
  for (const email of ['x', `${language}@test.example`]) {
    const body = `email=${email}`;
    await send(`sent ${email} ${language}`, {
      method: 'POST',
      url: '/cont/api/sign-in',
      headers: form,
      body,
    });
  }
}

async function collectHolderPages(
  { accounts, signIn, keys }: AppDependencies,
  language: Language,
  plan: (typeof PLANS)[number],
  send: Send,
) {
  const email = `${plan}-${language}@test.example`;
  await accounts.create(email, { plan, endsAtMs: null }, ACTOR);
  const { url } = await signIn.issueLink(email, ACTOR);
  const token = new URL(url).searchParams.get('token') ?? '';
  const { sessionId } = await signIn.signIn(token, VISITOR);
  const cookie = `__Host-registru-session=${sessionId}`;
  const headers = { 'accept-language': language, accept: 'text/html', cookie };
  const see = (path: string) => send(`${path} ${plan} ${language}`, { url: path, headers });
  await see('/cont/api');
  const { id, apiKey } = await accounts.find(email);
  if (apiKey === null) return;
  await see('/cont/api/key/regenerate');
  await see('/cont/api/key/revoke');
  await keys.revoke(id, apiKey.id, ACTOR);
  await see('/cont/api');
}

/** Every text of an object, also those that are made from a value. */
function toText(texts: object): string {
  return Object.entries(texts)
    .map(([name, value]) => {
      const text = typeof value === 'function' ? value('…', '…') : value;
      return typeof text === 'object' ? toText(text) : `${name}: ${text}`;
    })
    .join('\n');
}

function listNotifications(language: Language): Notification[] {
  const common = { to: 'ana@test.example', language, atMs: nowMs() };
  const kinds = ['key_created', 'key_regenerated', 'key_revoked'] as const;
  const account = { email: common.to, language, subscription: BUSINESS };
  const limited = toLimitNotification(account, nowMs());
  if (limited === null) throw new Error('the plan has a limit');
  return [
    { ...common, kind: 'sign_in_link', url: BASE_URL, endsAtMs: nowMs() },
    { ...common, kind: 'new_browser', address: null },
    limited,
    ...kinds.map((kind) => ({ ...common, kind, keyStart: 'abc' })),
  ];
}

function createFixedSecrets() {
  let count = 0;
  return {
    createApiKeyText: () => createApiKeyText((size) => new Uint8Array(size).fill(++count % 200)),
    createToken: () => String(++count).padStart(43, 'x'),
  };
}
