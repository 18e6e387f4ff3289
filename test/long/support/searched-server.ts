import { onTestFinished } from 'vitest';
import { fillAccounts, generateCompanies, writeWeek } from '../../../scripts/bench/population.ts';
import { importDump, startServer } from '../../../scripts/bench/processes.ts';
import type { DumpOptions } from '../../../scripts/make-dump/options.ts';
import { toNameSearch } from '../../../src/domain/company/search-text.ts';
import { openStore } from '../../../src/store/open.ts';
import { APP_SECRET } from '../../support/accounts.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { findFreePort, PROCESS_ENV } from '../../support/process.ts';
import { copyImportedDump, listImportedCompanies, type NamedCompany } from './imported-dump.ts';

interface SearchedServer {
  port: number;
  companies: readonly NamedCompany[];
  /** Of the highest plan. */
  keys: string[];
}

/** A server with the full dump on the embedded store, or with another dump on MongoDB. */
export async function openSearchedServer(
  keyCount: number,
  mongo: { uri: string; dump: DumpOptions } | null = null,
): Promise<SearchedServer> {
  const dataDir = makeTestFolder();
  const place = mongo === null ? { DATA_DIR: dataDir } : { MONGODB_URI: mongo.uri };
  if (mongo === null) await copyImportedDump(dataDir);
  else await importDump({ MONGODB_URI: mongo.uri }, await writeWeek(dataDir, mongo.dump));
  const store = await openStore({ dataDir, mongodbUri: mongo?.uri ?? null }, () => {});
  const keys = await fillAccounts(store, 'agency', keyCount);
  await store.close();
  const port = await findFreePort();
  const limits = { LOG_LEVEL: 'silent', TRUST_PROXY: '127.0.0.1' };
  const server = await startServer({
    port,
    env: { ...PROCESS_ENV, ...place, APP_SECRET, ...limits },
  });
  onTestFinished(() => server.stop());
  const companies = mongo === null ? listImportedCompanies() : [...generateCompanies(mongo.dump)];
  return { port, companies, keys };
}

/** A bounded number of names as they are typed: whole, a beginning, a word. */
export function toTypedNames(companies: readonly NamedCompany[], count: number): string[] {
  const step = Math.floor(companies.length / count);
  return companies
    .filter((_, place) => place % step === 0)
    .map(({ name }, place) => {
      const text = toNameSearch(name);
      const [word = ''] = text.split(' ').slice(-1);
      const typed = [text, text.slice(0, 3 + (place % 6)), word][place % 3] ?? text;
      return encodeURIComponent(typed);
    });
}

export function toMedian(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}
