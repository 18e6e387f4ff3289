import { expect, it } from 'vitest';
import { openSender, toBody } from '../account-page/subscription-events/sender.ts';
import { toMessage } from '../mcp/open-mcp.ts';
import { IDNO } from '../support/companies.ts';
import { openPage } from '../support/page.ts';

const MARK = '\ufeff';
const JSON_TYPE = { 'content-type': 'application/json' };

it('a byte order mark before the JSON of a body is ignored', async () => {
  const page = await openPage();
  const key = await page.revealKey();
  const cookie = await page.enter();
  const bodies: [path: string, body: object, answer: string][] = [
    ['/api/v1/companies', { idnos: [IDNO] }, `"idno":"${IDNO}"`],
    ['/api/v1/watchlist', { add: [IDNO] }, '"added":1'],
    ['/mcp', toMessage('tools/list'), 'get_company'],
    ['/cont/api/graphql', { query: '{ viewer { email } }' }, '"email":'],
  ];
  for (const [path, body, text] of bodies) {
    const headers = { ...JSON_TYPE, 'x-api-key': key, cookie };
    const marked = await page.post(path, MARK + JSON.stringify(body), headers);
    expect([path, marked.status]).toEqual([path, 200]);
    expect(marked.body).toContain(text);
    const twice = await page.post(path, MARK + MARK + JSON.stringify(body), headers);
    expect([path, twice.status]).toEqual([path, 400]);
  }
});

it('a signed event may begin with one, which is signed too', async () => {
  const { apply } = await openSender();
  expect(await apply(MARK + JSON.stringify(toBody()))).toBe('applied');
});
