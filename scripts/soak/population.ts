import { join } from 'node:path';
import { loadConfig } from '../../src/config/config.ts';
import { createResources } from '../../src/operation/resources.ts';
import { openServices, type Services } from '../../src/server.ts';
import { importDump } from '../bench/import-process.ts';
import { fillAccounts } from '../bench/population.ts';
import type { DumpOptions } from '../make-dump/options.ts';
import { generateRows } from '../make-dump/rows.ts';
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
  const resources = createResources(() => {});
  const services = await openServices(
    loadConfig({ DATA_DIR: dataDir, BASE_URL: baseUrl, DEMO: 'off' }),
    {
      resources,
      mailWaitMs: 0,
      print: () => {},
      onFault: (part, error) =>
        process.stderr.write(`${part}: ${error}
`),
    },
  );
  const { store } = services;
  const keys = await fillAccounts(store, 'agency', KEYS);
  const [limitedKey = ''] = await fillAccounts(store, 'business', 1);
  const holders = Array.from({ length: HOLDERS }, (_, serial) => `holder${serial}@soak.example`);
  await createAccounts(services, holders);
  return {
    dump,
    idnos: [...generateRows(dump)].flatMap(({ truth }) => truth.expected?.idno ?? []),
    keys,
    limitedKey,
    holders,
    staff: STAFF,
    issueLink: async (email) => (await services.signIn.issueLink(email, ACTOR)).url,
    close: () => void resources.close(),
  };
}

async function createAccounts({ accounts }: Services, holders: string[]): Promise<void> {
  for (const email of holders) {
    await accounts.create(email, { plan: 'agency', endsAtMs: null }, ACTOR);
  }
  await accounts.create(STAFF, { plan: 'free', endsAtMs: null }, ACTOR);
  await accounts.setRole(STAFF, 'staff', ACTOR);
}
