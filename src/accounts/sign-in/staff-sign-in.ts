import type { Account, Identity } from '../../domain/account/account.ts';
import { isEmail } from '../../domain/account/email.ts';
import type { AccountStore } from '../../store/accounts/accounts.ts';
import { writeChange } from '../account-changes.ts';
import { type Actor, toAuditEntry, toHolder } from '../actor.ts';
import { noSuchAccount, Refusal } from '../refusal.ts';
import type { Sessions, SignedIn, Visitor } from './sessions.ts';
import type { SignInAttempts } from './sign-in-attempts.ts';

/** A staff session ends after a working day, so that the provider is asked again. */
const STAFF_SESSION_MS = 12 * 3_600_000;

/** A person as the OpenID provider describes them at this sign-in. */
export interface Person {
  identity: Identity;
  email: string | null;
  emailVerified: boolean;
  /** Whether the person has the staff claim now. */
  isStaff: boolean;
}

/** Staff are written to in the language of their account. */
export type StaffVisitor = Omit<Visitor, 'language'>;

/** Sign-in of staff through an OpenID provider. Both throw Refusal or Unavailable. */
export interface StaffSignIn {
  /** Must be called before the provider is asked anything. Throws TOO_MANY. */
  admit(address: string): void;
  /**
   * Opens a staff session for a person with the claim. Throws FORBIDDEN, EMAIL_NOT_VERIFIED,
   * NO_SUCH_ACCOUNT or OTHER_IDENTITY.
   */
  signIn(person: Person, visitor: StaffVisitor): Promise<SignedIn>;
}

export interface StaffSignInDependencies {
  accounts: AccountStore;
  sessions: Sessions;
  attempts: SignInAttempts;
  nowMs: () => number;
}

export function createStaffSignIn(dependencies: StaffSignInDependencies): StaffSignIn {
  const { accounts, sessions, attempts, nowMs } = dependencies;

  /** Links the person to the account of their e-mail address, at the first sign-in only. */
  async function link({ identity, email, emailVerified }: Person, actor: Actor): Promise<Account> {
    if (email === null || !emailVerified || !isEmail(email)) {
      throw new Refusal(
        'EMAIL_NOT_VERIFIED',
        'the provider sent no verified e-mail address; the first sign-in needs one',
      );
    }
    const account = await accounts.findByEmail(email);
    if (account === null) throw noSuchAccount(email);
    if (account.identity?.issuer === identity.issuer) throw otherIdentity();
    const event = { action: 'identity_linked', detail: toDetail(identity) } as const;
    const entries = [toAuditEntry(actor, account, event, nowMs())];
    const linked =
      (await writeChange(accounts, { read: account, next: { identity }, entries })) ??
      // Another tab of the same person, or someone else, linked it first.
      (await accounts.findByIdentity(identity));
    if (linked === null) throw otherIdentity();
    return linked;
  }

  return {
    admit: (address) => attempts.admitSignIn(address),

    async signIn(person, staffVisitor) {
      const { identity, isStaff } = person;
      const actor = toHolder(staffVisitor.address);
      const known = await accounts.findByIdentity(identity);
      if (!isStaff) {
        // Sessions that an earlier claim opened end as soon as the provider reports no claim.
        if (known !== null) await sessions.signOutEverywhere(known, actor, 'no longer staff');
        throw new Refusal('FORBIDDEN', 'the provider does not list this person as staff');
      }
      const account = known ?? (await link(person, actor));
      const visitor = { ...staffVisitor, language: account.language };
      const detail = 'as staff by OpenID Connect';
      const kind = { detail, maxMs: STAFF_SESSION_MS, staffIssuer: identity.issuer };
      return sessions.open(account, visitor, kind);
    },
  };
}

function toDetail({ issuer, subject }: Identity): string {
  return `${JSON.stringify(subject)} of ${issuer}`;
}

function otherIdentity(): Refusal {
  return new Refusal('OTHER_IDENTITY', 'the account is linked to another person of the provider');
}
