import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PAGES } from '../../../src/docs/pages.ts';
import { TEST_API_KEY } from '../../../src/domain/account/api-key.ts';
import { EXAMPLE_IDNO } from '../../../src/domain/company/test-companies.ts';
import { importSample } from '../../../src/import/run.ts';
import { unescapeHtml } from '../../../src/web/frame/markup.ts';
import { CLIENT } from '../../docs/client-tool.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { runCode } from './code-runner.ts';

const BLOCK = /<div class="block">[\s\S]*?<code id="([^"]+)">([\s\S]*?)<\/code>/g;
const COMMAND = /^(?:curl|npx|claude) /;

/** The commands that stand alone on the pages, by the name of their block. */
async function readCommands({ send }: TestApp): Promise<Map<string, string>> {
  const commands = new Map<string, string>();
  for (const { path } of PAGES) {
    for (const [, id = '', html = ''] of (await send(path)).body.matchAll(BLOCK)) {
      const code = unescapeHtml(html.replace(/<[^>]+>/g, ''));
      if (!COMMAND.test(code)) continue;
      // The guide has the same ones in every language.
      expect(commands.get(id) ?? code, `${path} ${id}`).toBe(code);
      commands.set(id, code);
    }
  }
  return commands;
}

it('every command on the pages does as printed what stands there', async () => {
  const app = await openTestApp();
  const folder = makeTestFolder();
  await importSample(app.store, folder);
  const key = await app.subscribe('a@test.example', 'business');
  const commands = await readCommands(app);
  const run = async (id: string, lines = Number.POSITIVE_INFINITY, apiKey = TEST_API_KEY) => {
    const code = (commands.get(id) ?? '').split('\n').slice(0, lines).join('\n');
    const { next } = JSON.parse((await app.get('/api/v1/changes', apiKey)).body);
    const variables = { CURSOR: next, HOME: folder };
    const { stdout, stderr } = await runCode('curl', {
      folder,
      code,
      args: [],
      key: apiKey,
      variables,
    });
    if (stdout === '') throw new Error(stderr);
    return stdout;
  };

  expect(JSON.parse(await run('companies-request')).companies).toMatchObject([
    { idno: EXAMPLE_IDNO },
    null,
  ]);
  expect(JSON.parse(await run('search-request')).companies.length).toBeGreaterThan(0);
  expect(JSON.parse(await run('history-request', 1)).changes.length).toBeGreaterThan(1);
  expect(JSON.parse(await run('usage-request'))).toMatchObject({ plan: 'business' });
  expect(JSON.parse(await run('changes-request', 1))).toMatchObject({ more: true });
  expect(JSON.parse(await run('watchlist-request', 1, key))).toEqual({
    added: 2,
    removed: 0,
    size: 2,
  });
  expect(JSON.parse(await run('watchlist-changes', 1, key))).toMatchObject({
    changes: [],
    more: false,
  });
  const { result } = JSON.parse(await run('call'));
  expect(result.structuredContent.idno).toBe(EXAMPLE_IDNO);
  symlinkSync(join(CLIENT, 'node_modules'), join(folder, 'node_modules'));
  // generators.test.ts runs the others.
  await run('generators', 3);
  expect(readFileSync(join(folder, 'registru.ts'), 'utf8')).toContain('legal_form: string | null');
  // The program of the last one is not a part of the project.
  const known = [
    'companies-request',
    'search-request',
    'changes-request',
    'history-request',
    'usage-request',
    'watchlist-request',
    'watchlist-changes',
    'call',
    'generators',
    'claude-code',
  ];
  expect([...commands.keys()].sort()).toEqual(known.sort());
});
