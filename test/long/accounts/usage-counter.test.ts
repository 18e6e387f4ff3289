import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../../src/store/sqlite/open.ts';
import { toAccount, toEntry } from '../../store/records.ts';
import { makeTestFolder } from '../../support/folder.ts';

const toUrl = (path: string) => new URL(`../../../src/${path}`, import.meta.url).href;

const ACCOUNT = toAccount('a@b.md');

/** Counts a request each 10 ms and prints how many it has counted so far. */
const COUNTING = `
  import { createUsageCounter } from '${toUrl('accounts/usage/usage-counter.ts')}';
  import { openSqliteStore } from '${toUrl('store/sqlite/open.ts')}';
  const store = openSqliteStore(process.argv[1]);
  const counter = createUsageCounter({
    add: (counts, batchId) => store.usage.add(counts, batchId),
    onLimited: async () => {},
    nowMs: () => Date.now(),
    onFault: (error) => { throw error; },
  });
  let count = 0;
  setInterval(() => {
    counter.note('${ACCOUNT.id}', 200);
    process.stdout.write(++count + '\\n');
  }, 10);
  process.on('SIGTERM', () => counter.close().then(() => process.exit(0)));
`;

async function count(signal: NodeJS.Signals, afterMs: number) {
  const folder = makeTestFolder();
  const filled = openSqliteStore(folder);
  await filled.accounts.insert(ACCOUNT, [toEntry(ACCOUNT.id)]);
  await filled.close();
  const args = ['--input-type=module-typescript', '-e', COUNTING, folder];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const seen: { atMs: number; count: number }[] = [];
  child.stdout.on('data', (chunk: Buffer) => {
    const last = chunk.toString().trim().split('\n').at(-1);
    seen.push({ atMs: performance.now(), count: Number(last) });
  });
  // However long the program takes to start.
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  expect(child.exitCode, 'the program ended').toBeNull();
  await setTimeout(afterMs);
  const killedAtMs = performance.now();
  child.kill(signal);
  await once(child, 'close');
  const store = openSqliteStore(folder);
  const days = await store.accountReads.listUsage(ACCOUNT.id, '', '9999');
  await store.close();
  const stored = days.reduce((sum, { ok }) => sum + ok, 0);
  const before = seen.findLast(({ atMs }) => atMs <= killedAtMs - 10_000);
  return { stored, counted: seen.at(-1)?.count ?? 0, countedTenSecondsBefore: before?.count ?? 0 };
}

it('loses at most the counts of ten seconds when it is killed', async () => {
  const { stored, counted, countedTenSecondsBefore } = await count('SIGKILL', 13_700);
  expect(countedTenSecondsBefore).toBeGreaterThan(0);
  expect(stored).toBeGreaterThanOrEqual(countedTenSecondsBefore);
  expect(stored).toBeLessThanOrEqual(counted);
});

it('loses nothing when it is stopped', async () => {
  const { stored, counted } = await count('SIGTERM', 2_000);
  expect(counted).toBeGreaterThan(0);
  expect(stored).toBeGreaterThanOrEqual(counted);
});
