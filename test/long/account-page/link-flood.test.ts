import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { APP_SECRET } from '../../support/accounts.ts';
import { HOLDER, prepareAttacked } from '../../support/attacked.ts';
import { IDNO } from '../../support/companies.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { send } from '../../support/http.ts';
import { findFreePort, startServer } from '../../support/process.ts';
import { openSmtpServer } from '../../support/smtp.ts';
import { hasMongo, makeTestDatabase } from '../../support/stores.ts';
import { toPercentile } from '../support/percentile.ts';

const HEAP_MIB = 256;
const FLOOD_MS = 7_000;
/** Its refusals begin within the first second. */
const PAGES_FLOOD_MS = 4_000;
const CONNECTIONS = 32;
/** More than may wait for a page (`MAX_WAITING_PAGES`). */
const PAGES_CONNECTIONS = 300;
const WARM_UP_MS = 1_000;
/** With each of the keys, which is less than the highest limit. */
const PAUSE_MS = 250;
const SIGN_IN = '/cont/api/sign-in';

const ORIGIN = { 'sec-fetch-site': 'same-origin' };
const FORM = { ...ORIGIN, 'content-type': 'application/x-www-form-urlencoded' };

it('floods of link requests and company pages stop neither the API nor a sign-in', () =>
  survive(null));

it.skipIf(!hasMongo)('nor do they on MongoDB', () => survive(makeTestDatabase()));

async function survive(mongodbUri: string | null): Promise<void> {
  const [folder, smtp] = [makeTestFolder(), await openSmtpServer()];
  const port = await findFreePort();
  const { keys, tokens } = await prepareAttacked(
    { dataDir: folder, mongodbUri },
    `http://127.0.0.1:${port}`,
  );
  await startServer(port, {
    ...(mongodbUri === null ? { DATA_DIR: folder } : { MONGODB_URI: mongodbUri }),
    APP_SECRET,
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    TRUST_PROXY: '127.0.0.1',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'no-reply@registru.example',
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`,
  });

  /** Times of the API's answers, in milliseconds. */
  async function useApi(forMs: number): Promise<number[]> {
    const endMs = performance.now() + forMs;
    const times = await Promise.all(
      keys.map(async (key, first) => {
        const own: number[] = [];
        await sleep((first * PAUSE_MS) / keys.length);
        while (performance.now() < endMs) {
          const startMs = performance.now();
          const answer = await send(port, `/api/v1/company/${IDNO}`, {
            headers: { 'x-api-key': key },
          });
          own.push(performance.now() - startMs);
          expect(answer.status).toBe(200);
          await sleep(PAUSE_MS);
        }
        return own;
      }),
    );
    return times.flat();
  }

  /** What a browser does with a link: the status of its button. */
  async function signIn(token: string): Promise<number> {
    const headers = { cookie: `__Host-registru-link=${token}` };
    const shown = await send(port, `${SIGN_IN}/link`, { headers });
    const [, link = ''] = /name="link" value="([^"]+)"/.exec(shown.body) ?? [];
    const request = { method: 'POST', headers: { ...FORM, ...headers }, body: `link=${link}` };
    return (await send(port, `${SIGN_IN}/link`, request)).status;
  }

  const ask = (email: string) => {
    const headers = { ...FORM, 'x-forwarded-for': '192.0.2.1' };
    return send(port, SIGN_IN, {
      method: 'POST',
      headers,
      body: `email=${encodeURIComponent(email)}`,
    });
  };

  /** The 99th percentile of the API's answers while a process floods a path, and how it ended. */
  async function flood(
    method: 'GET' | 'POST',
    path: string,
    { forMs = FLOOD_MS, connections = CONNECTIONS, meanwhile = async () => {} } = {},
  ) {
    const flooding = fork(new URL('../support/flood.ts', import.meta.url), [
      `${port}`,
      method,
      path,
      `${connections}`,
    ]);
    onTestFinished(() => void flooding.kill('SIGKILL'));
    const ended = once(flooding, 'exit').then(([code]): never => {
      throw new Error(`the flood ended with ${code}`);
    });
    ended.catch(() => {});
    await Promise.race([once(flooding, 'message'), ended]);
    const [times] = await Promise.all([useApi(forMs), sleep(forMs / 2).then(meanwhile)]);
    flooding.send('stop');
    const [statuses] = await Promise.race([once(flooding, 'message'), ended]);
    return { p99Ms: toPercentile(times, 0.99), statuses };
  }

  await useApi(WARM_UP_MS);
  // What as many requests cost that lead nowhere: all else works on these processors too.
  const nowhere = await flood('POST', '/cont/api/nowhere');
  const links = await flood('POST', SIGN_IN, {
    meanwhile: async () => expect(await signIn(tokens[0])).toBe(303),
  });
  const ofPages = { forMs: PAGES_FLOOD_MS, connections: PAGES_CONNECTIONS };
  const nowhereToo = await flood('POST', '/cont/api/nowhere', ofPages);
  const pages = await flood('GET', `/companie/${IDNO}`, ofPages);
  for (const [{ p99Ms, statuses }, idle] of [
    [links, nowhere],
    [pages, nowhereToo],
  ] as const) {
    console.log(
      `p99 ${Math.round(p99Ms)} ms, of as many that lead nowhere ${Math.round(idle.p99Ms)}`,
    );
    expect(p99Ms).toBeLessThan(Math.max(100, 2 * idle.p99Ms));
    for (const status of Object.keys(statuses))
      expect(['200', '303', '429', '503']).toContain(status);
    expect(statuses['503']).toBeGreaterThan(0);
  }
  expect(pages.statuses['200']).toBeGreaterThan(0);

  const endMs = performance.now() + 30_000;
  while ((await ask(HOLDER)).status !== 303 && performance.now() < endMs) await sleep(500);
  const [mail] = await smtp.receive(1);
  expect(mail?.recipients).toEqual([HOLDER]);
  expect(await signIn(tokens[1])).toBe(303);
}
