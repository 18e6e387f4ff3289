import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { OPENAPI } from '../../src/docs/openapi.ts';
import { PYTHON_PACKAGE, TYPESCRIPT_PACKAGE } from '../../src/docs/sdk/packages.ts';
import { openTestApp } from '../support/app.ts';
import { makeTestFolder } from '../support/folder.ts';
import { openShared } from '../support/shared.ts';

const openApp = openShared(() => openTestApp());
const PACKAGES = { TypeScript: TYPESCRIPT_PACKAGE, Python: PYTHON_PACKAGE };

describe.each(Object.entries(PACKAGES))('the package for %s', (_name, { path, type, pack }) => {
  it('is offered with the version of the API, as the guide says', async () => {
    const { baseUrl, send } = openApp();
    const answer = await fetch(baseUrl + path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(pack(baseUrl))).toBe(true);
    expect(path).toContain(OPENAPI.info.version.replace('-unreleased', ''));
    for (const guide of ['/docs', '/docs/ro', '/docs/ru']) {
      expect((await send(guide)).body.replace(/<[^>]+>/g, '')).toContain(baseUrl + path);
    }
  });

  it('has no trace of another address, and one of this', () => {
    const text = pack('https://registru.example').toString('latin1');
    expect(text).not.toContain('http://127.0.0.1:3000');
    expect(text).not.toMatch(/\bVERSION\b/);
    expect(text).toContain('https://registru.example/sdk/');
  });
});

it('is a tarball that works where it is extracted', async () => {
  const { baseUrl } = openApp();
  const folder = makeTestFolder();
  const file = join(folder, 'registru.tgz');
  writeFileSync(file, TYPESCRIPT_PACKAGE.pack(baseUrl));
  execFileSync('tar', ['--extract', '--gzip', '--file', file, '--directory', folder]);
  const index = pathToFileURL(join(folder, 'package/dist/index.js')).href;
  const { Registru }: typeof import('../../clients/typescript/dist/index.js') = await import(index);
  const lists = await new Registru({ baseUrl, apiKey: 'reg_' }).listTestCompanies();
  expect(lists.companies.length).toBeGreaterThan(2);
});

it('leads from /sdk/ to the guide, and has no other version', async () => {
  const { send } = openApp();
  for (const path of ['/sdk', '/sdk/']) {
    const { status, headers } = await send(path);
    expect([status, headers.location]).toEqual([302, '/docs#clients']);
  }
  expect((await send('/sdk/registru-0.1.0.tgz')).status).toBe(404);
});
