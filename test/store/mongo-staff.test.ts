import { describe, onTestFinished } from 'vitest';
import { hasMongo, openTestMongo, openTestReading } from '../support/stores.ts';
import { describeSearchReads } from './search-contract.ts';
import { describeStaffAccountReads } from './staff-account-contract.ts';
import { describeQueryReads } from './staff-contract.ts';

const TIMEOUT_MS = 60_000;

describe.skipIf(!hasMongo)('MongoDB', () => {
  async function openReads() {
    const store = await openTestMongo();
    const { open, close } = await openTestReading(store, '');
    onTestFinished(close);
    return { store, reads: open(AbortSignal.timeout(TIMEOUT_MS)) };
  }

  describeQueryReads(openReads);
  describeStaffAccountReads(openReads);
  describeSearchReads(openReads);
});
