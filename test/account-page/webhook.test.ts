import { describe, expect, it } from 'vitest';
import { WEBHOOK_ROTATION_MS, type WEBHOOK_STOPS } from '../../src/domain/account/webhook.ts';
import { ACTOR, EMAIL } from '../support/accounts.ts';
import { createClock } from '../support/clock.ts';
import { IDNO } from '../support/companies.ts';
import {
  openWebhookPage,
  SECRET,
  toAttempts,
  type WebhookPageOptions,
} from '../support/webhook-page.ts';
import { expectDocumented, openReceiver } from '../webhooks/receiver.ts';

const OTHER = 'other@test.example';
const WHOLE = `{ viewer { webhook { url secretId secretCreatedAt previousSecretEndsAt state
  stop failingSince nextAttemptAt attempts { at status fault durationMs changes } } } }`;

/** With a clock that stands still. */
async function openHolder(options: WebhookPageOptions = {}) {
  const clock = createClock();
  return { clock, ...(await openWebhookPage({ clock, ...options })) };
}

const readSecret = (body: string) => SECRET.exec(body)?.[0] ?? '';

describe('a webhook', () => {
  it('has a secret that is shown once, and signs the test event', async () => {
    const { submit, read, receiver, find, countSigned } = await openHolder();
    const set = await submit('set', { url: receiver.url });
    expect(set.status).toBe(200);
    const secret = readSecret(set.body);
    const text = set.body.replace(/<[^>]*>/g, '');
    expect(text).toContain(`export REGISTRU_WEBHOOK_SECRET=${secret}`);
    expect(set.body).not.toContain('action="/cont/api/language"');
    expect((await read()).body).not.toMatch(SECRET);
    const sent = await submit('test');
    expect([sent.status, sent.headers.location]).toEqual([
      303,
      '/cont/api?done=webhook-test#webhook',
    ]);
    expect(countSigned(secret)).toBe(1);
    for (const event of receiver.events) expectDocumented('webhook.test', event);
    expect(await find()).toMatchObject({ attempts: [{ status: 204, fault: null, changes: null }] });
    expect((await read()).body).toMatch(/<span>204<\/span>[\s\S]*Test/);
  });

  it('is not changed by forms that are sent again, which show no secret', async () => {
    const { submit, find, receiver } = await openHolder();
    await submit('set', { url: receiver.url });
    const set = await find();
    const again = await submit('set', { url: receiver.url });
    expect([again.status, again.headers.location]).toEqual([
      303,
      '/cont/api?done=webhook-set#webhook',
    ]);
    expect(await find()).toEqual(set);
    const secretId = set?.secret.id ?? '';
    expect((await submit('rotate', { secretId })).body).toMatch(SECRET);
    const rotated = await find();
    const reloaded = await submit('rotate', { secretId });
    expect(reloaded.status).toBe(409);
    expect(reloaded.body).toMatch(/role="alert">The secret was created on .* and shown once/);
    expect(reloaded.body).not.toMatch(SECRET);
    expect(await find()).toEqual(rotated);
    for (const operation of ['pause', 'pause', 'resume', 'resume']) {
      const { location } = (await submit(operation)).headers;
      expect(location).toBe(`/cont/api?done=webhook-${operation}#webhook`);
    }
    expect(await find()).toMatchObject({ state: 'working', secret: rotated?.secret });
    const remove = () => submit('remove', { secretId: rotated?.secret.id ?? '' });
    expect((await submit('remove', { secretId })).status).toBe(409);
    expect((await remove()).status).toBe(303);
    const removed = await remove();
    expect(removed.status).toBe(409);
    expect(removed.body).toContain('There is no webhook any more.');
    await submit('set', { url: receiver.url });
    const stale = await remove();
    expect(stale.status).toBe(409);
    expect(stale.body).toContain('The webhook has changed since you opened this page');
    expect(await find()).not.toBeNull();
  });

  it('keeps secret and place when its address changes', async () => {
    const { submit, find, receiver } = await openHolder();
    await submit('set', { url: receiver.url });
    const before = await find();
    const moved = await submit('set', { url: `  ${receiver.url}&c=d  ` });
    expect(moved.headers.location).toBe('/cont/api?done=webhook-set#webhook');
    const { secret, cursor } = before ?? {};
    expect(await find()).toMatchObject({ url: `${receiver.url}&c=d`, secret, cursor });
  });

  it('says until when the secret before the last one signs too', async () => {
    const { submit, find, read, clock, receiver, countSigned } = await openHolder();
    const first = readSecret((await submit('set', { url: receiver.url })).body);
    const secretId = (await find())?.secret.id ?? '';
    const second = readSecret((await submit('rotate', { secretId })).body);
    expect((await read()).body).toContain('Also signs until 22 Nov 2026, 12:00 GMT+2');
    await submit('test');
    expect([countSigned(first), countSigned(second)]).toEqual([1, 1]);
    clock.advance(WEBHOOK_ROTATION_MS);
    expect((await read()).body).not.toContain('Also signs until');
  });

  it.each([
    ['no address', 'nowhere', 'This is not an address'],
    ['http', 'http://example.md/', 'must begin with https://'],
    ['another scheme', 'javascript:alert(1)', 'must begin with https://'],
    ['a private address', 'https://10.0.0.1/', 'not on a private network'],
    ['a password', 'https://user:pass@example.md/', 'must not contain a user name or password'],
    ['a port of the system', 'https://example.md:22/', 'Use port 443 or one above 1023'],
    ['more than is allowed', `https://example.md/${'x'.repeat(500)}`, 'more than 500 characters'],
    ['nothing', '', 'This is not an address'],
    ['markup', '"><script>alert(1)</script>', 'This is not an address'],
  ])('is refused with %s as its address, which stays in the form', async (_name, url, cause) => {
    const { submit, find } = await openHolder();
    const { status, body } = await submit('set', { url });
    expect(status).toBe(400);
    const alert = /role="alert">([^<]*)/.exec(body)?.[1];
    expect(alert).toContain(cause);
    expect(body).toMatch(/aria-invalid="true"/);
    expect(body).not.toContain('<script>alert');
    const shown = /name="url"[^>]* value="([^"]*)"/.exec(body)?.[1];
    expect(shown).toBe(
      url.replace(/[<>"]/g, (one) => ({ '<': '&lt;', '>': '&gt;' })[one] ?? '&quot;'),
    );
    expect(await find()).toBeNull();
  });

  it('shows of each attempt what was sent and answered, as text', async () => {
    const { submit, receiver, read, change, clock } = await openHolder();
    await submit('set', { url: receiver.url });
    await change({ attempts: toAttempts(clock.nowMs()) });
    const { body } = await read();
    expect(body).toContain('Event: <code>msg_1</code>');
    expect(body).toContain('Sent: 12,345\u00a0bytes');
    expect(body).toContain(`First changes: ${IDNO} <code>updated</code>, …`);
    expect(body).toContain('&lt;h1&gt;Internal Server Error&lt;/h1&gt;</pre>');
    expect(body).toContain('The response had no body.');
    expect(body).toContain('There was no response.');
  });

  it('is set back to a day, and says what is no day', async () => {
    const { submit, receiver, read, find } = await openHolder();
    await submit('set', { url: receiver.url });
    await submit('pause');
    const { status, body } = await submit('resend', { from: '14.09.2026' });
    expect(status).toBe(400);
    expect(body).toContain('This is not a day.');
    const sent = await submit('resend', { from: '2026-09-14' });
    expect(sent.headers.location).toBe('/cont/api?done=webhook-resend#webhook');
    expect(await find()).toMatchObject({ state: 'working' });
    expect((await read()).body).toContain('name="from" required min="2025-10-20" max="2026-11-21"');
  });

  it('takes ten tests and new addresses an hour, and says so', async () => {
    const { submit, receiver, clock } = await openHolder();
    await submit('set', { url: receiver.url });
    for (let count = 1; count < 10; count++) expect((await submit('test')).status).toBe(303);
    const refused = await submit('test');
    expect(refused.status).toBe(429);
    expect(refused.body).toContain('In an hour you can ask for at most 10 attempts');
    expect(receiver.events).toHaveLength(9);
    clock.advance(3_600_000);
    expect((await submit('test')).status).toBe(303);
  });

  it('asks before it rotates and removes; other addresses have no effect', async () => {
    const { page, submit, find, get, receiver } = await openHolder();
    for (const operation of ['rotate', 'remove']) {
      expect((await get(operation)).headers.location).toBe('/cont/api#webhook');
    }
    await submit('set', { url: receiver.url });
    const before = await find();
    for (const operation of ['rotate', 'remove']) {
      const { status, body } = await get(operation);
      expect(status).toBe(200);
      expect(body).toContain(`name="secretId" value="${before?.secret.id}"`);
      expect(body).toContain(`action="/cont/api/webhook/${operation}"`);
    }
    for (const operation of ['set', 'test', 'pause', 'resume']) {
      expect((await get(`${operation}?url=${receiver.url}`)).headers.location).toBe(
        '/cont/api#webhook',
      );
    }
    const locations = [];
    for (const send of [page.get, page.post]) {
      locations.push((await send('/cont/api/webhook/remove')).headers.location);
    }
    expect(locations).toEqual(['/cont/api/sign-in', '/cont/api/sign-in?notice=ended']);
    expect((await get('nowhere')).status).toBe(404);
    expect((await submit('nowhere')).status).toBe(404);
    expect(await find()).toEqual(before);
  });

  it('can only be paused and removed once the plan has ended', async () => {
    const { submit, find, read, get, page, receiver } = await openHolder();
    await submit('set', { url: receiver.url });
    await page.accounts.cancel(EMAIL, ACTOR);
    const { body } = await read();
    expect(body).toContain('Nothing is sent until you have a plan with API access again.');
    const offered = [...body.matchAll(/"\/cont\/api\/webhook\/(\w+)"/g)].map(([, name]) => name);
    expect(offered).toEqual(['pause', 'remove']);
    const secretId = (await find())?.secret.id ?? '';
    for (const operation of ['set', 'rotate', 'test', 'resume']) {
      const refused = await submit(operation, { url: receiver.url, secretId });
      expect([operation, refused.status]).toEqual([operation, 403]);
      expect(refused.body).not.toMatch(SECRET);
    }
    expect((await get('rotate')).headers.location).toBe('/cont/api#webhook');
    expect((await submit('pause')).status).toBe(303);
    expect((await submit('remove', { secretId })).status).toBe(303);
    expect((await read()).body).not.toContain('id="webhook"');
    expect(receiver.events).toEqual([]);
  });

  it('may be on this machine in a demo, and the page and GraphQL say so', async () => {
    const { read, ask } = await openHolder();
    expect((await read()).body).toContain('In this demo the address may also be on the same');
    expect((await ask('{ viewer { webhooksLocal } }')).data.viewer).toEqual({
      webhooksLocal: true,
    });
  });

  it('can be set up but not tested where the operator has switched deliveries off', async () => {
    const { submit, read, receiver } = await openHolder({ isOff: true });
    expect((await submit('set', { url: receiver.url })).body).toMatch(SECRET);
    const { body } = await read();
    expect(body).toContain('has switched deliveries off');
    expect(body).not.toContain('action="/cont/api/webhook/test"');
    const refused = await submit('test');
    expect(refused.status).toBe(409);
    expect(refused.body).toContain('so no test was sent');
  });

  it('says what became of a form, and of a test event that failed', async () => {
    const { page, submit, read, receiver } = await openHolder();
    const cookie = await page.enter();
    const follow = async (operation: string, fields = {}, headers = {}) => {
      const { location = '' } = (await submit(operation, fields)).headers;
      const [path = ''] = location.split('#');
      return (await page.get(path, { cookie, 'accept-language': 'en', ...headers })).body;
    };
    await submit('set', { url: receiver.url });
    expect(await follow('set', { url: receiver.url })).toMatch(
      /role="status">The address is saved/,
    );
    expect(await follow('test')).toMatch(/role="status">The test event was delivered: 204/);
    const failing = await openReceiver((response) => response.writeHead(500).end());
    await submit('set', { url: failing.url });
    expect(await follow('test')).toMatch(/role="alert">The last test event was not delivered: 500/);
    expect((await read()).body).toContain('The last test event was not delivered: 500: not 2xx.');
    const fromOutside = await follow('pause', {}, { 'sec-fetch-site': 'cross-site' });
    expect(fromOutside).not.toContain('The webhook is paused.');
  });

  it('shows its state and the last attempts, the newest first', async () => {
    const { page, submit, read, change, clock, receiver } = await openHolder();
    expect((await read()).body).not.toContain('Last 20 attempts');
    await submit('set', { url: receiver.url });
    expect((await read()).body).toContain('Your watch list is empty');
    const watched = { add: [IDNO], remove: [] };
    await page.store.watchLists.change((await page.account()).id, watched, 1);
    expect((await read()).body).not.toContain('Your watch list is empty');
    const text = async () => (await read()).body.replace(/<[^>]*>|\s+/g, ' ').replace(/\s+/g, ' ');
    expect(await text()).toContain('Working It waits for changes of the companies');
    expect(await text()).toContain('No attempts yet.');
    await change({ attempts: toAttempts(clock.nowMs()).slice(0, 1) });
    expect(await text()).toContain('Working The last delivery succeeded. ');
    const atMs = clock.nowMs();
    const attempts = toAttempts(atMs);
    const failing = { failures: 2, failingSinceMs: atMs - 600_000, nextAttemptMs: atMs + 60_000 };
    await change({ attempts, ...failing });
    expect(await text()).toContain(
      'Retrying Deliveries have failed since 21 Nov 2026, 11:50 GMT+2 (500: not 2xx). ' +
        'Next attempt: 21 Nov 2026, 12:01 GMT+2.',
    );
    const { body } = await read();
    expect(body.indexOf('Your webhook does not deliver.')).toBeLessThan(
      body.indexOf('id="webhook"'),
    );
    expect(body.match(/<td><time/g)).toHaveLength(attempts.length);
    expect(body.indexOf('500: not 2xx')).toBeLessThan(body.indexOf('no connection'));
    expect(body).toContain('Try again now');
    await change({ state: 'paused' });
    expect(await text()).toContain('Paused Nothing is sent until you resume.');
    for (const [stop, sentence] of Object.entries({
      failing: 'Every delivery failed for 3 days.',
      gone: 'Your server answered 410.',
      changes_not_kept: 'Changes since the last delivery are no longer stored. Resume',
    } satisfies Record<keyof typeof WEBHOOK_STOPS, string>)) {
      await change({ state: 'stopped', stop: stop as keyof typeof WEBHOOK_STOPS });
      expect(await text()).toContain(`Stopped ${sentence}`);
    }
    await change({ stop: 'changes_not_kept' });
    expect((await submit('resume')).body).toContain('so the webhook begins with the next ones');
    expect((await submit('resume')).status).toBe(303);
  });
});

