import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openSqliteQueryReads } from '../../src/store/sqlite/query-reads.ts';
import {
  createReaderPool,
  MAX_WAITING,
  type PoolLimits,
  READER_POOLS,
} from '../../src/store/sqlite/reader/reader-pool.ts';
import { COMPANY, delist, IDNO, toStored } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';
import { openTestSqlite } from '../support/stores.ts';
import { describeSearchReads } from './search-contract.ts';
import { describeStaffAccountReads } from './staff-account-contract.ts';
import { describeQueryReads } from './staff-contract.ts';

async function open() {
  const folder = makeTestFolder();
  const store = openTestSqlite(folder);
  const reads = openSqliteQueryReads(folder);
  onTestFinished(async () => {
    reads.close();
    await store.close();
  });
  return { store, reads };
}

describeQueryReads(open);
describeStaffAccountReads(open);
describeSearchReads(open);

describe('reads in processes of their own', () => {
  async function openPool(limits: PoolLimits = READER_POOLS.staff) {
    const folder = makeTestFolder();
    const store = openTestSqlite(folder);
    const pool = createReaderPool(folder, limits, () => {});
    onTestFinished(async () => {
      await pool.close();
      await store.close();
    });
    await store.companies.write([toStored(COMPANY)], []);
    return { store, pool };
  }

  it('see what was written a moment ago', async () => {
    const { store, pool } = await openPool();
    const reads = pool.open(AbortSignal.timeout(10_000));
    expect(await reads.findCompanies([IDNO])).toEqual([toStored(COMPANY)]);
    await delist(store.companies, [IDNO], '2026-09-21');
    expect(await reads.listCompanies({ gone: true }, null, 9)).toEqual([IDNO]);
  });

  it('end when the signal says so, running or waiting, and the next ones are served', async () => {
    const { pool } = await openPool();
    const controller = new AbortController();
    const cut = pool.open(controller.signal);
    await cut.listImports(1);
    const asked = Array.from({ length: 8 }, () => cut.countByValue({}));
    controller.abort(new Error('cut'));
    const results = await Promise.allSettled(asked);
    expect(
      results.map((one) => (one.status === 'rejected' ? one.reason.message : 'answered')),
    ).toEqual(Array.from({ length: 8 }, () => 'cut'));
    await expect(cut.listImports(1)).rejects.toThrow('cut');
    const reads = pool.open(AbortSignal.timeout(10_000));
    expect(await reads.findCompanies([IDNO])).toHaveLength(1);
  });

  it('are refused when they have waited too long for others', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const limits = { maxReaders: 1, maxWaitMs: 1_000 };
    const { pool } = await openPool(limits);
    const reads = pool.open(AbortSignal.timeout(10_000));
    await reads.listImports(1);
    const first = reads.listImports(1);
    const second = reads.listImports(1);
    vi.advanceTimersByTime(limits.maxWaitMs + 1);
    await expect(second).rejects.toThrow('a read waited too long for others; try again');
    await expect(first).resolves.toEqual([]);
    expect(await reads.listImports(1)).toEqual([]);
  });

  it('are refused at once beyond a maximum that waits', async () => {
    const { pool } = await openPool();
    const reads = pool.open(AbortSignal.timeout(10_000));
    const asked = Array.from({ length: MAX_WAITING }, () => reads.listImports(1));
    const further = Promise.race([...asked, reads.listImports(1)]);
    await expect(further).rejects.toThrow('too many reads are waiting; try again');
    expect(await Promise.all(asked)).toEqual(Array.from(asked, () => []));
  });
});
