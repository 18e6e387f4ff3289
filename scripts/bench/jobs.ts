import { hash } from 'node:crypto';
import { createApiKeyText } from '../../src/domain/account/api-key.ts';
import type { Company } from '../../src/domain/company/company.ts';
import type { Store } from '../../src/store/port/store.ts';
import type { Load } from './load.ts';
import { fillAccounts, toExpectedBody } from './population.ts';

/** For each kind of request; their limits together allow its load and the repeated tries. */
const KEYS_PER_JOB = 2_000;
/** One for each measurement of a minute and a half. */
const LIMITED_KEYS = 30;
const REQUESTS_PER_JOB = 250_000;

export type Job = Omit<Load, 'port' | 'connections' | 'warmUpMs' | 'seconds' | 'perSecond'>;

/** The load of each row: every company in random order, with enough keys to stay below limits. */
export async function makeJobs(store: Store, companies: readonly Company[], baseUrl: string) {
  const found = shuffle(companies).map((company) => ({
    path: `/api/v1/company/${company.idno}`,
    bodies: [toExpectedBody(company, baseUrl)],
  }));
  const toAgencyJob = async (status = 200, targets: Job['targets'] = found): Promise<Job> => ({
    maxRequests: REQUESTS_PER_JOB,
    status,
    targets,
    keys: await fillAccounts(store, 'agency', KEYS_PER_JOB),
  });
  const notModified = found.map(({ path, bodies: [body = ''] }) => ({
    path,
    etag: `"${hash('sha256', body)}"`,
    bodies: [''],
  }));
  const toAnyBody = (suffix: string) =>
    found.map(({ path }) => ({ path: `${path}${suffix}`, bodies: [] }));
  return {
    warmUp: { ...(await toAgencyJob()), maxRequests: found.length },
    found: await toAgencyJob(),
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
  return items.map((_, place) => items[(place * step) % items.length] as Item);
}
