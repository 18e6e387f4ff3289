/**
 * A separate process that begins one write of the store and stands still inside its transaction
 * at a given statement, until it is killed. Arguments: data folder, what to write, the table whose
 * change it stops at, before or after that change, and how many changes it lets pass.
 */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { createKeys } from '../../../src/accounts/keys/keys.ts';
import { RANDOM_SECRETS } from '../../../src/accounts/secrets.ts';
import { createKeyCipher } from '../../../src/domain/account/key-cipher.ts';
import { createAccountParts } from '../../../src/store/accounts/store.ts';
import {
  createAccountData,
  openAccountDatabases,
} from '../../../src/store/sqlite/account-databases.ts';
import { createActivityIds } from '../../../src/store/sqlite/activities.ts';
import { createCompanyWrites } from '../../../src/store/sqlite/companies.ts';
import { COMPANY_FILE } from '../../../src/store/sqlite/company-schema.ts';
import { openDatabase } from '../../../src/store/sqlite/open-database.ts';
import { createImportWrites } from '../../../src/store/sqlite/writer/import-writes.ts';
import { COMPANY, toStored } from '../../support/companies.ts';

const [dataDir = '', work = '', event = '', table = '', passing = '0'] = process.argv.slice(2);
const isKeyWork = work === 'regenerate';
const { accounts: accountDb, usage } = openAccountDatabases(dataDir);
const companyDb = openDatabase(join(dataDir, 'companies.db'), COMPANY_FILE);
const db = isKeyWork ? accountDb : companyDb;

let passed = 0;
db.function('stand_still', () => {
  if (passed++ < Number(passing)) return 0;
  writeSync(1, db.isTransaction ? 'inside' : 'outside');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  return 0;
});
db.exec(`CREATE TEMP TRIGGER stuck ${event} ON main.${table} BEGIN SELECT stand_still(); END`);

if (isKeyWork) {
  const data = createAccountData({ accounts: accountDb, usage });
  const { accounts, accountReads: reads } = createAccountParts(data);
  const account = await accounts.findByEmail('a@test.example');
  const cipher = createKeyCipher(['a secret that is used in tests alone']);
  const keys = createKeys({
    accounts,
    reads,
    cipher,
    secrets: RANDOM_SECRETS,
    notify: () => {},
    nowMs: () => Date.now(),
  });
  const actor = { name: 'test', address: null };
  if (account === null) throw new Error('there is an account');
  await keys.regenerate(account, account.apiKey?.id ?? '', actor);
} else {
  const changed = Array.from({ length: 1_000 }, (_, place) => {
    const idno = String(1_000_000_000_000 + place);
    return toStored({ ...COMPANY, idno, name: 'after', address: 'after' });
  });
  const start = { path: join(dataDir, 'companies.db'), rowsPerCommit: 0 };
  const writer = createImportWrites(db, start, Number.POSITIVE_INFINITY);
  await createCompanyWrites(db, createActivityIds(db), writer).write(changed, []);
}
