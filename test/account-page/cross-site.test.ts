import { expect, it } from 'vitest';
import { send } from '../support/http.ts';
import { openPage } from '../support/page.ts';

const FORM = 'application/x-www-form-urlencoded';

it.each<[string, Record<string, string>]>([
  ['from another site', { 'sec-fetch-site': 'cross-site' }],
  ['from a sibling site', { 'sec-fetch-site': 'same-site' }],
  ['from another site that names this one', { 'sec-fetch-site': 'cross-site', origin: 'own' }],
  ['from a foreign origin', { origin: 'https://foreign.example' }],
  ['from an unnamed origin', { origin: 'null' }],
  ['from nowhere', {}],
])('a form %s is refused and changes nothing', async (_name, { origin, ...headers }) => {
  const page = await openPage();
  const cookie = await page.enter();
  const before = await page.account();
  const sent = {
    ...headers,
    ...(origin && { origin: origin === 'own' ? page.baseUrl : origin }),
    cookie,
    'content-type': FORM,
  };
  const paths = ['key/revoke', 'key/reveal', 'webhook/set', 'webhook/remove'];
  for (const path of [...paths, 'graphql', 'sign-in', 'sign-out', 'language']) {
    const fields = 'language=ru&email=ana%40test.example&url=https%3A%2F%2Ftest.example';
    const body = `keyId=${before.apiKey?.id}&${fields}`;
    const answer = await send(page.port, `/cont/api/${path}`, {
      method: 'POST',
      body,
      headers: sent,
    });
    expect(answer.status, path).toBe(403);
    expect(answer.headers['set-cookie'], path).toBeUndefined();
  }
  expect(await page.account()).toEqual(before);
  expect(await page.webhooks.find(before.id)).toBeNull();
  expect(page.notifications.filter(({ kind }) => kind === 'sign_in_link')).toEqual([]);
  expect((await page.get('/cont/api', { cookie })).status).toBe(200);
});

it('a form that names this origin alone, as browsers do on plain http, is taken', async () => {
  const page = await openPage();
  const cookie = await page.enter();
  const headers = { 'content-type': FORM, origin: page.baseUrl, cookie };
  const sent = { method: 'POST', headers, body: `keyId=${(await page.account()).apiKey?.id}` };
  expect((await send(page.port, '/cont/api/key/revoke', sent)).status).toBe(200);
});
