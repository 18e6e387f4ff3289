import { describe, expect, it } from 'vitest';
import { HOLDER } from '../../src/accounts/actor.ts';
import { MAX_NEW_SECRETS, MAX_REQUESTED_ATTEMPTS } from '../../src/accounts/watching/webhooks.ts';
import { WEBHOOKS } from '../../src/docs/openapi/webhooks.ts';
import { MAX_REPLACED_SECRETS } from '../../src/domain/account/webhook.ts';
import type { Webhook } from '../../src/store/port/webhooks.ts';
import { createSendEvent } from '../../src/webhooks/send-event.ts';
import { ACTOR, EMAIL, openAccounts } from '../support/accounts.ts';
import { openReceiver, verify } from '../webhooks/receiver.ts';

const URL_A = 'https://a.example/hook/secret?token=1';
const URL_B = 'https://b.example/';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HOLDING = { name: HOLDER, address: '192.0.2.1' };

const send = createSendEvent({
  allowsLocal: true,
  nowMs: () => Date.now(),
  elapsedMs: () => performance.now(),
  onAttempt: () => {},
});

/** An account with an API plan; `set` gives it a webhook. */
async function open() {
  const opened = await openAccounts('business', send);
  const { store, webhooks, account } = opened;
  const found = async () => {
    const webhook = await webhooks.find((await account()).id);
    if (webhook === null) throw new Error('there is no webhook');
    return webhook;
  };
  return {
    ...opened,
    found,
    set: async (url = URL_A) => webhooks.set(await account(), url, HOLDING),
    /** Changes what is stored, as deliveries do. */
    write: async (change: Partial<Webhook>) =>
      store.webhooks.replace({ ...(await found()), ...change }),
    readAudit: async () => {
      const entries = await store.audit.listByAccount((await account()).id, 99);
      return entries.filter(({ action }) => action.startsWith('webhook')).toReversed();
    },
  };
}

describe('set', () => {
  it('gives a new webhook a secret, which is shown once, and begins at the present', async () => {
    const { set, found, nowMs } = await open();
    const { webhook, secret } = await set();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({ url: URL_A, state: 'working', createdAtMs: nowMs() });
    expect(webhook.cursor).toEqual({ importMs: 0, idno: null });
    expect(await found()).toEqual(webhook);
    expect(JSON.stringify(await found())).not.toContain(String(secret).slice(6));
  });

  it('keeps secret, position and pauses with another address, but not the time of failing', async () => {
    const { set, write, nowMs } = await open();
    const { webhook: first } = await set();
    const failing = { failures: 2, failingSinceMs: 5, noticeMs: 6, nextAttemptMs: 9e15 };
    await write({ cursor: { importMs: 5, idno: '1' }, ...failing });
    const { webhook, secret } = await set(URL_B);
    expect(secret).toBeNull();
    const retried = { failures: 2, failingSinceMs: null, noticeMs: null, nextAttemptMs: nowMs() };
    expect(webhook).toMatchObject({ url: URL_B, secret: first.secret, ...retried });
    expect(webhook.cursor).toEqual({ importMs: 5, idno: '1' });
  });

  it('tries another address at once, if an attempt is waiting', async () => {
    const { set, write, nowMs } = await open();
    await set();
    expect((await set(URL_B)).webhook.nextAttemptMs).toBeNull();
    await write({ nextAttemptMs: nowMs() + HOUR_MS });
    expect((await set(URL_A)).webhook.nextAttemptMs).toBe(nowMs());
  });

  it('shows one secret to a hundred simultaneous calls', async () => {
    const { set, found } = await open();
    const shown = await Promise.all(Array.from({ length: 100 }, () => set()));
    const secrets = shown.filter(({ secret }) => secret !== null);
    expect(secrets).toHaveLength(1);
    expect(secrets[0]?.webhook.secret.id).toBe((await found()).secret.id);
  });

  it('gives another one where it is removed meanwhile', async () => {
    const { set, store, webhooks, account } = await open();
    const { webhook } = await set();
    const { find } = store.webhooks;
    store.webhooks.find = async (accountId) => {
      store.webhooks.find = find;
      const read = await find(accountId);
      await webhooks.remove(await account(), webhook.secret.id, HOLDING);
      return read;
    };
    expect((await set(URL_B)).secret).toMatch(/^whsec_/);
  });
});