describe('by GraphQL', () => {
  it('lives its whole life, with the refusals of the forms', async () => {
    const { ask, receiver, clock, countSigned } = await openHolder();
    expect((await ask('{ viewer { webhooksOn webhook { url } } }')).data.viewer).toEqual({
      webhooksOn: true,
      webhook: null,
    });
    const change = async (mutation: string, fields = '', variables = {}) => {
      const [name] = Object.keys(variables);
      const declared = name === undefined ? '' : name === 'url' ? '($url: String!)' : '($id: ID!)';
      const shown = `${fields} webhook { secretId state } refusal { code message }`;
      const { data } = await ask(
        `mutation ${declared} { result: ${mutation} { ${shown} } }`,
        variables,
      );
      return data.result;
    };
    const set = 'setWebhook(url: $url)';
    const rotate = 'rotateWebhookSecret(secretId: $id)';
    const remove = 'removeWebhook(secretId: $id)';
    const resend = 'resendWebhook(from: "2026-09-14")';
    for (const mutation of ['testWebhook', 'pauseWebhook', 'resumeWebhook', resend]) {
      expect((await change(mutation)).refusal.code).toBe('NO_WEBHOOK');
    }
    expect((await change(remove, '', { id: 'a' })).refusal.code).toBe('NO_WEBHOOK');
    const invalid = await change(set, 'secret', { url: 'https://192.168.0.1/' });
    expect(invalid).toMatchObject({ secret: null, webhook: null });
    expect(invalid.refusal.code).toBe('INVALID_WEBHOOK_URL');
    expect(invalid.refusal.message).toMatch(/public/);
    const { secret, webhook } = await change(set, 'secret', { url: receiver.url });
    expect(secret).toMatch(SECRET);
    const tested = await change('testWebhook', 'attempt { status fault durationMs changes }');
    expect(tested.attempt).toMatchObject({ status: 204, fault: null, changes: null });
    expect(countSigned(secret)).toBe(1);
    expect((await change(rotate, 'secret', { id: 'another' })).refusal.code).toBe('CONFLICT');
    const rotated = await change(rotate, 'secret', { id: webhook.secretId });
    expect(rotated.secret).toMatch(SECRET);
    expect((await change('pauseWebhook')).webhook.state).toBe('paused');
    expect(await change('resumeWebhook', 'skipsChanges')).toMatchObject({
      skipsChanges: false,
      webhook: { state: 'working' },
    });
    const { data } = await ask(WHOLE);
    const now = new Date(clock.nowMs()).toISOString();
    expect(data.viewer.webhook).toMatchObject({
      url: receiver.url,
      secretId: rotated.webhook.secretId,
      secretCreatedAt: now,
      previousSecretEndsAt: new Date(clock.nowMs() + WEBHOOK_ROTATION_MS).toISOString(),
      state: 'working',
      stop: null,
      failingSince: null,
      nextAttemptAt: null,
      attempts: [{ at: now, status: 204, fault: null, changes: null }],
    });
    const { secretId: id } = rotated.webhook;
    expect(await change(remove, '', { id })).toEqual({ webhook: null, refusal: null });
  });

  it('is that of the signed-in account and of no other', async () => {
    const { ask, page, find, submit, receiver } = await openHolder();
    const other = await page.accounts.create(OTHER, { plan: 'agency', endsAtMs: null }, ACTOR);
    const { webhook } = await page.webhooks.set(other, receiver.url, ACTOR);
    const id = webhook.secret.id;
    await submit('set', { url: receiver.url });
    const before = await find();
    const mutation = `mutation { rotateWebhookSecret(secretId: "${id}") { secret refusal { code } } }`;
    expect((await ask(mutation)).data.rotateWebhookSecret).toEqual({
      secret: null,
      refusal: { code: 'CONFLICT' },
    });
    expect((await submit('rotate', { secretId: id })).status).toBe(409);
    expect((await submit('remove', { accountId: other.id, secretId: id })).status).toBe(409);
    expect(before).not.toBeNull();
    expect(await find()).toEqual(before);
    expect(await page.webhooks.find(other.id)).toEqual(webhook);
  });
});
