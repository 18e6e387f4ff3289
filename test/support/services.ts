import { type Config, loadConfig } from '../../src/config/config.ts';
import type { Plan } from '../../src/domain/account/plan.ts';
import { createResources } from '../../src/operation/resources.ts';
import { type OpenServicesOptions, openServices, type Services } from '../../src/server.ts';

/** The text of the key of a new account with this plan. */
export async function subscribe(
  { accounts, keys }: Pick<Services, 'accounts' | 'keys'>,
  email: string,
  plan: Plan,
): Promise<string> {
  const account = await accounts.create(email, { plan, endsAtMs: null }, ACTOR);
  return (await keys.reveal(account, account.lastKeyId ?? '', ACTOR)).text;
}

export const ACTOR = { name: 'test', address: null };
export const APP_SECRET = 'a secret that is used in tests alone';

export interface TestServicesOptions extends Partial<OpenServicesOptions> {
  /** For an embedded store; not needed with `store` or with MONGODB_URI in `env`. */
  dataDir?: string;
  baseUrl?: string;
  env?: Readonly<Record<string, string>>;
}

/** What an environment without services gives: no mail, no demo, no Redis. */
export function toTestConfig(baseUrl: string, env: Readonly<Record<string, string>> = {}): Config {
  return loadConfig({
    APP_SECRET,
    DEMO: 'off',
    BASE_URL: baseUrl,
    COMPANY_URL: 'https://registru.example/companie/{idno}',
    ANSWER_CACHE_MIB: '1',
    ...env,
  });
}

/** Accounts on a real store, with mail switched off; `close` closes what was opened. */
export async function openTestServices(
  options: TestServicesOptions,
): Promise<Services & { close(): Promise<void> }> {
  const { dataDir = '', baseUrl = 'https://registru.example', env = {}, ...openOptions } = options;
  const resources = createResources(() => {});
  const config = {
    ...toTestConfig(baseUrl, env),
    ...(dataDir === '' ? {} : { dataDir }),
  };
  const services = await openServices(config, {
    resources,
    // A mail can have arrived before its sender knows.
    mailWaitMs: 1_000,
    print: () => {},
    onFault: () => {},
    ...openOptions,
  });
  return { ...services, close: () => resources.close() };
}
