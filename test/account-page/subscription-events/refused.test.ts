import { describe, expect, it } from 'vitest';
import { openTestApp } from '../../support/app.ts';
import { openShared } from '../../support/shared.ts';
import { EMAIL, openSender, type Sending, toBody } from './sender.ts';

const NOW_MS = Date.parse('2026-11-21T10:00:00Z');
const STRANGE_SECRET = Buffer.from('a secret that nobody shared with us').toString('base64');

/** Of events that are all refused. */
const refuser = openShared(() => openSender());

/** The body that is signed, with a byte that is no text in the place of U+FFFD. */
const NOT_TEXT = Buffer.from(JSON.stringify(toBody({ note: '\xff' })), 'latin1');

describe('a signature', () => {
  it.each<[string, Sending]>([
    ['with another secret', { secret: STRANGE_SECRET }],
    ['of another id', { headers: { 'webhook-id': 'another' } }],
    ['of another time', { headers: { 'webhook-timestamp': String(NOW_MS / 1_000 - 1) } }],
    ['of another body', { body: JSON.stringify(toBody({}, { plan: 'agency' })) }],
    ['of the same JSON in other bytes', { body: JSON.stringify(toBody(), null, 1) }],
    ['of a text that other bytes are read as', { body: NOT_TEXT }],
    ['that is empty', { headers: { 'webhook-signature': '' } }],
    ['without a version', { headers: { 'webhook-signature': 'v1' } }],
    ['of the asymmetric version', { headers: { 'webhook-signature': 'v1a,AAAA' } }],
    ['with an id of spaces', { headers: { 'webhook-id': ' ' } }],
    [
      'with a time that only begins with digits',
      { headers: { 'webhook-timestamp': '1763719200x' } },
    ],
  ])('%s is refused', async (_name, sending) => {
    const { send, account } = refuser();
    const answer = await send(toBody({ note: '\ufffd' }), sending);
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.body)).toMatchObject({ error: 'invalid_signature' });
    expect(await account()).toBeNull();
  });

  it.each([
    ['5 minutes ago', -300_000, 200],
    ['in 5 minutes', 300_000, 200],
    ['longer ago', -301_000, 400],
    ['later', 301_000, 400],
  ])('from %s is answered by its age', async (_name, aheadMs, status) => {
    const { send } = await openSender();
    const answer = await send(toBody(), { signedAtMs: NOW_MS + aheadMs });
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body).toContain('"timestamp_out_of_range"');
  });

  it('is accepted with either secret, also among other signatures', async () => {
    const { apply, newSecret } = await openSender();
    expect(await apply(toBody(), { secret: newSecret })).toBe('applied');
    const body = toBody({}, { plan: 'agency' });
    expect(await apply(body, { otherSignatures: 'v1a,AAAA v2,BBBB v1,CCCC ' })).toBe('applied');
    const tooMany = 'v1,AAAA '.repeat(20);
    expect(await apply(body, { otherSignatures: tooMany })).toMatchObject({ status: 401 });
  });
});

describe('a body', () => {
  it.each([
    ['[]', 'the body'],
    ['{"type":', 'JSON'],
    [JSON.stringify(toBody({ type: 'subscription.paused' })), 'type'],
    [JSON.stringify(toBody({ type: 'toString' })), 'type'],
    [JSON.stringify(toBody({ timestamp: '2026-11-21' })), 'timestamp'],
    [JSON.stringify(toBody({ timestamp: '2026-11-21 10:00:00Z' })), 'timestamp'],
    [JSON.stringify(toBody({ timestamp: '2026-02-30T10:00:00Z' })), 'timestamp'],
    [JSON.stringify(toBody({ timestamp: NOW_MS })), 'timestamp'],
    [JSON.stringify(toBody({ timestamp: '2026-11-21T10:05:01Z' })), 'timestamp'],
    [JSON.stringify(toBody({ data: null })), 'data'],
    [JSON.stringify(toBody({}, { plan: 'gold' })), 'data.plan'],
    [JSON.stringify(toBody({}, { email: 'a@b.md, c@d.md' })), 'data.email'],
    [JSON.stringify(toBody({}, { email: 'a@b.md\r\nBcc: c@d.md' })), 'data.email'],
    [JSON.stringify(toBody({}, { email: ['a@b.md'] })), 'data.email'],
    [JSON.stringify(toBody({}, { endsAt: 'tomorrow' })), 'data.endsAt'],
    [JSON.stringify(toBody({}, { endsAt: '2027-02-29' })), 'data.endsAt'],
    [JSON.stringify(toBody({}, { endsAt: '0001-01-01' })), 'data.endsAt'],
    [JSON.stringify(toBody({}, { endsAt: '2027-01-31T10:00:00' })), 'data.endsAt'],
  ])('%s is refused by name', async (body, name) => {
    const { send, store } = refuser();
    const answer = await send(body);
    expect(answer.status).toBe(400);
    const { error, message } = JSON.parse(answer.body);
    expect(error).toBe('invalid_event');
    expect(message).toContain(name);
    expect(await store.accountReads.listAccounts({}, 0, null, 9)).toEqual([]);
  });

  it.each([
    ['over 64 KiB', JSON.stringify(toBody({ more: 'x'.repeat(65_536) })), {}, 413],
    ['of another type', JSON.stringify(toBody()), { 'content-type': 'text/plain' }, 415],
    ['that is missing', '', {}, 400],
  ])('%s is refused', async (_name, body, headers, status) => {
    const { send, account } = refuser();
    const answer = await send(body, { headers });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({
      error: expect.any(String),
      message: expect.any(String),
    });
    expect(await account()).toBeNull();
  });
});

it('is off without a secret', async () => {
  const { send } = await openTestApp();
  expect((await send('/events/subscription', { method: 'POST' })).status).toBe(404);
});

it('is asked to come again while the store fails', async () => {
  const { send, store } = await openSender();
  await store.close();
  const answer = await send(toBody());
  expect(answer.status).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.body).not.toContain(EMAIL);
});
