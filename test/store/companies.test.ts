import { describe } from 'vitest';
import { STORES } from '../support/stores.ts';
import { describeCompanyStore } from './company-contract.ts';
import { describeImportStore } from './import-contract.ts';
import { describePublicChanges } from './public-change-contract.ts';

describe.each(STORES)('$name', ({ isThere, open }) => {
  describe.skipIf(!isThere)('promises of companies', () => {
    describeCompanyStore(open);
    describeImportStore(open);
    describePublicChanges(open);
  });
});
