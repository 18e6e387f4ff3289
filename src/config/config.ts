import { toAuthority } from './rules.ts';
import {
  ConfigError,
  type Environment,
  readVariables,
  VARIABLES,
  type Values,
} from './variables.ts';

type Derived = 'baseUrl' | 'companyUrl' | 'demo';

/** The values of the variables, and values that are derived from several of them. */
export interface Config extends Omit<Values, Derived | 'smtpUrl' | 'mailFrom' | `oidc${string}`> {
  /** The service's own origin, the start of absolute URLs; no trailing slash. */
  baseUrl: string;
  /** The URL of a company's public page, containing `{idno}`. */
  companyUrl: string;
  demo: boolean;
  /** Null: no mail is sent. */
  smtp: { smtpUrl: string; from: string } | null;
  /** Null: staff sign in like account holders. */
  oidc: {
    /** Normalised as URLs are. */
    issuer: string;
    clientId: string;
    clientSecret: string;
    staffClaim: { name: string; value: string };
  } | null;
}

/**
 * Reads the environment. Without BASE_URL the embedded store's server is where `findAddress` finds
 * it, given its data folder, else at HOST and PORT. Throws ConfigError for the first invalid
 * variable.
 */
export function loadConfig(
  env: Environment,
  findAddress: (dataDir: string) => string | null = () => null,
): Config {
  const values = readVariables(env);
  const { smtpUrl, mailFrom, oidcIssuer, oidcClientId, oidcClientSecret, oidcStaffClaim, ...rest } =
    values;
  const isLocal = rest.baseUrl === null && rest.mongodbUri === null;
  const address = isLocal ? findAddress(rest.dataDir) : null;
  const baseUrl = rest.baseUrl ?? address ?? `http://${toAuthority(rest.host)}:${rest.port}`;
  return {
    ...rest,
    baseUrl,
    companyUrl: rest.companyUrl ?? `${baseUrl}/companie/{idno}`,
    demo: rest.demo ?? isLocal,
    smtp: toSmtp(values),
    oidc: toOidc(values),
  };
}

function toSmtp({ smtpUrl, mailFrom: from }: Values): Config['smtp'] {
  if (smtpUrl !== null && from !== null) return { smtpUrl, from };
  if (smtpUrl === null && from === null) return null;
  const { smtpUrl: server, mailFrom: sender } = VARIABLES;
  const [{ name, example }, given] = smtpUrl === null ? [server, sender] : [sender, server];
  throw new ConfigError(
    `${name} must be set where ${given.name} is; for example ${name}=${example}`,
  );
}

const OIDC = ['oidcIssuer', 'oidcClientId', 'oidcClientSecret', 'oidcStaffClaim'] as const;

function toOidc(values: Values): Config['oidc'] {
  const missing = OIDC.filter((key) => values[key] === null).map((key) => VARIABLES[key].name);
  if (missing.length === OIDC.length) return null;
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = values;
  const { oidcStaffClaim: staffClaim } = values;
  if (issuer && clientId && clientSecret && staffClaim) {
    return { issuer, clientId, clientSecret, staffClaim };
  }
  const { oidcIssuer, oidcStaffClaim } = VARIABLES;
  throw new ConfigError(
    `${missing.join(', ')} must be set where another OIDC variable is; for example ` +
      `OIDC_ISSUER=${oidcIssuer.example} OIDC_STAFF_CLAIM=${oidcStaffClaim.example}`,
  );
}
