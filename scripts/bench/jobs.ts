import { hash } from 'node:crypto';
import { createApiKeyText } from '../../src/domain/account/api-key.ts';
import type { Company } from '../../src/domain/company/company.ts';
import type { Store } from '../../src/store/port/store.ts';
import type { LoadJob } from './load-job.ts';
import { fillAccounts, toExpectedBody } from './population.ts';

/** Of each kind of request; at 300 a minute each they carry what is asked of them, with its tries. */
const KEYS_PER_JOB = 2_000;
/** One for each measure of a minute and a half. */
const LIMITED_KEYS = 30;
const REQUESTS_PER_JOB = 250_000;

export type Job = Omit<LoadJob, 'port' | 'seconds' | 'connections' | 'perSecond'>;

/** The load of each row: every company at random, with as many keys as stay within their limits. */
export async function makeJobs(store: Store, companies: Company[], baseUrl: string) {
  const shuffled = shuffle(companies);
  const paths = shuffled.map(({ idno }) => `/api/v1/company/${idno}`);
  const bodies = shuffled.map((company) => toExpectedBody(company, baseUrl));
  const plain: Job = {
    maxRequests: REQUESTS_PER_JOB,
    status: 200,
    paths,
    keys: [],
    bodies,
    etags: [],
  };
  const withKeys = async (): Promise<Job> => ({
    ...plain,
    keys: await fillAccounts(store, 'agency', KEYS_PER_JOB),
  });
  const etags = bodies.map((body) => `"${hash('sha256', body)}"`);
  return {
    warmUp: { ...(await withKeys()), maxRequests: paths.length },
    found: await withKeys(),
    paced: await withKeys(),
    notModified: { ...(await withKeys()), status: 304, bodies: [''], etags },
    notFound: {
      ...(await withKeys()),
      status: 404,
      paths: paths.map((path) => `${path}0`),
      bodies: [],
    },
    noSuchKey: {
      ...plain,
      status: 401,
      keys: Array.from({ length: KEYS_PER_JOB }, () => createApiKeyText()),
      bodies: [],
    },
    overLimit: {
      ...plain,
      status: 429,
      keys: await fillAccounts(store, 'business', LIMITED_KEYS),
      bodies: [],
    },
  } satisfies Record<string, Job>;
}

/** The same order in every run: the places of a multiplicative walk through the list. */
function shuffle<Item>(items: Item[]): Item[] {
  const step = 1_000_003;
  return items.map((_, place) => items[(place * step) % items.length] as Item);
}
