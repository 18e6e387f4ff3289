import { expect, it } from 'vitest';
import { TEST_API_KEY } from '../../src/domain/account/api-key.ts';
import { EXAMPLE_IDNO } from '../../src/domain/company/test-companies.ts';
import { openTestApp } from '../support/app.ts';

const LINK = /^- \[[^\]]+\]\(([^)]+)\): .+$/gm;

it('tells language models where everything is, in the form of llms.txt', async () => {
  const { send, baseUrl } = await openTestApp();
  const { status, headers, body } = await send('/llms.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body).toMatch(/^# Registru\n\n> .+\n\n(?:- .+\n)+\n## Documentation\n\n/);
  expect(body).toContain(EXAMPLE_IDNO);
  const links = [...body.matchAll(LINK)].map(([, link = '']) => link);
  expect(links).toContain(`${baseUrl}/docs/mcp`);
  expect(links.length).toBeGreaterThan(9);
  for (const link of links) {
    expect(link.startsWith(baseUrl), link).toBe(true);
    expect((await send(link.slice(baseUrl.length))).status, link).toBe(200);
  }
});

it.each(['/llms.txt', '/openapi.json', '/docs/mcp'])(
  'has the public test key in %s, with a company for which it answers',
  async (path) => {
    const { send } = await openTestApp();
    const { body } = await send(path);
    for (const text of [TEST_API_KEY, EXAMPLE_IDNO]) expect(body).toContain(text);
    const headers = { 'x-api-key': TEST_API_KEY };
    expect((await send(`/api/v1/company/${EXAMPLE_IDNO}`, { headers })).status).toBe(200);
  },
);

it('names on the page for assistants the revisions and tools that are served', async () => {
  const { send, baseUrl, subscribe } = await openTestApp();
  const key = await subscribe('a@test.example', 'business');
  const { body: page } = await send('/docs/mcp');
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const answer = await send('/mcp', { method: 'POST', headers, body });
  const { tools } = JSON.parse(answer.body).result;
  expect(tools).toHaveLength(5);
  for (const { name } of tools) expect(page).toContain(`<code>${name}</code>`);
  for (const revision of ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])
    expect(page).toContain(revision);
  expect(page).toContain(`${baseUrl}/mcp`);
});
