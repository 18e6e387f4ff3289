import { describe } from 'vitest';
import { STORES } from '../support/stores.ts';
import { describeAccountStore } from './account-contract.ts';
import { describeAuditLog } from './audit-contract.ts';
import { describeEventStore } from './event-contract.ts';
import { describeFailedRequestStore } from './failed-request-contract.ts';
import { describeSessionStore } from './session-contract.ts';
import { describeSignInLinkStore } from './sign-in-link-contract.ts';
import { describeUsageStore } from './usage-contract.ts';
import { describeWatchListStore } from './watch-list-contract.ts';
import { describeWebhookStore } from './webhook-contract.ts';

describe.each(STORES)('$name', ({ isThere, open }) => {
  describe.skipIf(!isThere)('promises of accounts', () => {
    describeAccountStore(open);
    describeAuditLog(open);
    describeEventStore(open);
    describeSessionStore(open);
    describeSignInLinkStore(open);
    describeUsageStore(open);
    describeFailedRequestStore(open);
    describeWatchListStore(open);
    describeWebhookStore(open);
  });
});
