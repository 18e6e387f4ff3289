import { describe, expect, it } from 'vitest';
import type { Company } from '../../src/domain/company/company.ts';
import { REST_PREFIX } from '../../src/rest/operations.ts';
import { openTestApp } from '../support/app.ts';
import { toIdno } from '../support/companies.ts';
import { expectContract } from '../support/contract.ts';
import { makeRun } from '../support/imports.ts';
import { openShared } from '../support/shared.ts';

/** With a thousand changes. */
const large = openShared(async () => {
  const app = await openTestApp();
  const importMs = app.clock.nowMs() - 86_400_000;
  const change = { revision: 1, kind: 'updated', cause: 'register' } as const;
  const changes = Array.from({ length: 1_000 }, (_, serial) => {
    const fields: (keyof Company)[] = ['name', 'status', 'address', 'founders', 'admins'];
    return { ...change, fields, idno: toIdno(serial), importMs, dataDate: '2026-09-14' };
  });
  await app.store.companies.write([], [], [], changes);
  // The first dump of an installation has no changes.
  for (const startedAtMs of [importMs - 1, importMs]) {
    const run = { id: `${startedAtMs}`, startedAtMs, recordsChanges: true };
    await app.store.imports.record(makeRun(run));
  }
  return { ...app, key: await app.subscribe('a@test.example', 'business') };
});

/** The style sheets, scripts and icon of the guide, and documents. */
async function listPaths(send: Awaited<ReturnType<typeof openTestApp>>['send']) {
  const { body } = await send('/docs');
  const assets = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, url = '']) => url);
  return [...new Set(assets), '/docs', '/docs/reference', '/openapi.json', '/llms.txt'];
}

it('sends files and documents gzipped to clients that accept it, and to no others', async () => {
  const { send, port } = await openTestApp();
  const paths = await listPaths(send);
  expect(paths.length).toBeGreaterThan(9);
  for (const path of paths) {
    const url = `http://127.0.0.1:${port}${path}`;
    const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
    const text = await plain.text();
    expect([path, plain.headers.get('content-encoding')]).toEqual([path, null]);
    expect(plain.headers.get('vary')).toMatch(/accept-encoding$/);
    for (const accepted of ['gzip', 'br;q=1.0, GZIP;q=0.5']) {
      const gzipped = await fetch(url, { headers: { 'accept-encoding': accepted } });
      expect([path, gzipped.headers.get('content-encoding')]).toEqual([path, 'gzip']);
      expect(gzipped.headers.get('content-type')).toBe(plain.headers.get('content-type'));
      expect(await gzipped.text()).toBe(text);
    }
    const refused = await fetch(url, { headers: { 'accept-encoding': 'gzip;q=0' } });
    expect(refused.headers.get('content-encoding')).toBeNull();
  }
});

it('makes the files of a page less than a quarter as large', async () => {
  const { send, port } = await openTestApp();
  let plainBytes = 0;
  let gzippedBytes = 0;
  for (const path of await listPaths(send)) {
    const url = `http://127.0.0.1:${port}${path}`;
    const read = async (accepted: string) => {
      const { headers } = await fetch(url, {
        method: 'HEAD',
        headers: { 'accept-encoding': accepted },
      });
      return Number(headers.get('content-length'));
    };
    plainBytes += await read('identity');
    gzippedBytes += await read('gzip');
  }
  expect(plainBytes).toBeGreaterThan(200_000);
  expect(gzippedBytes).toBeLessThan(plainBytes / 4);
});

describe('JSON of 100 kB and more', () => {
  async function ask(path: string, headers: Record<string, string>, method = 'GET') {
    const { port, key } = large();
    const url = `http://127.0.0.1:${port}${path}`;
    const answer = await fetch(url, { method, headers: { 'x-api-key': key, ...headers } });
    const { status, headers: received } = answer;
    const [etag = '', vary, encoding] = ['etag', 'vary', 'content-encoding'].map(
      (name) => received.get(name) ?? undefined,
    );
    const bytes = Number(received.get('content-length'));
    const text = await answer.text();
    if (path.startsWith(REST_PREFIX)) {
      expectContract(method, { status, headers: Object.fromEntries(received), body: text }, path);
    }
    return { status, etag, vary, encoding, bytes, text };
  }

  it.each(['/codes/caem.json', '/api/v1/changes?from=2026-09-14&limit=1000'])(
    'is gzipped where that is accepted, with a tag of its own: %s',
    async (path) => {
      const plain = await ask(path, { 'accept-encoding': 'identity' });
      expect(plain).toMatchObject({ status: 200, vary: 'accept-encoding', encoding: undefined });
      expect(plain.bytes).toBeGreaterThan(100_000);
      const gzipped = await ask(path, { 'accept-encoding': 'gzip' });
      expect(gzipped).toMatchObject({ status: 200, vary: 'accept-encoding', encoding: 'gzip' });
      expect(gzipped.text).toBe(plain.text);
      expect(gzipped.bytes).toBeLessThan(plain.bytes / 4);
      expect(gzipped.etag).not.toBe(plain.etag);
      const head = await ask(path, { 'accept-encoding': 'gzip' }, 'HEAD');
      expect(head).toEqual({ ...gzipped, text: '' });
      for (const { etag } of [plain, gzipped]) {
        const headers = { 'accept-encoding': 'gzip', 'if-none-match': etag };
        const unchanged = await ask(path, headers);
        expect(unchanged).toMatchObject({ status: 304, etag, vary: 'accept-encoding', text: '' });
        expect(unchanged.encoding).toBeUndefined();
      }
    },
  );

  it('smaller JSON is sent as it is', async () => {
    const answer = await ask('/codes/statuses.json', { 'accept-encoding': 'gzip' });
    expect([answer.encoding, answer.vary]).toEqual([undefined, undefined]);
  });
});
