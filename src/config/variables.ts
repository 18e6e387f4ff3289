import { isEmail } from '../domain/account/email.ts';
import { API_PLANS, type PlanPrices } from '../domain/account/plan.ts';
import {
  isMongodbUri,
  isPublicLink,
  isRedisUrl,
  isSecurityContact,
  isSmtpUrl,
  isWebAddress,
  MIN_WEBHOOK_SECRET_BYTES,
  readWholeNumber,
  toAuthority,
  toClaim,
  toIssuer,
  toPlanPrices,
  toSecrets,
  toTrustedNetworks,
  toWebhookSecrets,
  toWebOrigin,
} from './rules.ts';

/** An invalid variable: one line with its name, the rule, and an example. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

interface Variable {
  name: string;
  /** The value of a text; undefined if the text breaks the rule. */
  read: (text: string) => unknown;
  /** The value where the variable is not set; left out: null. */
  byDefault?: unknown;
  /** What a value must be; continues a sentence that begins with the variable's name. */
  rule: string;
  example: string;
  /** The value never appears in a message. */
  secret?: true;
}

const MIN_SECRET_LENGTH = 32;
const MIN_TOKEN_LENGTH = 16;
const TOKEN = new RegExp(`^[\\x21-\\x7e]{${MIN_TOKEN_LENGTH},1000}$`);
const PRICED_PLANS = API_PLANS.map(({ plan }) => plan).join(', ');
const MAX_LICENSE_LENGTH = 100;
const PRINTABLE = /^[\x20-\x7e]{1,500}$/;
/** About eight times the size of all answers of the register. */
const MAX_ANSWER_CACHE_MIB = 4_096;
/** A busy process may stand still for some milliseconds; a connection has a second for each reply. */
const MIN_REDIS_TIMEOUT_MS = 20;
const MAX_REDIS_TIMEOUT_MS = 900;
/** The longest interval of health checks that the balancers of the large clouds offer. */
const MAX_STOP_NOTICE_SECONDS = 300;
const NO_PRICES: PlanPrices = {};

/** A text that is its own value. */
function accept(isGood: (text: string) => boolean) {
  return (text: string): string | undefined => (isGood(text) ? text : undefined);
}

function oneOf<Word extends string>(...words: readonly Word[]) {
  return (text: string): Word | undefined => words.find((word) => word === text);
}

function readSwitch(text: string): boolean | undefined {
  return text === 'on' ? true : text === 'off' ? false : undefined;
}

function isHost(text: string): boolean {
  const hasForm = /^[\w.:-]+$/.test(text) && text.length <= 253;
  return hasForm && URL.canParse(`http://${toAuthority(text)}`);
}

