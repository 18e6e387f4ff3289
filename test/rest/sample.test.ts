import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import examples from '../../src/docs/openapi/examples.json' with { type: 'json' };
import { OPENAPI } from '../../src/docs/openapi.ts';
import { toOperations } from '../../src/docs/reference.ts';
import { TEST_API_KEY } from '../../src/domain/account/api-key.ts';
import { EXAMPLE_IDNO } from '../../src/domain/company/test-companies.ts';
import { importSample } from '../../src/import/run.ts';
import { openApi } from './open.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
/** The answer that README shows. */
const [BODY = ''] = /^\{"idno":.*$/m.exec(README) ?? [];

it('serves a company of the sample dump as README shows it', async () => {
  const { store, get, key } = await openApi({
    companyUrl: 'http://127.0.0.1:3000/companie/{idno}',
  });
  await importSample(store, tmpdir());
  const { idno } = JSON.parse(BODY);
  const { body } = await get(`/api/v1/company/${idno}`, key);
  expect(body).toBe(BODY);
  expect(README).toContain(`/api/v1/company/${idno}\n`);
});

it('answers what the guide and the reference print, to the requests that they print', async () => {
  const url = 'http://127.0.0.1:3000';
  const { store, get, send, key } = await openApi({ companyUrl: `${url}/companie/{idno}` });
  await importSample(store, tmpdir());
  const operations = toOperations(OPENAPI);
  const requests = {
    search: [
      ...operations.search.samples.map(({ code }) => code),
      ...(await Promise.all(
        ['/docs', '/docs/ro', '/docs/ru'].map(async (path) => (await send(path)).body),
      )),
    ],
    watchlist: operations.watchlist.samples.map(({ code }) => code),
  };
  const { watchlist, search } = examples;
  for (const idno of watchlist.first.value.idnos) {
    await send(`/api/v1/watchlist/${idno}`, { method: 'PUT', headers: { 'x-api-key': key } });
  }
  const printed = { search: search.found.value, watchlist: watchlist.first.value };
  const keys = { search: TEST_API_KEY, watchlist: key };
  for (const name of ['search', 'watchlist'] as const) {
    for (const text of requests[name]) {
      const [, path = ''] =
        new RegExp(`(/api/v1/${name}\\?[^'"<&]+(?:&[^'"<]+)*)`).exec(text) ?? [];
      const { body } = await get(
        path.replaceAll('&amp;', '&').replaceAll('&quot;', ''),
        keys[name],
      );
      expect(JSON.parse(body), path).toEqual(printed[name]);
    }
  }
});

it('answers the public test key what the guide prints of histories and changes', async () => {
  const { get } = await openApi();
  const { history, changes } = examples;
  for (const [path, printed] of [
    [`company/${EXAMPLE_IDNO}/history`, history.returned.value],
    ['changes?from=2026-09-21&limit=2', changes.changed.value],
  ] as const) {
    expect((await get('/docs', '')).body).toContain(`/api/v1/${path.replaceAll('&', '&amp;')}`);
    expect(JSON.parse((await get(`/api/v1/${path}`, TEST_API_KEY)).body), path).toEqual(printed);
  }
});
