import type { Account, Identity } from '../domain/account/account.ts';
import { isEmail } from '../domain/account/email.ts';
import type { AccountStore } from '../store/port/accounts.ts';
import { type Actor, toAuditEntry, toHolder } from './actor.ts';
import { openSession, type SessionMaterial, type SignedIn } from './new-session.ts';
import { Refusal } from './refusal.ts';
import type { SignInAttempts } from './sign-in-attempts.ts';

/** A session with the role ends after a working day: then the provider is asked again. */
export const STAFF_SESSION_MS = 12 * 3_600_000;

/** What the OpenID provider says, at this sign-in, of who it is. */
export interface Person {
  identity: Identity;
  email: string | null;
  emailVerified: boolean;
  /** Whether the claim says so now, whatever it said before. */
  isStaff: boolean;
}

export interface StaffVisitor {
  address: string;
  browserMark: string | null;
}

/** Sign-in of staff by an OpenID provider. Both throw Refusal, or Unavailable. */
export interface StaffSignIn {
  /** Before the provider is asked anything. TOO_MANY. */
  admit(address: string): void;
  /**
   * A session with the role for whoever has the claim. FORBIDDEN, EMAIL_NOT_VERIFIED,
   * NO_SUCH_ACCOUNT, OTHER_IDENTITY.
   */
  signIn(person: Person, visitor: StaffVisitor): Promise<SignedIn>;
}

export interface StaffSignInDependencies extends SessionMaterial {
  accounts: AccountStore;
  attempts: SignInAttempts;
}

export function createStaffSignIn(dependencies: StaffSignInDependencies): StaffSignIn {
  const { accounts, sessions, attempts, nowMs } = dependencies;

  /** By the address the first time at this issuer; from then on whatever the address is. */
  async function link({ identity, email, emailVerified }: Person, actor: Actor): Promise<Account> {
    if (email === null || !emailVerified || !isEmail(email)) throw notVerified();
    const account = await accounts.findByEmail(email);
    if (account === null) throw noAccount(email);
    if (account.identity?.issuer === identity.issuer) throw otherIdentity();
    const deed = { action: 'identity_linked', detail: toDetail(identity) } as const;
    const entry = toAuditEntry(actor, account, deed, nowMs());
    if (await accounts.replaceIdentity(account.id, account.identity, identity, entry)) {
      return { ...account, identity };
    }
    // The same person's other tab, or somebody else, was quicker.
    const linked = await accounts.findByIdentity(identity);
    if (linked === null) throw otherIdentity();
    return linked;
  }

  return {
    admit: (address) => attempts.admitSignIn(address),

    async signIn(person, { address, browserMark }) {
      const { identity, isStaff } = person;
      const actor = toHolder(address);
      const known = await accounts.findByIdentity(identity);
      if (!isStaff) {
        if (known !== null) await endSessions(known, actor);
        throw notStaff();
      }
      const account = known ?? (await link(person, actor));
      const visitor = { address, browserMark, language: account.language };
      const detail = 'as staff by OpenID Connect';
      const kind = { detail, maxMs: STAFF_SESSION_MS, staffIssuer: identity.issuer };
      return openSession(dependencies, account, visitor, kind);
    },
  };

  /** What an earlier claim opened does not outlive the news that there is none any more. */
  async function endSessions(account: Account, actor: Actor): Promise<void> {
    const deed = { action: 'signed_out_everywhere', detail: 'no longer staff' } as const;
    await sessions.deleteByAccount(account.id, toAuditEntry(actor, account, deed, nowMs()));
  }
}

function toDetail({ issuer, subject }: Identity): string {
  return `${JSON.stringify(subject)} of ${issuer}`;
}

function notStaff(): Refusal {
  return new Refusal('FORBIDDEN', 'the provider does not say that this person is staff');
}

function notVerified(): Refusal {
  return new Refusal(
    'EMAIL_NOT_VERIFIED',
    'the provider tells no address that it has verified; the first sign-in needs one',
  );
}

function noAccount(email: string): Refusal {
  return new Refusal('NO_SUCH_ACCOUNT', `there is no account with the address ${email}`);
}

function otherIdentity(): Refusal {
  return new Refusal('OTHER_IDENTITY', 'the account is linked with another person of the provider');
}
