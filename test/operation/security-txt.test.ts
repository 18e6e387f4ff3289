import { expect, it } from 'vitest';
import { openTestApp } from '../support/app.ts';

const PATH = '/.well-known/security.txt';
const NOW_MS = Date.parse('2026-11-22T10:20:30.400Z');

it('serves the contact for security reports, with an expiry that never lies in the past', async () => {
  const { send, clock } = await openTestApp({
    securityContact: 'mailto:security@registru.example',
    baseUrl: 'https://registru.example',
  });
  clock.advance(NOW_MS - clock.nowMs());
  const { status, headers, body } = await send(PATH);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body.split('\n')).toEqual([
    'Contact: mailto:security@registru.example',
    'Expires: 2027-05-21T00:00:00Z',
    'Preferred-Languages: ro, ru, en',
    'Canonical: https://registru.example/.well-known/security.txt',
    '',
  ]);
  clock.advance(400 * 86_400_000);
  const later = (await send(PATH)).body;
  expect(Date.parse(/^Expires: (.+)$/m.exec(later)?.[1] ?? '')).toBeGreaterThan(clock.nowMs());
});

it('leaves out its own address on plain http, which the standard does not allow there', async () => {
  const { send } = await openTestApp({ securityContact: 'https://registru.example/security' });
  const { body } = await send(PATH);
  expect(body).toContain('Contact: https://registru.example/security\n');
  expect(body).not.toContain('Canonical');
});

it('is not found without a contact', async () => {
  const { send } = await openTestApp();
  expect((await send(PATH)).status).toBe(404);
});
