import { openSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeTestFolder } from '../../support/folder.ts';
import { type Service, startService } from '../../support/service.ts';

/** More log lines than a pipe or socket holds. */
const REQUESTS = 600;
const LONG_PATH = `/${'x'.repeat(480)}`;
const STOP_LIMIT_MS = 5_000;

async function ask({ get }: Service): Promise<void> {
  for (let n = 0; n < REQUESTS; n += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(LONG_PATH)));
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      await answer.arrayBuffer();
    }
  }
}

it.each<[name: string, stdout: () => number | undefined, spoil: (service: Service) => void]>([
  ['is a full disk', () => openSync('/dev/full', 'w'), () => {}],
  ['is a closed pipe', () => undefined, ({ child }) => child.stdout?.destroy()],
  ['is a pipe whose reader has stopped', () => undefined, ({ child }) => child.stdout?.pause()],
])('serves and stops normally where standard output %s', async (_name, open, spoil) => {
  const stdout = open();
  const options = stdout === undefined ? {} : { stdout };
  const service = await startService({ dataDir: makeTestFolder(), ...options });
  spoil(service);
  await ask(service);
  expect((await service.get('/health/live')).status).toBe(200);
  const stopMs = performance.now();
  service.child.kill('SIGTERM');
  expect(await service.exit).toBe(0);
  expect(performance.now() - stopMs).toBeLessThan(STOP_LIMIT_MS);
});
