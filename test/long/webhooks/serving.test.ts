import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Load, runLoad } from '../../../scripts/bench/load.ts';
import { fillAccounts } from '../../../scripts/bench/population.ts';
import { readOwnMemoryMib } from '../../../scripts/bench/proc.ts';
import { importDump } from '../../../scripts/bench/processes.ts';
import { writeDump } from '../../../scripts/make-dump/workbook.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { startService } from '../../support/service.ts';
import { ACTOR, openTestServices } from '../../support/services.ts';
import { makeTestDatabase } from '../../support/stores.ts';
import { openReceiver } from '../../webhooks/receiver.ts';
import { toMedian } from '../support/searched-server.ts';

const ENDPOINTS = 1_000;
const WATCHED = 150;
/** Enough that CHANGES of them change in a week in which half of the clean rows do. */
const SIZE = { rows: 68_000, seed: 3, withoutIdno: 0 };
const CHANGES = 26_000;
const BOUND_MS = 60_000;
const IS_MONGO = process.env['STORE'] === 'mongodb';

const LOOK_UP_KEYS = 60;
const LOOK_UPS_PER_SECOND = 200;
/** Short, so that one pause of the machine is in one of several rounds, of which the median counts. */
const ROUND_SECONDS = 1;
const TIMES_QUIET = 2;
/** The least that counts as the quiet p99: below it single pauses of the machine decide. */
const MIN_QUIET_P99_MS = 50;
const MAX_MORE_MIB = 200;

it(`${ENDPOINTS} webhooks have ${CHANGES} changes within a minute, beside look-ups`, async () => {
  const folder = makeTestFolder();
  const dataDir = join(folder, 'data');
  const env = { DEMO: 'on', ...(IS_MONGO && { MONGODB_URI: makeTestDatabase() }) };
  const importWeek = async (dumpDate: string, changed: number) => {
    const file = join(folder, `company_${dumpDate.replaceAll('-', '.')}.xlsx`);
    await writeDump(file, { ...SIZE, dumpDate, changed });
    return await importDump({ DATA_DIR: dataDir, ...env }, file);
  };
  await importWeek('2026-09-14', 0);

  const { store, accounts, webhooks, close } = await openTestServices({ dataDir, env });
  const keys = await fillAccounts(store, 'agency', LOOK_UP_KEYS);
  const idnos = await store.companies.listIdnos(null, SIZE.rows);
  const receiver = await openReceiver();
  const ids: string[] = [];
  for (let number = 0; number < ENDPOINTS; number++) {
    const email = `${number}@test.example`;
    const account = await accounts.create(email, { plan: 'business', endsAtMs: null }, ACTOR);
    const step = Math.floor(idnos.length / WATCHED);
    const add = idnos.filter((_, place) => place % step === number % step).slice(0, WATCHED);
    await store.watchLists.change(account.id, { add, remove: [] }, WATCHED);
    await webhooks.set(account, `http://127.0.0.1:${receiver.port}/${number}`, ACTOR);
    ids.push(account.id);
  }

  const { port, child } = await startService({ dataDir, env: { ...env, LOG_LEVEL: 'silent' } });
  const lookUps: Load = {
    port,
    connections: 10,
    warmUpMs: 0,
    seconds: ROUND_SECONDS,
    maxRequests: 10_000,
    perSecond: LOOK_UPS_PER_SECOND,
    status: 200,
    targets: idnos.map((idno) => ({ path: `/api/v1/company/${idno}`, checksums: [] })),
    keys,
  };
  /** The p99 of look-ups in milliseconds; none of them may fail. */
  async function lookUp(): Promise<number> {
    const { wrong, firstWrong, p99Ms } = await runLoad(lookUps);
    expect([wrong, firstWrong]).toEqual([0, '']);
    return p99Ms;
  }
  const isDone = async () => {
    const endMs = await store.companies.findChangesEndMs();
    for (let from = 0; from < ids.length; from += 100) {
      const found = await store.accountReads.findWebhooks(ids.slice(from, from + 100));
      const isBehind = ({ cursor }: { cursor: { importMs: number; idno: string | null } }) =>
        cursor.importMs !== endMs || cursor.idno !== null;
      if (found.some((webhook) => webhook === null || isBehind(webhook))) return false;
    }
    return true;
  };

  await lookUp();
  const quietMs = toMedian([await lookUp(), await lookUp(), await lookUp()]);
  const beforeMib = readOwnMemoryMib(child.pid ?? 0);
  const { changed } = await importWeek('2026-09-21', 0.5);
  expect(changed).toBeGreaterThanOrEqual(CHANGES);
  const startMs = performance.now();
  const busyMs: number[] = [];
  while (!(await isDone())) {
    busyMs.push(await lookUp());
    expect(performance.now() - startMs).toBeLessThan(BOUND_MS);
  }
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(1);
  const moreMib = readOwnMemoryMib(child.pid ?? 0) - beforeMib;
  console.log(
    `${ENDPOINTS} webhooks in ${seconds} s, p99 ${quietMs} -> ${busyMs} ms, ${moreMib.toFixed(0)} MiB more`,
  );
  expect(new Set(receiver.events.map(({ path }) => path)).size).toBe(ENDPOINTS);
  expect(toMedian(busyMs)).toBeLessThan(TIMES_QUIET * Math.max(quietMs, MIN_QUIET_P99_MS));
  expect(moreMib).toBeLessThan(MAX_MORE_MIB);
  await close();
});