/** All variables, by their names in `Config`. docs/operating.md lists them too. */
export const VARIABLES = {
  host: {
    name: 'HOST',
    read: accept(isHost),
    byDefault: '127.0.0.1',
    rule: 'must be a host name or an IP address to listen on',
    example: '127.0.0.1',
  },
  port: {
    name: 'PORT',
    read: (text) => readWholeNumber(text, 1, 65_535),
    byDefault: 3000,
    rule: 'must be a whole number from 1 to 65535',
    example: '3000',
  },
  baseUrl: {
    name: 'BASE_URL',
    read: toWebOrigin,
    rule: 'must be an http or https origin: scheme, host and port, without path, query or user',
    example: 'https://registru.example',
  },
  /** The store for several machines; null: the embedded store in `dataDir`. */
  mongodbUri: {
    name: 'MONGODB_URI',
    read: accept(isMongodbUri),
    rule: 'must be a mongodb or mongodb+srv address whose path names the database, with special characters of its user and password percent-encoded, and without the option timeoutMS',
    example: 'mongodb://user:password@db1.example,db2.example/registru?replicaSet=rs0',
    secret: true,
  },
  /** The first encrypts; all of them can decrypt. Null: the data folder has its own. */
  appSecrets: {
    name: 'APP_SECRET',
    read: (text) => toSecrets(text, MIN_SECRET_LENGTH),
    rule: `must be one secret or several with commas between them, each of at least ${MIN_SECRET_LENGTH} characters`,
    example: 'the output of "openssl rand -hex 32"',
    secret: true,
  },
  companyUrl: {
    name: 'COMPANY_URL',
    read: accept((text) => isWebAddress(text) && text.includes('{idno}')),
    rule: 'must be an http or https address with {idno} in it, without query or user',
    example: 'https://registru.example/companie/{idno}',
  },
  /** Whether search engines may list companies' pages. */
  indexCompanies: {
    name: 'INDEX_COMPANIES',
    read: readSwitch,
    byDefault: false,
    rule: 'must be on or off',
    example: 'off',
  },
  dataDir: {
    name: 'DATA_DIR',
    read: accept((path) => path.length <= 4_096 && !path.includes('\0')),
    byDefault: 'data',
    rule: 'must be the path of a folder',
    example: 'data',
  },
  demo: {
    name: 'DEMO',
    read: readSwitch,
    rule: 'must be on or off',
    example: 'off',
  },
  /** Proxies whose `X-Forwarded-For` is trusted: addresses and CIDR ranges. */
  trustProxy: {
    name: 'TRUST_PROXY',
    read: toTrustedNetworks,
    byDefault: [],
    rule: 'must be IP addresses or CIDR ranges, whose prefix is at least 1, with commas between them',
    example: '10.0.0.0/8,192.168.1.5',
  },
  logLevel: {
    name: 'LOG_LEVEL',
    read: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    byDefault: 'info' as const,
    rule: 'must be fatal, error, warn, info, debug, trace or silent',
    example: 'info',
  },
  /** Memory for cached answers; 0: none are cached. */
  answerCacheMib: {
    name: 'ANSWER_CACHE_MIB',
    read: (text) => readWholeNumber(text, 0, MAX_ANSWER_CACHE_MIB),
    byDefault: 64,
    rule: `must be a whole number from 0 to ${MAX_ANSWER_CACHE_MIB}`,
    example: '64',
  },
  /** How long a stopping server still serves while it says that it is not ready. */
  stopNoticeSeconds: {
    name: 'STOP_NOTICE_SECONDS',
    read: (text) => readWholeNumber(text, 0, MAX_STOP_NOTICE_SECONDS),
    byDefault: 1,
    rule: `must be a whole number from 0 to ${MAX_STOP_NOTICE_SECONDS}`,
    example: '4',
  },
  /** Gives other machines access to the metrics; null: only this machine has it. */
  metricsToken: {
    name: 'METRICS_TOKEN',
    read: accept((text) => TOKEN.test(text)),
    rule: `must have at least ${MIN_TOKEN_LENGTH} printable characters and no space`,
    example: 'the output of "openssl rand -hex 16"',
    secret: true,
  },
  /** Where to report a vulnerability, as `mailto:` or `https:`; null: it is not published. */
  securityContact: {
    name: 'SECURITY_CONTACT',
    read: accept(isSecurityContact),
    rule: 'must be the address for security reports: mailto: and one plain e-mail address, or an https address',
    example: 'mailto:security@registru.example',
  },
  /** Where people get help, as `https:` or `mailto:`; null: pages have no such link. */
  supportUrl: {
    name: 'SUPPORT_URL',
    read: accept(isPublicLink),
    rule: 'must be where people get help: mailto: and one plain e-mail address, or an https address without user',
    example: 'mailto:support@registru.example',
  },
  /** Where people get a plan with API access, as `https:` or `mailto:`; null: no such link. */
  upgradeUrl: {
    name: 'UPGRADE_URL',
    read: accept(isPublicLink),
    rule: 'must be where people get a plan: an https address without user, or mailto: and one plain e-mail address',
    example: 'https://registru.example/plans',
  },
  /** The terms under which the API may be used, as `https:`; null: pages have no such link. */
  termsUrl: {
    name: 'TERMS_URL',
    read: accept((text) => isPublicLink(text) && text.startsWith('https:')),
    rule: 'must be the terms of use: an https address without user',
    example: 'https://registru.example/terms',
  },
  /** How personal data is processed, as `https:`; null: pages have no such link. */
  privacyUrl: {
    name: 'PRIVACY_URL',
    read: accept((text) => isPublicLink(text) && text.startsWith('https:')),
    rule: 'must be the privacy policy: an https address without user',
    example: 'https://registru.example/privacy',
  },
  /** The licence of the data in words; null: the document names none. */
  dataLicense: {
    name: 'DATA_LICENSE',
    read: accept((text) => text.length <= MAX_LICENSE_LENGTH && PRINTABLE.test(text)),
    rule: `must be the name of the licence of the data, of at most ${MAX_LICENSE_LENGTH} printable ASCII characters`,
    example: "'CC BY 4.0'",
  },
  /** What plans with API access cost, shown next to their limits; none: pages name no price. */
  planPrices: {
    name: 'PLAN_PRICES',
    read: toPlanPrices,
    byDefault: NO_PRICES,
    rule: `must be the name of a plan with API access (${PRICED_PLANS}), = and a text of at most 60 characters, or one for each language (ro=…;ru=…;en=…), with ; between the plans, each at most once`,
    example: "'business=490 MDL a month;agency=1 900 MDL a month'",
  },
  /** Null: each process enforces the limits alone. */
  redisUrl: {
    name: 'REDIS_URL',
    read: accept(isRedisUrl),
    rule: 'must be the redis or rediss address of one Redis, with its user, password and database number if it wants them, without query',
    example: 'rediss://user:password@redis.example:6379/0',
    secret: true,
  },
  /** How long Redis may be silent before a process counts the limits alone. */
  redisTimeoutMs: {
    name: 'REDIS_TIMEOUT_MS',
    read: (text) => readWholeNumber(text, MIN_REDIS_TIMEOUT_MS, MAX_REDIS_TIMEOUT_MS),
    byDefault: 80,
    rule: `must be a whole number from ${MIN_REDIS_TIMEOUT_MS} to ${MAX_REDIS_TIMEOUT_MS}`,
    example: '80',
  },
  smtpUrl: {
    name: 'SMTP_URL',
    read: accept(isSmtpUrl),
    rule: 'must be the smtps address of a mail server, or the smtp address of one with STARTTLS or on this machine, with its user and password if it wants them, without path or query',
    example: 'smtps://user:password@mail.example:465',
    secret: true,
  },
  mailFrom: {
    name: 'MAIL_FROM',
    read: accept(isEmail),
    rule: 'must be one plain e-mail address',
    example: 'no-reply@registru.example',
  },
  /** Whether changes are sent to holders' webhooks. */
  sendsWebhooks: {
    name: 'WEBHOOKS',
    read: readSwitch,
    byDefault: true,
    rule: 'must be on or off',
    example: 'off',
  },
  /** Subscription events signed with any of them are accepted; none: events are off. */
  webhookSecrets: {
    name: 'WEBHOOK_SECRET',
    read: toWebhookSecrets,
    byDefault: [],
    rule: `must be one secret or several with commas between them, each of at least ${MIN_WEBHOOK_SECRET_BYTES} bytes in base64, with or without whsec_ before it`,
    example: 'the output of "openssl rand -base64 32"',
    secret: true,
  },
  oidcIssuer: {
    name: 'OIDC_ISSUER',
    read: toIssuer,
    rule: 'must be the https address of an OpenID provider',
    example: 'https://login.example/realms/staff',
  },
  oidcClientId: {
    name: 'OIDC_CLIENT_ID',
    read: accept((text) => PRINTABLE.test(text)),
    rule: 'must be the name, in printable ASCII, by which the provider knows this service',
    example: 'registru',
  },
  oidcClientSecret: {
    name: 'OIDC_CLIENT_SECRET',
    read: accept((text) => PRINTABLE.test(text)),
    rule: 'must be the secret, in printable ASCII, that the provider gave this service',
    example: 'the secret that the provider shows',
    secret: true,
  },
  oidcStaffClaim: {
    name: 'OIDC_STAFF_CLAIM',
    read: toClaim,
    rule: 'must be the name of a claim, = and the value, or one of the values, that staff have there',
    example: 'groups=registru-staff',
  },
} satisfies Record<string, Variable>;

type ValueOf<Of extends Variable> =
  | Exclude<ReturnType<Of['read']>, undefined>
  | (Of extends { byDefault: infer Default } ? Default : null);

/** The values of all variables, or their defaults. */
export type Values = { [Key in keyof typeof VARIABLES]: ValueOf<(typeof VARIABLES)[Key]> };

/** Throws ConfigError for the first invalid variable. */
export function readVariables(env: Environment): Values {
  const values = Object.entries(VARIABLES).map(([key, one]) => [key, readVariable(env, one)]);
  return Object.fromEntries(values);
}

/** An empty variable counts as unset, like a line `NAME=` in an environment file. */
function readVariable(env: Environment, variable: Variable): unknown {
  const { name, read, byDefault = null, rule, example, secret } = variable;
  const text = env[name] ?? '';
  if (text === '') return byDefault;
  const value = read(text);
  if (value !== undefined) return value;
  const got = secret ? '' : `, got ${JSON.stringify(text.slice(0, 200))}`;
  throw new ConfigError(`${name} ${rule}${got}; for example ${name}=${example}`);
}
