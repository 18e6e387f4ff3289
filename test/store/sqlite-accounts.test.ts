import { onTestFinished } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { makeTestFolder } from '../support/folder.ts';
import { describeAccountStore } from './account-contract.ts';

describeAccountStore(async () => {
  const store = openSqliteStore(makeTestFolder());
  onTestFinished(() => store.close());
  return store;
});
