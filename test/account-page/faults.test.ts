import { describe, expect, it } from 'vitest';
import { Unavailable } from '../../src/domain/errors.ts';
import { openPage } from '../support/page.ts';

it('an unknown address has a page that leads to the account', async () => {
  const page = await openPage();
  for (const path of ['/cont/api/nowhere', '/cont/x', '/cont/api/key/other', '/cont/api/key/']) {
    for (const answer of [await page.get(path), await page.post(path)]) {
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.body).toContain('href="/cont/api"');
    }
  }
  for (const path of ['/cont', '/cont/', '/cont/api/']) {
    const { status, headers } = await page.get(path);
    expect([path, status, headers.location]).toEqual([path, 302, '/cont/api']);
  }
});

describe('a fault', () => {
  it.each([
    ['of the store', new Unavailable('SQLITE_IOERR at /data'), 503, '5'],
    ['not foreseen', new TypeError('row of undefined'), 500, undefined],
  ])('%s is a page, logged whole and shown masked', async (_name, fault, status, retryAfter) => {
    const page = await openPage();
    const cookie = await page.enter();
    const { lastKeyId } = await page.account();
    page.store.accountReads.listUsage = () => Promise.reject(fault);
    page.store.signInLinks.find = () => Promise.reject(fault);
    for (const answer of [
      await page.get('/cont/api', { cookie }),
      await page.post('/cont/api/key/revoke', `keyId=${lastKeyId}x`, { cookie }),
      await page.get('/cont/api/sign-in/link', {
        cookie: `__Host-registru-link=${'x'.repeat(43)}`,
      }),
    ]) {
      expect(answer.status).toBe(status);
      expect(answer.headers['retry-after']).toBe(retryAfter);
      expect(answer.body).toContain('<h1>');
      expect(answer.body).not.toContain(fault.message);
    }
    expect(page.logs.filter((line) => line.includes(fault.message))).toHaveLength(3);
  });
});

it('a broken form is a page', async () => {
  const page = await openPage();
  const wrong = await page.post('/cont/api/sign-in', '{', { 'content-type': 'application/json' });
  expect(wrong.status).toBe(400);
  const unknown = await page.post('/cont/api/sign-in', 'x', { 'content-type': 'text/csv' });
  expect(unknown.status).toBe(415);
  expect(unknown.body).toContain('<h1>');
});
