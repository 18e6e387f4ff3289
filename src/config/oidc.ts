import { ConfigError, type Environment } from './variable.ts';
import { read, VARIABLES } from './variables.ts';

export interface StaffClaim {
  name: string;
  value: string;
}

export interface OidcConfig {
  /** Normalised as URLs are. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  staffClaim: StaffClaim;
}

/** Needs all of its variables or none. Throws ConfigError. */
export function readOidc(env: Environment): OidcConfig | null {
  const given = {
    OIDC_ISSUER: read(env, 'OIDC_ISSUER'),
    OIDC_CLIENT_ID: read(env, 'OIDC_CLIENT_ID'),
    OIDC_CLIENT_SECRET: read(env, 'OIDC_CLIENT_SECRET'),
    OIDC_STAFF_CLAIM: read(env, 'OIDC_STAFF_CLAIM'),
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
  const { OIDC_ISSUER, OIDC_STAFF_CLAIM } = VARIABLES;
  throw new ConfigError(
    `${names} must be set where another OIDC variable is; for example ` +
      `OIDC_ISSUER=${OIDC_ISSUER.example} OIDC_STAFF_CLAIM=${OIDC_STAFF_CLAIM.example}`,
  );
}