describe('rotate', () => {
  it('signs with both secrets for 24 hours', async () => {
    const { set, webhooks, account, found, clock } = await open();
    const { secret: first, webhook } = await set();
    const { secret: second } = await webhooks.rotate(await account(), webhook.secret.id, HOLDING);
    expect(second).toMatch(/^whsec_/);
    expect(webhooks.readSecrets(await found())).toEqual([second, first]);
    clock.advance(DAY_MS - 1);
    expect(webhooks.readSecrets(await found())).toEqual([second, first]);
    clock.advance(1);
    expect(webhooks.readSecrets(await found())).toEqual([second]);
  });

  it('again leaves each secret the 24 hours that were promised for it', async () => {
    const { set, webhooks, account, found, clock } = await open();
    const texts = [(await set()).secret];
    const rotate = async () => {
      const { secret } = await webhooks.rotate(await account(), (await found()).secret.id, HOLDING);
      texts.unshift(secret);
    };
    await rotate();
    clock.advance(DAY_MS / 2);
    // The holder did not copy the last one.
    await rotate();
    expect(webhooks.readSecrets(await found())).toEqual(texts);
    clock.advance(DAY_MS / 2);
    expect(webhooks.readSecrets(await found())).toEqual(texts.slice(0, 2));
    await rotate();
    expect((await found()).replacedSecrets).toHaveLength(2);
    for (let count = 0; count < 2 * MAX_REPLACED_SECRETS; count++) {
      clock.advance(HOUR_MS / MAX_NEW_SECRETS);
      await rotate();
    }
    expect(webhooks.readSecrets(await found())).toEqual(texts.slice(0, MAX_REPLACED_SECRETS + 1));
    clock.advance(DAY_MS);
    expect(webhooks.readSecrets(await found())).toEqual(texts.slice(0, 1));
  });

  it('happens once, however often it is sent', async () => {
    const { set, webhooks, account, found } = await open();
    const { webhook, secret } = await set();
    const rotate = async () => webhooks.rotate(await account(), webhook.secret.id, HOLDING);
    const results = await Promise.allSettled(Array.from({ length: 20 }, rotate));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(rotate()).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(webhooks.readSecrets(await found())?.[1]).toBe(secret);
  });
});

describe('test', () => {
  it('sends one signed event, which changes neither position nor state', async () => {
    const { webhooks, account, write, found, ...opened } = await open();
    const receiver = await openReceiver();
    const { secret } = await opened.set(URL_A);
    await write({ url: receiver.url, state: 'paused' });
    const before = await found();
    const { attempt, webhook } = await webhooks.test(await account(), HOLDING);
    expect(attempt).toMatchObject({ status: 204, fault: null, changes: null });
    const [event] = receiver.events;
    if (event === undefined) throw new Error('nothing was received');
    expect(verify(event, String(secret))).toEqual({
      type: 'webhook.test',
      timestamp: expect.stringMatching(/^2026-/),
      data: {},
    });
    const { revision, attempts, ...rest } = webhook;
    expect(attempts).toEqual([attempt]);
    expect(before).toMatchObject(rest);
  });

  it('tells why it failed', async () => {
    const { set, write, webhooks, account } = await open();
    await set();
    const statuses = [500, 410];
    const receiver = await openReceiver((response) =>
      response.writeHead(statuses.shift() ?? 200).end(),
    );
    await write({ url: receiver.url });
    for (const [status, fault] of [
      [500, 'status'],
      [410, 'gone'],
    ] as const) {
      const { attempt, webhook } = await webhooks.test(await account(), HOLDING);
      expect(attempt).toMatchObject({ status, fault });
      expect(webhook).toMatchObject({ state: 'working', failures: 0, failingSinceMs: null });
    }
    // As the OpenAPI document says.
    const { responses } = WEBHOOKS['webhook.test']?.post ?? {};
    expect(responses?.[410]?.description).toContain('changes no state');
  });

  it(`is refused after ${MAX_REQUESTED_ATTEMPTS} within an hour, also to simultaneous calls`, async () => {
    const { set, write, webhooks, account, clock } = await open();
    await set();
    const receiver = await openReceiver();
    await write({ url: receiver.url });
    const test = async () => webhooks.test(await account(), HOLDING);
    clock.advance(HOUR_MS);
    // With those of the browser's other tabs: none of them names what it saw, so none is stale.
    const results = await Promise.allSettled(Array.from({ length: 15 }, test));
    const codes = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(codes).toEqual(Array(15 - MAX_REQUESTED_ATTEMPTS).fill('TOO_MANY'));
    expect(receiver.events).toHaveLength(MAX_REQUESTED_ATTEMPTS);
    await expect(test()).rejects.toMatchObject({ code: 'TOO_MANY' });
    clock.advance(HOUR_MS);
    await test();
    expect(receiver.events).toHaveLength(MAX_REQUESTED_ATTEMPTS + 1);
  });
});

