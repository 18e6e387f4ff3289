import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openMongoImport } from '../../../src/store/mongo/open-import.ts';
import { makeIdno, writeDump } from '../../import/dump-file.ts';
import { readState } from '../../import/store-state.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { readLinkField } from '../../support/page.ts';
import { findFreePort, killGroup, run, runScript, startServer } from '../../support/process.ts';
import { APP_SECRET } from '../../support/services.ts';
import { hasMongo, makeTestDatabase, openTestMongo } from '../../support/stores.ts';

const EMAIL = 'a@test.example';
const KEY = /reg_[0-9A-Za-z]{36}/;

function makeDump(rows: number): string {
  const file = join(makeTestFolder(), 'company_2026.09.14.xlsx');
  const idnos = Array.from({ length: rows }, (_, serial) => ({
    idno: makeIdno(serial + 1),
    liquidationDate: serial === 0 ? 43_536 : null,
  }));
  writeFileSync(file, writeDump({ rows: idnos }));
  return file;
}

async function look(uri: string) {
  const store = await openTestMongo(uri);
  const state = await readState(store);
  const runs = await store.imports.list(9);
  await store.close();
  return { state, outcomes: runs.map(({ outcome }) => outcome) };
}

/** Signs in with a link as a browser does; its session cookie. */
async function enter(link: string): Promise<string> {
  const opened = await fetch(link, { redirect: 'manual' });
  const cookie = toCookie(opened);
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const to = new URL('/cont/api/sign-in/link', link);
  const page = await (await fetch(to, { headers })).text();
  const body = new URLSearchParams({ link: readLinkField(page) });
  return toCookie(await fetch(to, { method: 'POST', headers, body, redirect: 'manual' }));
}

function toCookie(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

describe.skipIf(!hasMongo)('on MongoDB', () => {
  it('two servers share what one of them changes, from the next request on', async () => {
    const env = { MONGODB_URI: makeTestDatabase(), APP_SECRET };
    const [first, second] = [await findFreePort(), await findFreePort()];
    await Promise.all([startServer(first, env), startServer(second, env)]);
    const command = async (...args: string[]) =>
      JSON.parse((await run('account', [...args, '--json'], { ...env, PORT: `${first}` })).stdout);
    const ask = async (port: number, key: string) => {
      const url = `http://127.0.0.1:${port}/api/v1/company/${makeIdno(1)}`;
      return (await fetch(url, { headers: { 'x-api-key': key } })).status;
    };
    expect((await run('import', [makeDump(3), '--json'], env)).code).toBe(0);
    await command('create', EMAIL, '--plan', 'business');
    const { key: old, keyId } = await command('key', EMAIL, 'reveal');
    expect([await ask(first, old), await ask(second, old)]).toEqual([200, 200]);

    const cookie = await enter((await command('sign-in', EMAIL)).url);
    const answer = await fetch(`http://127.0.0.1:${first}/cont/api/key/regenerate`, {
      method: 'POST',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ keyId }),
    });
    const next = KEY.exec(await answer.text())?.[0] ?? '';
    expect(await ask(second, old)).toBe(401);
    expect([await ask(second, next), await ask(first, next)]).toEqual([200, 200]);
    await command('cancel', EMAIL);
    expect([await ask(first, next), await ask(second, next)]).toEqual([403, 403]);
  });

  it('a server without APP_SECRET, or without its database, says so in one line', async () => {
    const uri = makeTestDatabase();
    const start = async (env: Record<string, string>) => {
      const { code, stderr } = await run('start', [], { PORT: '3999', ...env });
      expect([code, stderr.trimEnd().split('\n').length]).toEqual([1, 1]);
      return stderr;
    };
    expect(await start({ MONGODB_URI: uri })).toMatch(/APP_SECRET must be set/);
    const away = `mongodb://registru:geheim@127.0.0.1:${await findFreePort()}/registru`;
    const says = await start({ MONGODB_URI: away, APP_SECRET });
    expect(says).toMatch(/cannot open the store at 127\.0\.0\.1:\d+\/registru: /);
    expect(says).not.toContain('geheim');
  });

  it('a second import at the same time is refused, and one that has died is not waited for long', async () => {
    const uri = makeTestDatabase();
    const env = { MONGODB_URI: uri };
    const file = makeDump(2_000);
    const holder = await openMongoImport(uri);
    const refused = await run('import', [file, '--json'], env);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      'another import is running on this database; wait until it has ended\n',
    ]);
    await holder.close();

    const killed = runScript('import', [file, '--create'], env);
    await sleep(1_500);
    killGroup(killed.child);
    await killed.exit;
    expect((await run('import', [file, '--json'], env)).code).toBe(0);
    const { state, outcomes } = await look(uri);
    expect(state).toHaveLength(2_000);
    expect(outcomes[0]).toBe('completed');
    expect((await run('import', [file, '--json'], env)).stdout).toContain('"unchanged":2000');
  });
});
