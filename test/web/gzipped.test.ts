import { expect, it } from 'vitest';
import { openTestApp } from '../support/app.ts';

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
