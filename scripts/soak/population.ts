import {
  fillAccounts,
  generateCompanies,
  openAccountServices,
  writeWeek,
} from '../bench/population.ts';
import { importDump } from '../bench/processes.ts';
import type { DumpOptions } from '../make-dump/options.ts';

export interface PopulationOptions {
  folder: string;
  dataDir: string;
  companies: number;
  baseUrl: string;
}

export type Population = Awaited<ReturnType<typeof preparePopulation>>;

const KEYS = 200;
const HOLDERS = 50;
const SEED = 20_261_122;
const ACTOR = { name: 'soak', address: null };
const STAFF = 'staff@soak.example';

/** A store with a first dump, accounts with keys, holders who sign in, and one of staff. */
export async function preparePopulation(options: PopulationOptions) {
  const { folder, dataDir, companies, baseUrl } = options;
  const dump: DumpOptions = { rows: companies, seed: SEED, dumpDate: '2026-01-05' };
  await importDump({ DATA_DIR: dataDir }, await writeWeek(folder, dump));
  const { store, accounts, signIn, close } = await openAccountServices({
    DATA_DIR: dataDir,
    BASE_URL: baseUrl,
  });
  const holders = Array.from({ length: HOLDERS }, (_, serial) => `holder${serial}@soak.example`);
  for (const email of holders) {
    await accounts.create(email, { plan: 'agency', endsAtMs: null }, ACTOR);
  }
  await accounts.create(STAFF, { plan: 'free', endsAtMs: null }, ACTOR);
  await accounts.setRole(STAFF, 'staff', ACTOR);
  const [limitedKey = ''] = await fillAccounts(store, 'business', 1);
  return {
    dump,
    /** The companies of the first dump, which are served after every import. */
    idnos: [...generateCompanies(dump)].map(({ idno }) => idno),
    /** Enough keys that none reaches its limit. */
    keys: await fillAccounts(store, 'agency', KEYS),
    /** One key that is nearly always at its limit. */
    limitedKey,
    holders,
    staff: STAFF,
    /** Creates a sign-in link and returns its URL. */
    issueLink: async (email: string) => (await signIn.issueLink(email, ACTOR)).url,
    close,
  };
}
