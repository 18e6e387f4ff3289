import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Unavailable } from '../../src/domain/errors.ts';
import { openMongoImport } from '../../src/store/mongo/open-import.ts';
import type { StoreForImport } from '../../src/store/store.ts';
import { COMPANY, toStored } from '../support/companies.ts';
import { hasMongo, makeTestDatabase, openTestMongo } from '../support/stores.ts';
import { openTcpProxy } from '../support/tcp-proxy.ts';

/** More than the system's buffers take between two processes, so that the driver waits for them. */
const RECORDS = Array.from({ length: 100 }, (_, serial) =>
  toStored({ ...COMPANY, idno: `10996${10_000_000 + serial}`, address: 'x'.repeat(150_000) }),
);
const SENDING_MS = 500;

type Opened = Pick<StoreForImport, 'companies' | 'close'>;

/** A store whose connection breaks while it sends a write; how the write ended. */
async function tearWrite(open: (uri: string) => Promise<Opened>) {
  const url = new URL(makeTestDatabase());
  const proxy = await openTcpProxy(Number(url.port));
  url.host = `127.0.0.1:${proxy.port}`;
  const store = await open(url.href);
  onTestFinished(() => store.close());
  await proxy.set('hang');
  const written = store.companies.write(RECORDS, []).then(
    () => 'done',
    (error: unknown) => error,
  );
  await sleep(SENDING_MS);
  proxy.cutAll();
  await proxy.set('pass');
  return { store, outcome: await written };
}

describe.skipIf(!hasMongo)('a write that is torn off while it is being sent', () => {
  it('is sent again by an import', async () => {
    const { store, outcome } = await tearWrite(openMongoImport);
    expect(outcome).toBe('done');
    expect(await store.companies.count()).toBe(RECORDS.length);
  });

  it('is Unavailable to a server', async () => {
    const { outcome } = await tearWrite(openTestMongo);
    expect(outcome).toBeInstanceOf(Unavailable);
  });
});
