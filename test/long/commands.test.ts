import { expect, it } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { makeTestFolder } from '../support/folder.ts';
import { findLeaks } from '../support/leaks.ts';
import { findFreePort, run, startServer } from '../support/process.ts';

const EMAIL = 'a@test.example';
/**
 * Processes at once, each making the same change against the same key. In process a hundred race
 * (test/accounts); each of these is a whole program on its own.
 */
const PROCESSES = 20;

async function runAtOnce(args: string[], DATA_DIR: string) {
  const results = await Promise.all(
    Array.from({ length: PROCESSES }, () => run('account', args, { DATA_DIR })),
  );
  for (const { code, stderr } of results.filter((one) => one.code !== 0)) {
    expect(code).toBe(1);
    expect(stderr).toMatch(/^[^\n]+\n$/);
  }
  return results.filter(({ code }) => code === 0).map(({ stdout }) => JSON.parse(stdout));
}

it('of many processes at once with the same seen key one wins each deed', async () => {
  const DATA_DIR = makeTestFolder();
  await run('account', ['create', EMAIL, '--plan', 'business', '--create'], { DATA_DIR });
  const seen = async () => {
    const { stdout } = await run('account', ['show', EMAIL, '--json'], { DATA_DIR });
    return JSON.parse(stdout).lastKeyId;
  };
  const issued: string[] = [];
  for (const deed of ['reveal', 'regenerate', 'revoke', 'create']) {
    const winners = await runAtOnce(
      ['key', EMAIL, deed, '--seen', await seen(), '--json'],
      DATA_DIR,
    );
    expect({ deed, winners: winners.length }).toEqual({ deed, winners: 1 });
    issued.push(...winners.flatMap(({ key }) => key ?? []));
    const store = openSqliteStore(DATA_DIR);
    const account = await store.accounts.findByEmail(EMAIL);
    expect(account?.apiKey === null).toBe(deed === 'revoke');
    await store.close();
  }
  expect(new Set(issued).size).toBe(3);
  expect(findLeaks(DATA_DIR, issued)).toEqual([]);
});

it('what a command changes counts from the next request of a running server', async () => {
  const DATA_DIR = makeTestFolder();
  const port = await findFreePort();
  await startServer(port, { DATA_DIR, DEMO: 'off' });
  const command = async (...args: string[]) => {
    const { code, stdout } = await run('account', [...args, '--json'], { DATA_DIR });
    expect(code).toBe(0);
    return JSON.parse(stdout);
  };
  const fetchWith = (key: string) =>
    fetch(`http://127.0.0.1:${port}/api/v1/company/1234567890`, { headers: { 'x-api-key': key } });

  await command('create', EMAIL, '--plan', 'business');
  const { key: first } = await command('key', EMAIL, 'reveal');
  expect((await fetchWith(first)).headers.get('x-ratelimit-tier')).toBe('medium');
  await command('plan', EMAIL, 'agency');
  expect((await fetchWith(first)).headers.get('x-ratelimit-tier')).toBe('high');
  await command('cancel', EMAIL);
  expect((await fetchWith(first)).status).toBe(403);
  await command('plan', EMAIL, 'business');
  const { key: second } = await command('key', EMAIL, 'regenerate');
  expect((await fetchWith(first)).status).toBe(401);
  expect((await fetchWith(second)).status).toBe(404);
  await command('delete', EMAIL);
  expect((await fetchWith(second)).status).toBe(401);
});
