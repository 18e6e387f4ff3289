import { type OidcConfig, readOidc } from './oidc.ts';
import { toAuthority } from './rules.ts';
import { ConfigError, type Environment } from './variable.ts';
import { read, VARIABLES } from './variables.ts';

export interface Config {
  port: number;
  host: string;
  /** The service's own origin, the start of absolute URLs; no trailing slash. */
  baseUrl: string;
  /** The URL of a company's public page, containing `{idno}`. */
  companyUrl: string;
  dataDir: string;
  /** The store for several machines; null: the embedded store in `dataDir`. */
  mongodbUri: string | null;
  demo: boolean;
  /** Proxies whose `X-Forwarded-For` is trusted: addresses and CIDR ranges. */
  trustProxy: string[];
  logLevel: string;
  /** Memory for cached answers; 0: none are cached. */
  answerCacheMib: number;
  /** Gives other machines access to the metrics; null: only this machine has it. */
  metricsToken: string | null;
  /** The first encrypts; all of them can decrypt. Null: the data folder has its own. */
  appSecrets: [string, ...string[]] | null;
  /** Where to report a vulnerability, as `mailto:` or `https:`; null: it is not published. */
  securityContact: string | null;
  /** Where people get help, as `https:` or `mailto:`; null: pages have no such link. */
  supportUrl: string | null;
  /** Where people get a plan with API access, likewise. */
  upgradeUrl: string | null;
  /** Null: each process enforces the limits alone. */
  redisUrl: string | null;
  /** Null: no mail is sent. */
  smtp: { smtpUrl: string; from: string } | null;
  /** Subscription events signed with any of them are accepted; none: events are off. */
  webhookSecrets: string[];
  /** Null: staff sign in like account holders. */
  oidc: OidcConfig | null;
}

/** Reads the environment. Throws ConfigError for the first invalid variable. */
export function loadConfig(env: Environment): Config {
  const host = read(env, 'HOST');
  const port = read(env, 'PORT');
  const givenBaseUrl = read(env, 'BASE_URL');
  const baseUrl = givenBaseUrl ?? `http://${toAuthority(host)}:${port}`;
  const mongodbUri = read(env, 'MONGODB_URI') ?? null;
  const [firstSecret, ...otherSecrets] = read(env, 'APP_SECRET') ?? [];
  const isLocal = givenBaseUrl === undefined && mongodbUri === null;
  return {
    port,
    host,
    baseUrl,
    companyUrl: read(env, 'COMPANY_URL') ?? `${baseUrl}/companie/{idno}`,
    dataDir: read(env, 'DATA_DIR'),
    mongodbUri,
    demo: (read(env, 'DEMO') ?? (isLocal ? 'on' : 'off')) === 'on',
    trustProxy: read(env, 'TRUST_PROXY'),
    logLevel: read(env, 'LOG_LEVEL'),
    answerCacheMib: read(env, 'ANSWER_CACHE_MIB'),
    metricsToken: read(env, 'METRICS_TOKEN') ?? null,
    appSecrets: firstSecret === undefined ? null : [firstSecret, ...otherSecrets],
    securityContact: read(env, 'SECURITY_CONTACT') ?? null,
    supportUrl: read(env, 'SUPPORT_URL') ?? null,
    upgradeUrl: read(env, 'UPGRADE_URL') ?? null,
    redisUrl: read(env, 'REDIS_URL') ?? null,
    smtp: readSmtp(env),
    webhookSecrets: read(env, 'WEBHOOK_SECRET'),
    oidc: readOidc(env),
  };
}

function readSmtp(env: Environment): Config['smtp'] {
  const smtpUrl = read(env, 'SMTP_URL');
  const from = read(env, 'MAIL_FROM');
  if (smtpUrl !== undefined && from !== undefined) return { smtpUrl, from };
  if (smtpUrl !== undefined) throw missing('MAIL_FROM', 'SMTP_URL');
  if (from !== undefined) throw missing('SMTP_URL', 'MAIL_FROM');
  return null;
}

function missing(name: 'MAIL_FROM' | 'SMTP_URL', given: string): ConfigError {
  const { example } = VARIABLES[name];
  return new ConfigError(`${name} must be set where ${given} is; for example ${name}=${example}`);
}
