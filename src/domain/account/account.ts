import type { Language } from './language.ts';
import type { Subscription, Tier } from './plan.ts';

/** A stored key. Its text is not stored, except encrypted until it is revealed. */
export interface ApiKey {
  /** Identifies this key in forms and arguments; not derived from its text. */
  id: string;
  /** SHA-256 of the key's text, 64 hexadecimal digits. */
  hash: string;
  /** The first 8 characters of the key, by which its holder recognises it. */
  start: string;
  /** The tier at creation. Access depends on the current plan, never on this value. */
  tier: Tier;
  createdAtMs: number;
  /** To the minute; null until the first request. */
  lastUsedAtMs: number | null;
  /** The encrypted text of the key until its holder reveals it; null afterwards. */
  encrypted: string | null;
}

/** A holder has an account; staff also query everything at `/graphql`. */
export const ROLES = ['holder', 'staff'] as const;
export type Role = (typeof ROLES)[number];

/** A person's identity at an OpenID provider, as the provider writes it. */
export interface Identity {
  issuer: string;
  /** Never reassigned by that issuer. */
  subject: string;
}

export interface Account {
  id: string;
  /** As entered; mails are sent to it. */
  email: string;
  createdAtMs: number;
  /** The language of mails: the last one chosen on the page. */
  language: Language;
  /** Whether the holder gets a mail at the first request over the limit of a UTC day. */
  limitNotices: boolean;
  /** Set by the operator's command. Not used when staff sign in with OpenID Connect. */
  role: Role;
  /** Set when staff first sign in with OpenID Connect; null until then. */
  identity: Identity | null;
  subscription: Subscription | null;
  apiKey: ApiKey | null;
  /** The id of the current key or else of the last one; null if there never was one. */
  lastKeyId: string | null;
}

/** The fields that may change. A new key also becomes the last one. */
export type AccountFields = Partial<
  Pick<
    Account,
    'email' | 'language' | 'limitNotices' | 'role' | 'identity' | 'subscription' | 'apiKey'
  >
>;

/** The account with other values of these fields. */
export function withFields(account: Account, fields: AccountFields): Account {
  return { ...account, ...fields, lastKeyId: fields.apiKey?.id ?? account.lastKeyId };
}

/** A role that this version does not know, or none, gives no rights. */
export function toRole(text: string | undefined): Role {
  return ROLES.find((role) => role === text) ?? 'holder';
}

/** Whether the key's text can still be revealed. */
export function isRevealable(key: ApiKey): boolean {
  return key.encrypted !== null;
}

/** What the API's guard reads for a key; several requests may share one. */
export interface KeyAccess {
  readonly accountId: string;
  readonly subscription: Readonly<Subscription> | null;
}
