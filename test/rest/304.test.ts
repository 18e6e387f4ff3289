import { expect, it } from 'vitest';
import { TIER_LIMITS } from '../../src/domain/account/plan.ts';
import { COMPANY, IDNO, toStored } from '../support/companies.ts';
import { openApi } from './open.ts';

const PATH = `/api/v1/company/${IDNO}`;

async function openWithKey() {
  const app = await openApi();
  const { headers } = await app.get(PATH, app.key);
  const revalidate = (ifNoneMatch: string, more = {}) =>
    app.send(PATH, { headers: { ...app.headers, 'if-none-match': ifNoneMatch, ...more } });
  return { ...app, etag: headers.etag ?? '', revalidate };
}

it('answers 304 without a body to a tag that still holds', async () => {
  const { etag, revalidate } = await openWithKey();
  const weak = `W/${etag}`;
  for (const tag of [etag, weak, `"other", ${etag}`, '*']) {
    const { status, body, headers } = await revalidate(tag);
    expect({ tag, status, body }).toEqual({ tag, status: 304, body: '' });
    expect(headers.etag).toBe(etag);
    expect(headers['x-ratelimit-tier']).toBe('medium');
  }
});

it('has no length, which would be that of the body of a 200', async () => {
  const { etag, send, headers } = await openWithKey();
  for (const method of ['GET', 'HEAD']) {
    const answer = await send(PATH, { method, headers: { ...headers, 'if-none-match': etag } });
    expect([method, answer.status, answer.headers['content-length']]).toEqual([
      method,
      304,
      undefined,
    ]);
  }
});

it('answers 304 also with the no-cache that fetch adds', async () => {
  const { etag, revalidate } = await openWithKey();
  expect((await revalidate(etag, { 'cache-control': 'no-cache' })).status).toBe(304);
});

it('answers 200 with a new tag once the company has changed', async () => {
  const { etag, revalidate, store } = await openWithKey();
  await store.companies.write([toStored({ ...COMPANY, vatPayer: false })], []);
  const { status, headers } = await revalidate(etag);
  expect(status).toBe(200);
  expect(headers.etag).not.toBe(etag);
});

it('counts as a request', async () => {
  const { etag, revalidate } = await openWithKey();
  expect((await revalidate(etag)).headers['x-ratelimit-remaining']).toBe(
    String(TIER_LIMITS.medium - 2),
  );
});
