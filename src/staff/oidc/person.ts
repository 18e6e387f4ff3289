import type { Person } from '../../accounts/staff-sign-in.ts';
import type { StaffClaim } from '../../config/oidc.ts';

/** The longest subject that OpenID Connect Core allows. */
const MAX_SUBJECT_LENGTH = 255;
const MAX_VALUES = 1_000;

export type Claims = Readonly<Record<string, unknown>>;

/**
 * From the ID token and the provider's user info; the token takes precedence. Null for a subject
 * that the standard does not allow. Strict about verified addresses and the staff claim.
 */
export function toPerson(token: Claims, more: Claims, { name, value }: StaffClaim): Person | null {
  const { iss, sub } = token;
  // Both from the same source: the other one may have verified another address.
  const { email, email_verified: emailVerified } = 'email' in token ? token : more;
  const claims = Object.hasOwn(token, name) ? token : more;
  if (typeof iss !== 'string' || typeof sub !== 'string') return null;
  if (sub.length === 0 || sub.length > MAX_SUBJECT_LENGTH) return null;
  return {
    identity: { issuer: new URL(iss).href, subject: sub },
    email: typeof email === 'string' ? email : null,
    emailVerified: emailVerified === true,
    isStaff: Object.hasOwn(claims, name) && holds(claims[name], value),
  };
}

/** The value itself or a list with it; numbers and booleans as JSON writes them. */
function holds(claim: unknown, value: string): boolean {
  if (Array.isArray(claim)) return claim.slice(0, MAX_VALUES).some((one) => isValue(one, value));
  return isValue(claim, value);
}

function isValue(one: unknown, value: string): boolean {
  return ['string', 'number', 'boolean'].includes(typeof one) && String(one) === value;
}
