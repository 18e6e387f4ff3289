import { createKeyCipher } from '../domain/account/key-cipher.ts';
import type { Store } from '../store/port/store.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { createKeys, type Keys } from './keys.ts';
import type { Notify } from './notification.ts';
import type { SecretGenerator } from './secrets.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import {
  type AttemptLimiter,
  type AttemptLimiterOptions,
  createSignInAttempts,
} from './sign-in-attempts.ts';
import { createStaffSignIn, type StaffSignIn } from './staff-sign-in.ts';
import { type ApplySubscriptionEvent, createSubscriptionEvents } from './subscription-events.ts';
import { createReadUsage, type ReadUsage } from './usage.ts';

/** All operations on accounts, on one store. */
export interface AccountServices {
  accounts: Accounts;
  keys: Keys;
  sessions: Sessions;
  signIn: SignIn;
  /** For staff whom the OpenID provider has identified. */
  staffSignIn: StaffSignIn;
  readUsage: ReadUsage;
  applySubscriptionEvent: ApplySubscriptionEvent;
}

export interface AccountServicesDependencies {
  store: Pick<Store, 'accounts' | 'accountReads' | 'sessions' | 'signInLinks'>;
  /** The first encrypts; all of them can decrypt. */
  appSecrets: readonly [string, ...string[]];
  /** The origin that browsers use, without a slash at its end. */
  baseUrl: string;
  /** Only this OpenID issuer decides who is staff; null: the operator decides. */
  staffIssuer: string | null;
  notify: Notify;
  secrets: SecretGenerator;
  /** Wall-clock milliseconds since the epoch. */
  nowMs: () => number;
  createAttemptLimiter: (options: AttemptLimiterOptions) => AttemptLimiter;
  /** Called when work outside a request fails. */
  onFault: (error: unknown) => void;
}

export function createAccountServices(dependencies: AccountServicesDependencies): AccountServices {
  const { store, appSecrets, baseUrl, staffIssuer, notify, secrets, nowMs, onFault } = dependencies;
  const { accounts, accountReads: reads, sessions, signInLinks: links } = store;
  const attempts = createSignInAttempts(dependencies.createAttemptLimiter);
  const common = { accounts, cipher: createKeyCipher(appSecrets), notify, secrets, nowMs };
  return {
    accounts: createAccounts(common),
    keys: createKeys({ ...common, reads }),
    sessions: createSessions({ sessions, reads, staffIssuer, nowMs }),
    signIn: createSignIn({ ...common, links, reads, sessions, attempts, baseUrl, onFault }),
    staffSignIn: createStaffSignIn({ ...common, sessions, attempts }),
    readUsage: createReadUsage(reads, nowMs),
    applySubscriptionEvent: createSubscriptionEvents(common),
  };
}
