import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { createApiKeyText } from '../../src/domain/account/api-key.ts';
import type { Company } from '../../src/domain/company/company.ts';
import type { Store } from '../../src/store/store.ts';
import type { Load } from './load.ts';
import { fillAccounts, toExpectedBody } from './population.ts';

/** The keys of each kind of request: their limits together allow its load. */
const KEYS_PER_JOB = 1_000;
/** Enough for measurements of a minute and a half, each of which uses up one. */
const LIMITED_KEYS = 30;
const REQUESTS_PER_JOB = 400_000;
/** A part of the register that fits into the cache of answers. */
const HOT_COMPANIES = 2_000;

export type Job = Omit<
  Load,
  'port' | 'connections' | 'warmUpMs' | 'seconds' | 'perSecond' | 'firstTarget'
>;

export type Jobs = Awaited<ReturnType<typeof makeJobs>>;

/** The load of each row: companies in random order, with enough keys to stay below limits. */
export async function makeJobs(store: Store, companies: readonly Company[], baseUrl: string) {
  const mixed = shuffle(companies);
  const hotCompanies = mixed.slice(0, HOT_COMPANIES);
  const toTarget = (company: Company) => ({
    path: `/api/v1/company/${company.idno}`,
    checksums: [crc32(toExpectedBody(company, baseUrl))],
  });
  const found = mixed.map(toTarget);
  const toAgencyJob = async (status = 200, targets: Job['targets'] = found): Promise<Job> => ({
    maxRequests: REQUESTS_PER_JOB,
    status,
    targets,
    keys: await fillAccounts(store, 'agency', KEYS_PER_JOB),
  });
  const notModified = hotCompanies.map((company) => ({
    ...toTarget(company),
    etag: `"${hash('sha256', toExpectedBody(company, baseUrl))}"`,
    checksums: [crc32('')],
  }));
  const toAnyBody = (suffix: string) =>
    hotCompanies.map(({ idno }) => ({ path: `/api/v1/company/${idno}${suffix}`, checksums: [] }));
  return {
    found: await toAgencyJob(),
    hot: await toAgencyJob(200, hotCompanies.map(toTarget)),
    paced: await toAgencyJob(),
    notModified: await toAgencyJob(304, notModified),
    notFound: await toAgencyJob(404, toAnyBody('0')),
    unknownKey: {
      maxRequests: REQUESTS_PER_JOB,
      status: 401,
      targets: toAnyBody(''),
      keys: Array.from({ length: KEYS_PER_JOB }, () => createApiKeyText()),
    },
    overLimit: {
      maxRequests: REQUESTS_PER_JOB,
      status: 429,
      targets: toAnyBody(''),
      keys: await fillAccounts(store, 'business', LIMITED_KEYS),
    },
  } satisfies Record<string, Job>;
}

/** A multiplicative walk through the list: the same order in every run. */
function shuffle<Item>(items: readonly Item[]): Item[] {
  const step = 1_000_003;
  return items.map((_, index) => items[(index * step) % items.length] as Item);
}
