import { onTestFinished } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { makeTestFolder } from '../support/folder.ts';
import { describeAccountStore } from './account-contract.ts';
import { describeAuditLog } from './audit-contract.ts';
import { describeEventStore } from './event-contract.ts';
import { describeSessionStore } from './session-contract.ts';
import { describeSignInLinkStore } from './sign-in-link-contract.ts';
import { describeUsageStore } from './usage-contract.ts';

const DESCRIBED = [
  describeAccountStore,
  describeAuditLog,
  describeEventStore,
  describeSessionStore,
  describeSignInLinkStore,
  describeUsageStore,
];

for (const describeStore of DESCRIBED) {
  describeStore(async () => {
    const store = openSqliteStore(makeTestFolder());
    onTestFinished(() => store.close());
    return store;
  });
}
