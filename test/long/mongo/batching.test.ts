import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { openTestApp } from '../../support/app.ts';
import { COMPANY, toStored } from '../../support/companies.ts';
import { hasMongo, makeTestDatabase, openTestMongoOn } from '../../support/stores.ts';

const REQUESTS = 1_000;
/** A key is asked with twice, and within its limit. */
const ACCOUNTS = 10;
/** Of keys and companies: those of background work do not grow with the requests. */
const MAX_FINDS = 10;

/** The application on a client whose calls are counted. */
async function openCounted() {
  const client = new MongoClient(makeTestDatabase(), { monitorCommands: true });
  const finds: string[] = [];
  client.on('commandStarted', ({ commandName, command }) => {
    if (commandName === 'find') finds.push(command['find']);
  });
  const app = await openTestApp({ store: await openTestMongoOn(client) });
  const idnos = Array.from({ length: REQUESTS }, (_, serial) => `10996${10_000_000 + serial}`);
  await app.store.companies.write(
    idnos.map((idno) => toStored({ ...COMPANY, idno })),
    [],
  );
  const keys = await Promise.all(
    Array.from({ length: ACCOUNTS }, (_, at) => app.subscribe(`a${at}@test.example`, 'agency')),
  );
  return { ...app, finds, idnos, keys };
}

function toRequest(idno: string, key: string): string {
  const headers = `host: localhost\r\nx-api-key: ${key}\r\nconnection: close`;
  return `GET /api/v1/company/${idno} HTTP/1.1\r\n${headers}\r\n\r\n`;
}

const LIVE = 'GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n';

/** One request on each of as many open connections, all sent at once; the bodies. */
async function sendAtOnce(port: number, requests: readonly string[]): Promise<string[]> {
  const sockets = requests.map(() => connect(port, '127.0.0.1'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  // A connection is open for its client before the server takes it; each is asked once for that.
  for (const socket of sockets) socket.write(LIVE);
  await Promise.all(sockets.map((socket) => once(socket, 'data')));
  const answers = sockets.map((socket) => text(socket));
  for (const [at, socket] of sockets.entries()) socket.write(requests[at] ?? '');
  return (await Promise.all(answers)).map((answer) => answer.split('\r\n\r\n')[1] ?? '');
}

describe.skipIf(!hasMongo)('a thousand requests at once', () => {
  it(`for as many companies reach the server as at most ${MAX_FINDS} finds`, async () => {
    const { port, finds, idnos, keys } = await openCounted();
    const requests = idnos.map((idno, at) => toRequest(idno, keys[at % ACCOUNTS] ?? ''));
    // Once before: the first look-up of a new process and database is slow, and its time is limited.
    await sendAtOnce(port, requests);
    finds.length = 0;
    const bodies = await sendAtOnce(port, requests);
    const countIn = (name: string) => finds.filter((find) => find === name).length;
    const [inAccounts, inCompanies] = [countIn('accounts'), countIn('companies')];
    console.log(`${REQUESTS} requests: ${inAccounts} finds of keys, ${inCompanies} of companies`);
    expect(bodies.map((body) => JSON.parse(body).idno)).toEqual(idnos);
    expect(inAccounts + inCompanies).toBeLessThanOrEqual(MAX_FINDS);
  });
});
