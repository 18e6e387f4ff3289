import { onTestFinished } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { makeTestFolder } from '../support/folder.ts';
import { describeCompanyStore } from './company-contract.ts';
import { describeImportStore } from './import-contract.ts';

async function open() {
  const store = openSqliteStore(makeTestFolder());
  onTestFinished(() => store.close());
  return store;
}

describeCompanyStore(open);
describeImportStore(open);
