import { join } from 'node:path';
import { RANDOM_TEXTS } from '../../src/accounts/secret-texts.ts';
import { createFoundation, type Foundation } from '../../src/foundation.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { importDump } from '../bench/import-process.ts';
import { fillAccounts } from '../bench/population.ts';
import { type DumpOptions, generateRows } from '../make-dump/rows.ts';
import { writeDump } from '../make-dump/workbook.ts';

export interface Population {
  dump: DumpOptions;
  /** Companies that every week's dump or an earlier one has. */
  idnos: string[];
  /** Keys that never reach their limit, and one that always has. */
  keys: string[];
  limitedKey: string;
  holders: string[];
  staff: string;
  /** The address of a sign-in link. */
  issueLink: (email: string) => Promise<string>;
  close(): void;
}

export interface PopulationOptions {
  folder: string;
  dataDir: string;
  companies: number;
  baseUrl: string;
}

const KEYS = 200;
const HOLDERS = 50;
const SEED = 20_261_122;
const ACTOR = { name: 'soak', address: null };
const STAFF = 'staff@soak.example';

/** A store with a first dump, accounts with keys, holders who sign in, and one of staff. */
export async function preparePopulation(options: PopulationOptions): Promise<Population> {
  const { folder, dataDir, companies, baseUrl } = options;
  const dump = { rows: companies, seed: SEED, dumpDate: '2026-01-05' };
  const path = join(folder, 'company_2026.01.05.xlsx');
  await writeDump(path, dump);
  await importDump(dataDir, path);
  const store = openSqliteStore(dataDir);
  const keys = await fillAccounts(store, 'agency', KEYS);
  const [limitedKey = ''] = await fillAccounts(store, 'business', 1);
  const foundation = createFoundation({
    store,
    appSecrets: ['a secret that is used in benchmarks alone'],
    baseUrl,
    staffIssuer: null,
    notify: () => {},
    onFault: (part, error) => process.stderr.write(`${part}: ${error}\n`),
    texts: RANDOM_TEXTS,
    nowMs: () => Date.now(),
    elapsedMs: () => performance.now(),
  });
  const holders = Array.from({ length: HOLDERS }, (_, serial) => `holder${serial}@soak.example`);
  await createAccounts(foundation, holders);
  return {
    dump,
    idnos: [...generateRows(dump)].flatMap(({ truth }) => truth.expected?.idno ?? []),
    keys,
    limitedKey,
    holders,
    staff: STAFF,
    issueLink: async (email) => (await foundation.signIn.issueLink(email, ACTOR)).url,
    close: () => void store.close(),
  };
}

async function createAccounts({ accounts }: Foundation, holders: string[]): Promise<void> {
  for (const email of holders) {
    await accounts.create(email, { plan: 'agency', endsAtMs: null }, ACTOR);
  }
  await accounts.create(STAFF, { plan: 'free', endsAtMs: null }, ACTOR);
  await accounts.setRole(STAFF, 'staff', ACTOR);
}
