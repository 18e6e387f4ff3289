import { createKeyCipher } from '../domain/account/key-cipher.ts';
import type { Store } from '../store/store.ts';
import { createAccounts } from './accounts.ts';
import { createConfirmations } from './confirmations/confirmations.ts';
import { createKeys } from './keys/keys.ts';
import type { Notify } from './mail/notification.ts';
import { createSubscriptionEvents } from './plans/subscription-events.ts';
import { reencryptAll } from './reencrypt.ts';
import type { SecretGenerator } from './secrets.ts';
import { createSessions } from './sign-in/sessions.ts';
import { createSignIn } from './sign-in/sign-in.ts';
import {
  type AttemptLimiter,
  type AttemptLimiterOptions,
  createSignInAttempts,
} from './sign-in/sign-in-attempts.ts';
import { createStaffSignIn } from './sign-in/staff-sign-in.ts';
import { createReadUsage } from './usage/usage.ts';
import { createWatchLists } from './watching/watch-lists.ts';
import { createWebhooks, type OpenChangeReads, type SendEvent } from './watching/webhooks.ts';

/** All operations on accounts, on one store. */
export type AccountServices = ReturnType<typeof createAccountServices>;

export interface AccountServicesDependencies {
  store: Pick<
    Store,
    | 'accounts'
    | 'accountReads'
    | 'sessions'
    | 'signInLinks'
    | 'watchLists'
    | 'webhooks'
    | 'companies'
  >;
  /** The first encrypts; all of them can decrypt. */
  appSecrets: readonly [string, ...string[]];
  /** The origin that browsers use; no trailing slash. */
  baseUrl: string;
  /** Only this OpenID issuer decides who is staff; null: the operator decides. */
  staffIssuer: string | null;
  /** Null: the operator has switched webhooks off, or a command runs. */
  sendEvent: SendEvent | null;
  /** Null where no webhook is resumed. */
  openWebhookReads: OpenChangeReads | null;
  /** Whether a webhook's address may be on this machine. */
  allowsLocalWebhooks: boolean;
  notify: Notify;
  secrets: SecretGenerator;
  /** Wall-clock milliseconds since the epoch. */
  nowMs: () => number;
  createAttemptLimiter: (options: AttemptLimiterOptions) => AttemptLimiter;
  /** Called when work outside a request fails. */
  onFault: (error: unknown) => void;
}

export function createAccountServices(dependencies: AccountServicesDependencies) {
  const { store, appSecrets, baseUrl, staffIssuer, notify, secrets, nowMs, onFault } = dependencies;
  const { accounts, accountReads: reads, signInLinks: links, webhooks } = store;
  const attempts = createSignInAttempts(dependencies.createAttemptLimiter);
  const cipher = createKeyCipher(appSecrets);
  const common = { accounts, webhooks, reads, cipher, notify, secrets, nowMs };
  const sessions = createSessions({ ...common, sessions: store.sessions, staffIssuer });
  return {
    /** Encrypts with the first secret what others have encrypted. */
    reencryptAll: () => reencryptAll({ store, cipher }),
    accounts: createAccounts(common),
    confirmations: createConfirmations({
      ...common,
      sessions,
      createAttemptLimiter: dependencies.createAttemptLimiter,
      baseUrl,
    }),
    keys: createKeys(common),
    sessions,
    signIn: createSignIn({ ...common, links, sessions, attempts, baseUrl, onFault }),
    /** For staff whom the OpenID provider has identified. */
    staffSignIn: createStaffSignIn({ ...common, sessions, attempts }),
    readUsage: createReadUsage(reads, nowMs),
    watchLists: createWatchLists({ ...common, watchLists: store.watchLists }),
    applySubscriptionEvent: createSubscriptionEvents(common),
    webhooks: createWebhooks({
      ...common,
      companies: store.companies,
      openReads: dependencies.openWebhookReads,
      sendEvent: dependencies.sendEvent,
      allowsLocal: dependencies.allowsLocalWebhooks,
    }),
  };
}
