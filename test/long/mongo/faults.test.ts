import { describe, expect, it } from 'vitest';
import { ACTOR, openTestApp } from '../../support/app.ts';
import { createClock } from '../../support/clock.ts';
import { IDNO } from '../../support/companies.ts';
import { startMongoServer } from '../../support/mongo-server.ts';
import { toToken, VISITOR } from '../../support/sign-in.ts';
import { hasMongo, makeTestDatabase, openTestMongo } from '../../support/stores.ts';
import { openTcpProxy, type ProxyMode } from '../../support/tcp-proxy.ts';
import { hammer, type TimedAnswer, waitForOk } from './hammer.ts';

const EMAIL = 'a@test.example';
const FAULT_MS = 4_000;
const MAX_REQUEST_MS = 3_000;
const MAX_RECOVERY_MS = 5_000;

/** The application on a MongoDB store behind a proxy, and requests that a live store answers. */
async function openBehindProxy(serverPort?: number) {
  const url = new URL(makeTestDatabase());
  const proxy = await openTcpProxy(serverPort ?? Number(url.port));
  url.host = `127.0.0.1:${proxy.port}`;
  const clock = createClock();
  const app = await openTestApp({ clock, store: await openTestMongo(url.href) });
  const key = await app.subscribe(EMAIL, 'agency');
  const ask = () => {
    // A clock of the limit's own, so that only the store decides.
    clock.advance(1_000);
    return app.get(`/api/v1/company/${IDNO}`, key);
  };
  const link = await app.signIn.issueLink(EMAIL, ACTOR);
  const { sessionId } = await app.signIn.signIn(toToken(link.url), VISITOR);
  const cookie = `__Host-registru-session=${sessionId}`;
  const view = () => app.send('/cont/api', { headers: { cookie } });
  expect([(await ask()).status, (await view()).status]).toEqual([200, 200]);
  return { ...app, proxy, ask, view };
}

/** Never a wrong answer, never a late one, and 503 says when to try again. */
function expectSound(answers: readonly TimedAnswer[]): void {
  expect(answers.length).toBeGreaterThan(0);
  for (const { status, headers, ms } of answers) {
    expect([200, 503]).toContain(status);
    if (status === 503) expect(headers['retry-after']).toMatch(/^\d+$/);
    expect(ms).toBeLessThan(MAX_REQUEST_MS);
  }
}

function report(fault: string, answers: readonly TimedAnswer[], recoveryMs: number): void {
  const slowestMs = Math.max(...answers.map(({ ms }) => ms));
  console.log(
    `${fault}: ${answers.length} answers, the slowest ${slowestMs | 0} ms, ` +
      `back in ${recoveryMs | 0} ms`,
  );
}

describe.skipIf(!hasMongo)('a store', () => {
  it.each<[string, ProxyMode]>([
    ['is out of reach', 'refuse'],
    ['hangs', 'hang'],
    ['takes every call and never answers', 'silence'],
    ['is torn off in the middle of each answer', 'reset'],
    ['answers two seconds late', { delayMs: 2_000 }],
  ])('that %s is a 503 in time, and recovers', async (fault, mode) => {
    const { proxy, ask, view, send } = await openBehindProxy();
    await proxy.set(mode);
    const answers = await hammer(ask, FAULT_MS);
    const ready = await hammer(() => send('/health/ready'), 100);
    expectSound(answers);
    expectSound(await hammer(view, 100));
    expect(ready.every(({ status, ms }) => status === 503 && ms < MAX_REQUEST_MS)).toBe(true);
    expect(answers.map(({ status }) => status)).not.toContain(200);
    await proxy.set('pass');
    const recoveryMs = await waitForOk(ask, MAX_RECOVERY_MS);
    report(fault, answers, recoveryMs);
    expectSound(await hammer(ask, 500));
    expect((await send('/health/ready')).status).toBe(200);
  });

  it('whose server is stopped and continued is a 503 in time, and recovers', async () => {
    const server = await startMongoServer();
    const { ask, view } = await openBehindProxy(server.port);
    server.stop();
    const answers = await hammer(ask, FAULT_MS);
    expectSound([...answers, ...(await hammer(view, 100))]);
    server.continue();
    const recoveryMs = await waitForOk(ask, MAX_RECOVERY_MS);
    report('stopped', answers, recoveryMs);
  });

  it('whose server is killed and started again recovers', async () => {
    const server = await startMongoServer();
    const { ask } = await openBehindProxy(server.port);
    const [answers] = await Promise.all([hammer(ask, FAULT_MS), server.restart()]);
    expectSound(answers);
    report('restarted', answers, await waitForOk(ask, MAX_RECOVERY_MS));
  });

  it('whose connections are cut again and again is hardly felt', async () => {
    const { proxy, ask } = await openBehindProxy();
    const timer = setInterval(() => proxy.cutAll(), 200);
    const answers = await hammer(ask, FAULT_MS);
    clearInterval(timer);
    expectSound(answers);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    await waitForOk(ask, MAX_RECOVERY_MS);
  });
});
