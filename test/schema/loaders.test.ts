import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createCompanyLoader } from '../../src/schema/loaders.ts';
import { openTestApp } from '../support/app.ts';
import { COMPANY, IDNO, UNKNOWN_IDNO } from '../support/companies.ts';

/** Loaders over a known answer, and the batches that the source was asked for. */
function openLoaders() {
  const batches: (readonly string[])[] = [];
  const companyByIdno = createCompanyLoader(async (idnos) => {
    batches.push(idnos);
    return idnos.map((idno) => (idno === UNKNOWN_IDNO ? null : { ...COMPANY, idno }));
  });
  return { load: (idno: string) => companyByIdno.load(idno), batches };
}

describe('the look-ups of one event loop turn', () => {
  it('are one read of distinct IDNOs, answered in order, null where missing', async () => {
    const { load, batches } = openLoaders();
    const answers = await Promise.all([load('2'), load(UNKNOWN_IDNO), load('1'), load('2')]);
    expect(answers.map((company) => company?.idno)).toEqual(['2', undefined, '1', '2']);
    expect(answers[1]).toBeNull();
    expect(batches).toEqual([['2', UNKNOWN_IDNO, '1']]);
  });

  it('are split when they exceed one read', async () => {
    const { load, batches } = openLoaders();
    await Promise.all(Array.from({ length: 1_201 }, (_, place) => load(String(place))));
    expect(batches.map(({ length }) => length)).toEqual([500, 500, 201]);
  });

  it('fail together and do not affect the next turn', async () => {
    let fails = true;
    const companyByIdno = createCompanyLoader(async (idnos) => {
      if (fails) throw new Error('gone');
      return idnos.map(() => null);
    });
    const load = () => companyByIdno.load(IDNO);
    const results = await Promise.allSettled([load(), load()]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect(await load()).toBeNull();
  });
});

it('reads again what was read before: nothing is cached', async () => {
  const { load, batches } = openLoaders();
  await load('1');
  await load('1');
  expect(batches).toEqual([['1'], ['1']]);
});

it('gathers requests that arrive together into few reads of the store', async () => {
  const { port, subscribe, store } = await openTestApp();
  const key = await subscribe('a@test.example', 'agency');
  const batches: number[] = [];
  const { findKeyAccess } = store.accounts;
  store.accounts.findKeyAccess = (keyHashes) => {
    batches.push(keyHashes.length);
    return findKeyAccess(keyHashes);
  };
  const sockets = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const socket = connect(port, '127.0.0.1');
      // An answer to each: only then has the server surely taken the connection.
      socket.write('GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n');
      await once(socket, 'data');
      return socket;
    }),
  );
  const request = `GET /api/v1/company/${IDNO} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\n`;
  for (const socket of sockets) socket.write(`${request}Connection: close\r\n\r\n`);
  for (const answer of await Promise.all(sockets.map((socket) => text(socket)))) {
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  }
  expect(batches.length).toBeLessThan(20);
});
