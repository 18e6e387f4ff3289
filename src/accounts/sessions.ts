import type { Account } from '../domain/account.ts';
import type { Actor } from './actor.ts';

/** Who is signed in with a session's id. Rejects with Unavailable where the store fails. */
export interface Sessions {
  /** The account of a live session, which lives on for being used; null for any other text. */
  findAccount(sessionId: string): Promise<Account | null>;
  /** Ends this session; one that is over already is no fault. */
  signOut(sessionId: string, actor: Actor): Promise<void>;
  signOutEverywhere(accountId: string, actor: Actor): Promise<void>;
}
