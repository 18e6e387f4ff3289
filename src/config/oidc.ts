import { z } from 'zod';
import { isLoopback } from '../domain/account/network.ts';
import { isWebAddress } from './rules.ts';
import { ConfigError, type Environment, readVariable, variable } from './variable.ts';

export interface StaffClaim {
  name: string;
  value: string;
}

export interface OidcConfig {
  /** As an URL writes it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  staffClaim: StaffClaim;
}

const CLAIM = /^([^\s=]{1,200})=(\S(?:.{0,198}\S)?)$/;

const ISSUER = variable({
  schema: z.string().refine(isIssuer).transform(toHref).optional(),
  rule: 'must be the https address of an OpenID provider',
  example: 'https://login.example/realms/staff',
});
const CLIENT_ID = variable({
  schema: z
    .string()
    .regex(/^[\x20-\x7e]{1,500}$/)
    .optional(),
  rule: 'must be the name, in printable ASCII, by which the provider knows this service',
  example: 'registru',
});
const CLIENT_SECRET = variable({
  schema: z
    .string()
    .regex(/^[\x20-\x7e]{1,500}$/)
    .optional(),
  rule: 'must be the secret, in printable ASCII, that the provider gave this service',
  example: 'the secret that the provider shows',
  secret: true,
});
const STAFF_CLAIM = variable({
  schema: z.string().regex(CLAIM).transform(toClaim).optional(),
  rule: 'must be the name of a claim, = and the value, or one of the values, that staff have there',
  example: 'groups=registru-staff',
});

/** All of its variables or none. Throws ConfigError. */
export function readOidc(env: Environment): OidcConfig | null {
  const given = {
    OIDC_ISSUER: readVariable(env, 'OIDC_ISSUER', ISSUER),
    OIDC_CLIENT_ID: readVariable(env, 'OIDC_CLIENT_ID', CLIENT_ID),
    OIDC_CLIENT_SECRET: readVariable(env, 'OIDC_CLIENT_SECRET', CLIENT_SECRET),
    OIDC_STAFF_CLAIM: readVariable(env, 'OIDC_STAFF_CLAIM', STAFF_CLAIM),
  };
  const missing = Object.entries(given).filter(([, value]) => value === undefined);
  if (missing.length === 4) return null;
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_STAFF_CLAIM: staffClaim,
  } = given;
  if (issuer && clientId && clientSecret && staffClaim) {
    return { issuer, clientId, clientSecret, staffClaim };
  }
  const names = missing.map(([name]) => name).join(', ');
  throw new ConfigError(
    `${names} must be set where another OIDC variable is; ` +
      `for example OIDC_ISSUER=${ISSUER.example} OIDC_STAFF_CLAIM=${STAFF_CLAIM.example}`,
  );
}

/** On plain http the answers that say who somebody is could be anyone's. */
function isIssuer(text: string): boolean {
  if (!isWebAddress(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || isLoopback(hostname);
}

/** An address without a path gets its slash, as in what the provider says of itself. */
function toHref(text: string): string {
  return new URL(text).href;
}

function toClaim(text: string): OidcConfig['staffClaim'] {
  const [, name = '', value = ''] = CLAIM.exec(text) ?? [];
  return { name, value };
}
