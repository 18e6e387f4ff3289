import { type Accounts, createAccounts } from './accounts/accounts.ts';
import { limitNewKeys } from './accounts/key-limit.ts';
import { createKeys, type Keys } from './accounts/keys.ts';
import type { Notify } from './accounts/notice.ts';
import { RANDOM_TEXTS, type SecretTexts } from './accounts/secret-texts.ts';
import { createSessions, type Sessions } from './accounts/sessions.ts';
import { createSignIn, type SignIn } from './accounts/sign-in.ts';
import { createSignInAttempts } from './accounts/sign-in-attempts.ts';
import { createStaffSignIn, type StaffSignIn } from './accounts/staff-sign-in.ts';
import {
  type ApplySubscriptionEvent,
  createSubscriptionEvents,
} from './accounts/subscription-events.ts';
import { createReadUsage, type ReadUsage } from './accounts/usage.ts';
import type { Config } from './config.ts';
import { createSealer } from './domain/seal.ts';
import { createRing } from './limit/ring.ts';
import { createMail } from './mail/mail.ts';
import type { Resources } from './resources.ts';
import { readOrMakeSecret } from './secret-file.ts';
import type { Store } from './store/store.ts';
import { openStore } from './stores.ts';

/** For what follows the wait for mails. */
const CLOSE_MARGIN_MS = 500;

/** What the server and every command stand on. */
export interface Foundation {
  store: Store;
  accounts: Accounts;
  keys: Keys;
  /** The same for an account's holder, with the holder's limits. */
  holderKeys: Keys;
  sessions: Sessions;
  signIn: SignIn;
  /** By the OpenID provider, where there is one. */
  staffSignIn: StaffSignIn;
  readUsage: ReadUsage;
  applySubscriptionEvent: ApplySubscriptionEvent;
}

export interface FoundationDependencies {
  store: Store;
  /** The first seals, all open. */
  appSecrets: readonly [string, ...string[]];
  /** Where browsers reach the service; no slash at its end. */
  baseUrl: string;
  /** The OpenID issuer that alone says who is staff; null: the operator says it. */
  staffIssuer: string | null;
  notify: Notify;
  texts: SecretTexts;
  /** Wall-clock milliseconds since the epoch. */
  nowMs: () => number;
  /** Milliseconds of a clock that nobody sets. */
  elapsedMs: () => number;
  /** Called with work beside the requests that failed, and the part that it belongs to. */
  onFault: (part: 'sign_in', error: unknown) => void;
}

export interface FoundationSurroundings {
  /** What is opened goes there, also where the opening fails later. */
  resources: Pick<Resources, 'add'>;
  /** For mails that are on their way when all is closed. */
  mailWaitMs: number;
  /** Shows a text to the person at the terminal. */
  print: (text: string) => void;
  /** Told of work beside the requests that failed, by part. */
  onFault: (part: 'mail' | 'sign_in' | 'store', error: unknown) => void;
}

export type FoundationConfig = Pick<
  Config,
  'dataDir' | 'mongodbUri' | 'appSecrets' | 'baseUrl' | 'demo' | 'smtp' | 'oidc'
>;

/** Opens the store that the configuration names. Throws an Error of one line. */
export async function openFoundation(
  config: FoundationConfig,
  { resources, mailWaitMs, print, onFault }: FoundationSurroundings,
): Promise<Foundation> {
  const { baseUrl, demo, smtp } = config;
  if (config.mongodbUri !== null) requireAppSecrets(config);
  const store = await openStore(config, (error) => onFault('store', error));
  resources.add('store', store.close);
  // An embedded store's folder is there by now.
  const appSecrets = config.appSecrets ?? [readOrMakeSecret(config.dataDir)];
  const nowMs = () => Date.now();
  const mail = createMail({
    smtp,
    pageUrl: `${baseUrl}/cont/api`,
    // Past the logger: a link is for whoever sits before the terminal, not for what keeps logs.
    print: demo ? print : null,
    nowMs,
    onFault: (error) => onFault('mail', error),
  });
  async function closeMail(): Promise<void> {
    if ((await mail.close(mailWaitMs)) > 0) throw new Error('mails were given up');
  }
  resources.add('mail', closeMail, mailWaitMs + CLOSE_MARGIN_MS);
  const elapsedMs = () => performance.now();
  const { notify } = mail;
  const foundation = createFoundation({
    store,
    appSecrets,
    baseUrl,
    staffIssuer: config.oidc?.issuer ?? null,
    notify,
    texts: RANDOM_TEXTS,
    nowMs,
    elapsedMs,
    onFault,
  });
  async function closeSignIn(): Promise<void> {
    const dropped = await foundation.signIn.close(mailWaitMs);
    if (dropped > 0) throw new Error(`requests for sign-in links were dropped: ${dropped}`);
  }
  resources.add('sign_in', closeSignIn, mailWaitMs + CLOSE_MARGIN_MS);
  return foundation;
}

/** Processes on several machines open each other's seals. */
function requireAppSecrets({ appSecrets }: FoundationConfig): void {
  if (appSecrets !== null) return;
  throw new Error(
    'APP_SECRET must be set where MONGODB_URI is, the same for every process; for example ' +
      'APP_SECRET=the output of "openssl rand -hex 32"',
  );
}

export function createFoundation(dependencies: FoundationDependencies): Foundation {
  const { store, appSecrets, baseUrl, staffIssuer, notify, texts, nowMs, elapsedMs } = dependencies;
  const { accounts, audit, sessions, signInLinks: links } = store;
  const attempts = createSignInAttempts((options) =>
    createRing({ ...options, whenFull: 'evict', nowMs: elapsedMs }),
  );
  const onFault = (error: unknown) => dependencies.onFault('sign_in', error);
  const common = { accounts, sealer: createSealer(appSecrets), notify, texts, nowMs };
  const keys = createKeys(common);
  return {
    store,
    accounts: createAccounts(common),
    keys,
    holderKeys: limitNewKeys(keys, audit, nowMs),
    sessions: createSessions({ sessions, accounts, staffIssuer, nowMs }),
    signIn: createSignIn({ ...common, links, sessions, attempts, baseUrl, onFault }),
    staffSignIn: createStaffSignIn({ ...common, sessions, attempts }),
    readUsage: createReadUsage(store.usage, nowMs),
    applySubscriptionEvent: createSubscriptionEvents(common),
  };
}
