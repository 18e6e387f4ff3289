import { expect, it } from 'vitest';
import { APP_SECRET } from '../../support/accounts.ts';
import { prepareAttacked } from '../../support/attacked.ts';
import { IDNO } from '../../support/companies.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { send } from '../../support/http.ts';
import { findFreePort, startServer } from '../../support/process.ts';

const HEAP_MIB = 256;
const DOCUMENTS = 600;
const AT_ONCE = 4;
const FIELDS = 320;
/** An account may send 120 in a minute. */
const DOCUMENTS_PER_ACCOUNT = 100;

/** Another document each time, of some 54 kB. */
function toDocument(place: number): string {
  const name = `n${place}_${'x'.repeat(150)}`;
  const fields = Array.from({ length: FIELDS }, (_, field) => `${name}_${field}`);
  return `{ viewer { ${fields.join(' ')} } }`;
}

it(`keeps nothing of ${DOCUMENTS} documents: a heap of ${HEAP_MIB} MiB does`, async () => {
  const folder = makeTestFolder();
  const port = await findFreePort();
  const place = { dataDir: folder, mongodbUri: null };
  const attackers = DOCUMENTS / DOCUMENTS_PER_ACCOUNT;
  const { keys, cookies } = await prepareAttacked(place, `http://127.0.0.1:${port}`, attackers);
  const server = await startServer(port, {
    DATA_DIR: folder,
    APP_SECRET,
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`,
  });
  const statuses = new Set<number>();

  async function attack(first: number) {
    for (let place = first; place < DOCUMENTS; place += AT_ONCE) {
      const cookie = cookies[Math.floor(place / DOCUMENTS_PER_ACCOUNT)];
      const headers = {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        cookie,
      };
      const body = JSON.stringify({ query: toDocument(place) });
      const { status } = await send(port, '/cont/api/graphql', { method: 'POST', headers, body });
      statuses.add(status);
    }
  }
  const attacks = Array.from({ length: AT_ONCE }, (_, first) => attack(first));
  await Promise.all(attacks).catch((error: unknown) => {
    throw new Error(`the server ended: ${server.stderr()}`, { cause: error });
  });
  expect([...statuses]).toEqual([200]);
  const answer = await send(port, `/api/v1/company/${IDNO}`, { headers: { 'x-api-key': keys[0] } });
  expect(answer.status).toBe(200);
});
