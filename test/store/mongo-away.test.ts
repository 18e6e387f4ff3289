import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openMongoImport } from '../../src/store/mongo/open-import.ts';
import { createQueryReading } from '../../src/store/open.ts';
import { findFreePort } from '../support/process.ts';
import { hasMongo, makeTestDatabase } from '../support/stores.ts';
import { openTcpProxy } from '../support/tcp-proxy.ts';

const MAX_RECOVERY_MS = 5_000;

it.skipIf(!hasMongo)(
  'a search works again after an outage in which the first one came',
  async () => {
    const url = new URL(makeTestDatabase());
    const proxy = await openTcpProxy(Number(url.port));
    url.host = `127.0.0.1:${proxy.port}`;
    const place = { dataDir: '', mongodbUri: url.href };
    const reading = await createQueryReading(place, 'search', () => {});
    onTestFinished(() => reading.close());
    const search = () =>
      reading
        .open(AbortSignal.timeout(MAX_RECOVERY_MS))
        .searchNames({ text: 'agro', filter: {}, after: null, first: 1 });
    await proxy.set('refuse');
    await expect(search()).rejects.toThrow(/the MongoDB store/);
    await proxy.set('pass');
    const startMs = performance.now();
    while (performance.now() - startMs < MAX_RECOVERY_MS) {
      const isBack = await search().then(
        () => true,
        () => false,
      );
      if (isBack) return;
      await sleep(100);
    }
    await search();
  },
);

it.skipIf(!hasMongo)('an import that cannot connect says why', async () => {
  const away = `mongodb://127.0.0.1:${await findFreePort()}/registru`;
  await expect(openMongoImport(away)).rejects.toThrow(/ECONNREFUSED/);
});