describe('one budget of attempts', () => {
  it('is used by tests, resuming and new addresses together', async () => {
    const { set, write, webhooks, account, clock, notifications } = await open();
    const receiver = await openReceiver();
    await set();
    await write({ url: receiver.url });
    const asks = [
      async () => webhooks.test(await account(), HOLDING),
      async () => webhooks.resume(await account(), HOLDING),
      () => set(`${URL_A}&count=${clock.nowMs()}`),
    ];
    for (let time = 1; time < MAX_REQUESTED_ATTEMPTS; time++) {
      clock.advance(1);
      await asks[time % asks.length]?.();
    }
    clock.advance(1);
    for (const ask of asks) await expect(ask()).rejects.toMatchObject({ code: 'TOO_MANY' });
    expect(notifications.filter(({ kind }) => kind === 'webhook_set')).toHaveLength(4);
    // Others do not count, nor does the address that it has.
    await webhooks.pause(await account(), HOLDING);
    clock.advance(HOUR_MS);
    for (const ask of asks) await ask();
  });

  it('is not renewed by removing the webhook', async () => {
    const { set, webhooks, account } = await open();
    for (let time = 0; time < MAX_REQUESTED_ATTEMPTS; time++) {
      const { webhook } = await set();
      await webhooks.remove(await account(), webhook.secret.id, HOLDING);
    }
    await expect(set()).rejects.toMatchObject({ code: 'TOO_MANY' });
  });

  it('of rotations has its own', async () => {
    const { set, webhooks, account, found, clock } = await open();
    await set();
    const rotate = async () => webhooks.rotate(await account(), (await found()).secret.id, HOLDING);
    for (let time = 0; time < MAX_NEW_SECRETS; time++) await rotate();
    await expect(rotate()).rejects.toMatchObject({ code: 'TOO_MANY' });
    clock.advance(HOUR_MS);
    await rotate();
  });
});

describe('a mail', () => {
  it('tells the holder of a new address and of a new secret, with the host alone', async () => {
    const { set, webhooks, account, found, nowMs, notifications } = await open();
    notifications.length = 0;
    await set();
    await set();
    await set(URL_B);
    const { secret } = await found();
    await webhooks.rotate(await account(), secret.id, HOLDING);
    await expect(webhooks.rotate(await account(), secret.id, HOLDING)).rejects.toThrow();
    await webhooks.rotate(await account(), (await found()).secret.id, ACTOR);
    const origin = { address: HOLDING.address, browser: null };
    const common = { to: EMAIL, language: 'ro', atMs: nowMs() };
    expect(notifications).toEqual([
      { ...common, kind: 'webhook_set', host: 'a.example', origin },
      { ...common, kind: 'webhook_set', host: 'b.example', origin },
      { ...common, kind: 'webhook_secret_rotated', host: 'b.example', origin },
      { ...common, kind: 'webhook_secret_rotated', host: 'b.example', origin: null },
    ]);
  });
});

