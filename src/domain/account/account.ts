import type { Language } from './language.ts';
import type { Subscription, Tier } from './plan.ts';

/** A key as it is kept: never its text, only what recognises it. */
export interface ApiKey {
  /** Names this key in forms and arguments; says nothing about its text. */
  id: string;
  /** SHA-256 of the key's text, 64 hexadecimal digits. */
  hash: string;
  /** The first 8 characters of the key, enough for its holder to recognise it. */
  start: string;
  /** The tier at creation. Access always follows the plan of the moment, never this value. */
  tier: Tier;
  createdAtMs: number;
  /** To the minute; null until the first request. */
  lastUsedAtMs: number | null;
  /** The key's text, sealed until its holder first reveals it; null afterwards. */
  sealed: string | null;
}

/** What an account may do beside holding a key; staff query everything at `/graphql`. */
export const ROLES = ['holder', 'staff'] as const;
export type Role = (typeof ROLES)[number];

/** Who somebody is to an OpenID provider; both as it writes them. */
export interface Identity {
  issuer: string;
  /** Never given to anybody else by that issuer. */
  subject: string;
}

export interface Account {
  id: string;
  /** As its holder wrote it; mail goes there. */
  email: string;
  createdAtMs: number;
  /** Of the mails to its holder: the one last chosen on the page. */
  language: Language;
  /** By the operator's command. Where staff sign in by OpenID Connect, the provider says it. */
  role: Role;
  /** Of a member of staff who has signed in by OpenID Connect; null before the first time. */
  identity: Identity | null;
  subscription: Subscription | null;
  apiKey: ApiKey | null;
  /** Of the key that it has or, without one, had last; null where there never was one. */
  lastKeyId: string | null;
}

export function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text);
}

/** Whether the key's text still waits for its holder's first look. */
export function isRevealable(key: ApiKey): boolean {
  return key.sealed !== null;
}
