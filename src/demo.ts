import { Refusal } from './accounts/refusal.ts';
import type { AccountServices } from './accounts/services.ts';
import type { Config } from './config/config.ts';
import { isRevealable } from './domain/account/account.ts';
import { PLAN_NAMES } from './domain/account/plan.ts';
import { Unavailable } from './domain/errors.ts';
import { importSample } from './import/run.ts';
import { openImportStore, toTemporaryFolder } from './store/open.ts';
import type { Store } from './store/store.ts';

type Services = Pick<AccountServices, 'accounts' | 'keys'> & { store: Store };

const EMAIL = 'demo@registru.example';
const PLAN = 'business';
const ACTOR = { name: 'demo', address: null };

/**
 * Fills an empty store with one account, its key and the bundled companies. The companies come
 * last, so that the next start continues an interrupted one; a store with companies is not changed.
 */
export async function prepareDemo(services: Services, config: Config): Promise<void> {
  const { store, accounts } = services;
  if ((await store.companies.count()) > 0) return;
  try {
    await accounts.create(EMAIL, { plan: PLAN, endsAtMs: null }, ACTOR);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'ACCOUNT_EXISTS') throw error;
  }
  const importing = await openImportStore(config);
  try {
    await importSample(importing, toTemporaryFolder(config));
  } finally {
    await importing.close();
  }
}

/**
 * Prints where the server is and, at the first start, the demo's key. Not written to the log.
 */
export async function presentDemo(
  services: Services,
  config: Config,
  print: (text: string) => void,
): Promise<void> {
  const { baseUrl } = config;
  try {
    await services.store.ping();
    print(`Registru is running at ${baseUrl}\n${await revealFirstSteps(services, config)}`);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    print(`Registru has started at ${baseUrl}, but its store fails: ${error.message}\n`);
  }
}

/** Empty after the key has been revealed. */
async function revealFirstSteps({ store, keys }: Services, config: Config): Promise<string> {
  const account = await store.accounts.findByEmail(EMAIL);
  if (account?.apiKey == null || !isRevealable(account.apiKey)) return '';
  // Before the key is revealed, which works only once.
  const [idno] = await store.companies.listIdnos(null, 1);
  const count = await store.companies.count();
  const { text } = await keys.reveal(account, account.apiKey.id, ACTOR);
  return (
    `\nDemo account ${EMAIL}, plan ${PLAN_NAMES[PLAN]}, with this API key (shown this once):\n\n` +
    `  ${text}\n\n` +
    `Fetch one of the ${count} synthetic companies:\n\n` +
    `  curl -H "Authorization: Bearer ${text}" ${config.baseUrl}/api/v1/company/${idno}\n\n` +
    `Account page: ${config.baseUrl}/cont/api (${toSignInHint(config)})\n\n`
  );
}

function toSignInHint({ smtp }: Config): string {
  if (smtp !== null) return `for a sign-in link: npm run account -- sign-in ${EMAIL}`;
  return `sign in as ${EMAIL}; the link is printed here`;
}
