import { type Accounts, createAccounts } from './accounts/accounts.ts';
import { limitNewKeys } from './accounts/key-limit.ts';
import { createKeys, type Keys } from './accounts/keys.ts';
import { createSessions, type Sessions } from './accounts/sessions.ts';
import { createSignIn, type SignIn } from './accounts/sign-in.ts';
import {
  ATTEMPT_WINDOW_MS,
  createSignInAttempts,
  MAX_ATTEMPTS_PER_WINDOW,
} from './accounts/sign-in-attempts.ts';
import {
  type ApplySubscriptionEvent,
  createSubscriptionEvents,
} from './accounts/subscription-events.ts';
import { createReadUsage, type ReadUsage } from './accounts/usage.ts';
import type { Config } from './config.ts';
import { createSealer } from './domain/seal.ts';
import { createRing } from './limit/ring.ts';
import { createMail } from './mail/mail.ts';
import { readOrMakeSecret } from './secret-file.ts';
import { openSqliteStore } from './store/sqlite/open.ts';
import type { Store } from './store/store.ts';

/** Networks and addresses that tried to sign in within the window of attempts. */
const MAX_ATTEMPTING = 100_000;

/** What the server and every command stand on. */
export interface Foundation {
  store: Store;
  accounts: Accounts;
  keys: Keys;
  /** The same for an account's holder, with the holder's limits. */
  holderKeys: Keys;
  sessions: Sessions;
  signIn: SignIn;
  readUsage: ReadUsage;
  applySubscriptionEvent: ApplySubscriptionEvent;
  /** Waits for mails that are on their way, at most so long, and closes the store. */
  close(mailWaitMs: number): Promise<void>;
}

export type FoundationConfig = Pick<Config, 'dataDir' | 'appSecrets' | 'baseUrl' | 'demo' | 'smtp'>;

/**
 * Opens the store that the configuration names. `onFault` is told of work beside the requests
 * that failed, by part. Throws an Error of one line.
 */
export function openFoundation(
  config: FoundationConfig,
  onFault: (part: 'mail', error: unknown) => void,
): Foundation {
  const { dataDir, baseUrl } = config;
  const store = openSqliteStore(dataDir);
  const secrets = config.appSecrets ?? [readOrMakeSecret(dataDir)];
  const nowMs = () => Date.now();
  const mail = createMail({
    smtp: config.smtp,
    pageUrl: `${baseUrl}/cont/api`,
    // Past the logger: a link is for whoever sits before the terminal, not for what keeps logs.
    print: config.demo ? (text) => process.stdout.write(text) : null,
    nowMs,
    onFault: (error) => onFault('mail', error),
  });
  const attempts = createRing({
    windowMs: ATTEMPT_WINDOW_MS,
    maxLimit: MAX_ATTEMPTS_PER_WINDOW,
    maxKeys: MAX_ATTEMPTING,
    nowMs: () => performance.now(),
  });
  const dependencies = {
    accounts: store.accounts,
    sealer: createSealer(secrets),
    notify: mail.notify,
    nowMs,
  };
  const keys = createKeys(dependencies);
  return {
    store,
    accounts: createAccounts(dependencies),
    keys,
    holderKeys: limitNewKeys(keys, store.audit, nowMs),
    sessions: createSessions({ sessions: store.sessions, accounts: store.accounts, nowMs }),
    signIn: createSignIn({
      ...dependencies,
      links: store.signInLinks,
      sessions: store.sessions,
      attempts: createSignInAttempts(attempts),
      baseUrl,
    }),
    readUsage: createReadUsage(store.usage, nowMs),
    applySubscriptionEvent: createSubscriptionEvents(dependencies),
    async close(mailWaitMs) {
      await mail.close(mailWaitMs);
      await store.close();
    },
  };
}
