import { type Accounts, createAccounts } from './accounts/accounts.ts';
import { createKeys, type Keys } from './accounts/keys.ts';
import type { Config } from './config.ts';
import { createSealer } from './domain/seal.ts';
import { readOrMakeSecret } from './secret-file.ts';
import { openSqliteStore } from './store/sqlite/open.ts';
import type { Store } from './store/store.ts';

/** What the server and every command stand on. */
export interface Foundation {
  store: Store;
  accounts: Accounts;
  keys: Keys;
  close(): Promise<void>;
}

/** Opens the store that the configuration names. Throws an Error of one line. */
export function openFoundation(config: Pick<Config, 'dataDir' | 'appSecrets'>): Foundation {
  const store = openSqliteStore(config.dataDir);
  const secrets = config.appSecrets ?? [readOrMakeSecret(config.dataDir)];
  const dependencies = {
    accounts: store.accounts,
    sealer: createSealer(secrets),
    nowMs: () => Date.now(),
  };
  return {
    store,
    accounts: createAccounts(dependencies),
    keys: createKeys(dependencies),
    close: () => store.close(),
  };
}