describe('pause and resume', () => {
  it('pause leaves the position, and resume goes on from there at once', async () => {
    const { set, write, webhooks, account, nowMs } = await open();
    await set();
    const cursor = { importMs: 0, idno: '1' };
    await write({ cursor, failures: 3, failingSinceMs: 1, noticeMs: 2, nextAttemptMs: 9e15 });
    const paused = await webhooks.pause(await account(), HOLDING);
    expect(paused).toMatchObject({ state: 'paused', cursor });
    expect(await webhooks.pause(await account(), HOLDING)).toEqual(paused);
    const { webhook, skipsChanges } = await webhooks.resume(await account(), HOLDING);
    expect(skipsChanges).toBe(false);
    expect(webhook).toMatchObject({ state: 'working', cursor, nextAttemptMs: nowMs() });
    // The pauses go on: what was asked for is one attempt.
    expect(webhook).toMatchObject({ failures: 3, failingSinceMs: null, noticeMs: null });
  });

  it('resume after a stop says whether changes are skipped', async () => {
    const { set, write, webhooks, account } = await open();
    await set();
    // From before the first dump.
    const cursor = { importMs: 0, idno: null };
    const stopped = { state: 'stopped', cursor } as const;
    await write({ ...stopped, stop: 'failing' });
    expect(await webhooks.resume(await account(), HOLDING)).toMatchObject({
      skipsChanges: false,
      webhook: { state: 'working', stop: null, cursor },
    });
    await write({ ...stopped, stop: 'changes_not_kept' });
    expect(await webhooks.resume(await account(), HOLDING)).toMatchObject({
      skipsChanges: true,
      webhook: { state: 'working', stop: null, cursor: { importMs: 0, idno: null } },
    });
  });
});

it('where there is no webhook, everything but set is refused', async () => {
  const { webhooks, account } = await open();
  const holder = await account();
  for (const change of [
    () => webhooks.rotate(holder, 'a', HOLDING),
    () => webhooks.test(holder, HOLDING),
    () => webhooks.pause(holder, HOLDING),
    () => webhooks.resume(holder, HOLDING),
    () => webhooks.resend(holder, '2026-09-14', HOLDING),
    () => webhooks.remove(holder, 'a', HOLDING),
  ]) {
    await expect(change()).rejects.toMatchObject({ code: 'NO_WEBHOOK' });
  }
});

it('the audit log has each change with who made it, and no secret', async () => {
  const { set, write, webhooks, account, readAudit } = await open();
  const { webhook } = await set();
  await set(URL_B);
  const receiver = await openReceiver();
  await write({ url: receiver.url });
  const holder = await account();
  const { webhook: rotated } = await webhooks.rotate(holder, webhook.secret.id, HOLDING);
  await webhooks.test(holder, HOLDING);
  await webhooks.pause(holder, HOLDING);
  await webhooks.resume(holder, HOLDING);
  await webhooks.resend(holder, '2026-09-14', HOLDING);
  await webhooks.remove(holder, rotated.secret.id, HOLDING);
  const entries = await readAudit();
  expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
    ['webhook_set', 'https://a.example'],
    ['webhook_set', 'https://b.example'],
    ['webhook_secret_rotated', null],
    ['webhook_tested', null],
    ['webhook_paused', null],
    ['webhook_resumed', null],
    ['webhook_resent', 'from 2026-09-14'],
    ['webhook_removed', null],
  ]);
  for (const entry of entries) expect(entry).toMatchObject({ actor: HOLDER, address: '192.0.2.1' });
});

it('a secret of another account, or under another APP_SECRET, cannot be read', async () => {
  const { set, webhooks, found } = await open();
  const { webhook } = await set();
  expect(webhooks.readSecrets({ ...webhook, accountId: 'other' })).toBeNull();
  const damaged = { ...webhook.secret, encrypted: 'AAAA' };
  expect(webhooks.readSecrets({ ...(await found()), secret: damaged })).toBeNull();
});
