import { z } from 'zod';
import { isEmail } from '../domain/account/email.ts';
import { API_PLANS, type PlanPrices } from '../domain/account/plan.ts';
import {
  areNetworks,
  areWebhookSecrets,
  CLAIM,
  isIssuer,
  isMongodbUri,
  isPublicLink,
  isRedisUrl,
  isSecurityContact,
  isSmtpUrl,
  isWebAddress,
  isWebOrigin,
  MAX_SECRETS,
  MIN_WEBHOOK_SECRET_BYTES,
  normalizeUrl,
  toAuthority,
  toClaim,
  toList,
  toOrigin,
  toPlanPrices,
} from './rules.ts';

/** An invalid variable: one line with its name, the rule, and an example. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

interface Variable {
  name: string;
  schema: z.ZodType;
  /** What a value must be; continues a sentence that begins with the variable's name. */
  rule: string;
  example: string;
  /** The value never appears in a message. */
  secret?: true;
}

const MIN_SECRET_LENGTH = 32;
const SECRET = z.string().min(MIN_SECRET_LENGTH);
const MIN_TOKEN_LENGTH = 16;
const PRICED_PLANS = API_PLANS.map(({ plan }) => plan).join(', ');
const PRINTABLE = /^[\x20-\x7e]{1,500}$/;
/** About eight times the size of all answers of the register. */
const MAX_ANSWER_CACHE_MIB = 4_096;

/** All variables, by their names in `Config`. docs/operating.md lists them too. */
export const VARIABLES = {
  host: {
    name: 'HOST',
    schema: z
      .string()
      .regex(/^[\w.:-]+$/)
      .max(253)
      .refine((host) => URL.canParse(`http://${toAuthority(host)}`))
      .default('127.0.0.1'),
    rule: 'must be a host name or an IP address to listen on',
    example: '127.0.0.1',
  },
  port: {
    name: 'PORT',
    schema: z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .pipe(z.number().min(1).max(65_535))
      .default(3000),
    rule: 'must be a whole number from 1 to 65535',
    example: '3000',
  },
  baseUrl: {
    name: 'BASE_URL',
    schema: z.string().refine(isWebOrigin).transform(toOrigin).nullable().default(null),
    rule: 'must be an http or https origin: scheme, host and port, without path, query or user',
    example: 'https://registru.example',
  },
  /** The store for several machines; null: the embedded store in `dataDir`. */
  mongodbUri: {
    name: 'MONGODB_URI',
    schema: z.string().refine(isMongodbUri).nullable().default(null),
    rule: 'must be a mongodb or mongodb+srv address whose path names the database, with special characters of its user and password percent-encoded, and without the option timeoutMS',
    example: 'mongodb://user:password@db1.example,db2.example/registru?replicaSet=rs0',
    secret: true,
  },
  /** The first encrypts; all of them can decrypt. Null: the data folder has its own. */
  appSecrets: {
    name: 'APP_SECRET',
    schema: z
      .string()
      .transform(toList)
      .pipe(z.tuple([SECRET], SECRET).refine((secrets) => secrets.length <= MAX_SECRETS))
      .nullable()
      .default(null),
    rule: `must be one secret or several with commas between them, each of at least ${MIN_SECRET_LENGTH} characters`,
    example: 'the output of "openssl rand -hex 32"',
    secret: true,
  },
  companyUrl: {
    name: 'COMPANY_URL',
    schema: z
      .string()
      .refine((text) => isWebAddress(text) && text.includes('{idno}'))
      .nullable()
      .default(null),
    rule: 'must be an http or https address with {idno} in it, without query or user',
    example: 'https://registru.example/companie/{idno}',
  },
  /** Whether search engines may list companies' pages. */
  indexCompanies: {
    name: 'INDEX_COMPANIES',
    schema: z
      .enum(['on', 'off'])
      .default('off')
      .transform((text) => text === 'on'),
    rule: 'must be on or off',
    example: 'off',
  },
  dataDir: {
    name: 'DATA_DIR',
    schema: z
      .string()
      .min(1)
      .max(4_096)
      .refine((path) => !path.includes('\0'))
      .default('data'),
    rule: 'must be the path of a folder',
    example: 'data',
  },
  demo: {
    name: 'DEMO',
    schema: z.enum(['on', 'off']).nullable().default(null),
    rule: 'must be on or off',
    example: 'off',
  },
  /** Proxies whose `X-Forwarded-For` is trusted: addresses and CIDR ranges. */
  trustProxy: {
    name: 'TRUST_PROXY',
    schema: z.string().transform(toList).refine(areNetworks).default([]),
    rule: 'must be IP addresses or CIDR ranges with commas between them',
    example: '10.0.0.0/8,192.168.1.5',
  },
  logLevel: {
    name: 'LOG_LEVEL',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    rule: 'must be fatal, error, warn, info, debug, trace or silent',
    example: 'info',
  },
  /** Memory for cached answers; 0: none are cached. */
  answerCacheMib: {
    name: 'ANSWER_CACHE_MIB',
    schema: z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .refine((mib) => mib <= MAX_ANSWER_CACHE_MIB)
      .default(64),
    rule: `must be a whole number from 0 to ${MAX_ANSWER_CACHE_MIB}`,
    example: '64',
  },
  /** Gives other machines access to the metrics; null: only this machine has it. */
  metricsToken: {
    name: 'METRICS_TOKEN',
    schema: z
      .string()
      .regex(/^[\x21-\x7e]+$/)
      .min(MIN_TOKEN_LENGTH)
      .max(1_000)
      .nullable()
      .default(null),
    rule: `must have at least ${MIN_TOKEN_LENGTH} printable characters and no space`,
    example: 'the output of "openssl rand -hex 16"',
    secret: true,
  },
  /** Where to report a vulnerability, as `mailto:` or `https:`; null: it is not published. */
  securityContact: {
    name: 'SECURITY_CONTACT',
    schema: z.string().refine(isSecurityContact).nullable().default(null),
    rule: 'must be the address for security reports: mailto: and one plain e-mail address, or an https address',
    example: 'mailto:security@registru.example',
  },
  /** Where people get help, as `https:` or `mailto:`; null: pages have no such link. */
  supportUrl: {
    name: 'SUPPORT_URL',
    schema: z.string().refine(isPublicLink).nullable().default(null),
    rule: 'must be where people get help: mailto: and one plain e-mail address, or an https address without user',
    example: 'mailto:support@registru.example',
  },
  /** Where people get a plan with API access, as `https:` or `mailto:`; null: no such link. */
  upgradeUrl: {
    name: 'UPGRADE_URL',
    schema: z.string().refine(isPublicLink).nullable().default(null),
    rule: 'must be where people get a plan: an https address without user, or mailto: and one plain e-mail address',
    example: 'https://registru.example/plans',
  },
  /** What plans with API access cost, shown next to their limits; none: pages name no price. */
  planPrices: {
    name: 'PLAN_PRICES',
    schema: z
      .string()
      .transform(toPlanPrices)
      .pipe(z.custom<PlanPrices>((prices) => prices !== null))
      .default({}),
    rule: `must be the name of a plan with API access (${PRICED_PLANS}), = and a text of at most 60 characters, with ; between the plans, each at most once`,
    example: '"business=490 MDL a month;agency=1 900 MDL a month"',
  },
  /** Null: each process enforces the limits alone. */
  redisUrl: {
    name: 'REDIS_URL',
    schema: z.string().refine(isRedisUrl).nullable().default(null),
    rule: 'must be the redis or rediss address of one Redis, with its user, password and database number if it wants them, without query',
    example: 'rediss://user:password@redis.example:6379/0',
    secret: true,
  },
  smtpUrl: {
    name: 'SMTP_URL',
    schema: z.string().refine(isSmtpUrl).nullable().default(null),
    rule: 'must be the smtps address of a mail server, or the smtp address of one with STARTTLS or on this machine, with its user and password if it wants them, without path or query',
    example: 'smtps://user:password@mail.example:465',
    secret: true,
  },
  mailFrom: {
    name: 'MAIL_FROM',
    schema: z.string().refine(isEmail).nullable().default(null),
    rule: 'must be one plain e-mail address',
    example: 'no-reply@registru.example',
  },
  /** Whether changes are sent to holders' webhooks. */
  sendsWebhooks: {
    name: 'WEBHOOKS',
    schema: z
      .enum(['on', 'off'])
      .default('on')
      .transform((text) => text === 'on'),
    rule: 'must be on or off',
    example: 'off',
  },
  /** Subscription events signed with any of them are accepted; none: events are off. */
  webhookSecrets: {
    name: 'WEBHOOK_SECRET',
    schema: z.string().transform(toList).refine(areWebhookSecrets).default([]),
    rule: `must be one secret or several with commas between them, each of at least ${MIN_WEBHOOK_SECRET_BYTES} bytes in base64, with or without whsec_ before it`,
    example: 'the output of "openssl rand -base64 32"',
    secret: true,
  },
  oidcIssuer: {
    name: 'OIDC_ISSUER',
    schema: z.string().refine(isIssuer).transform(normalizeUrl).nullable().default(null),
    rule: 'must be the https address of an OpenID provider',
    example: 'https://login.example/realms/staff',
  },
  oidcClientId: {
    name: 'OIDC_CLIENT_ID',
    schema: z.string().regex(PRINTABLE).nullable().default(null),
    rule: 'must be the name, in printable ASCII, by which the provider knows this service',
    example: 'registru',
  },
  oidcClientSecret: {
    name: 'OIDC_CLIENT_SECRET',
    schema: z.string().regex(PRINTABLE).nullable().default(null),
    rule: 'must be the secret, in printable ASCII, that the provider gave this service',
    example: 'the secret that the provider shows',
    secret: true,
  },
  oidcStaffClaim: {
    name: 'OIDC_STAFF_CLAIM',
    schema: z.string().regex(CLAIM).transform(toClaim).nullable().default(null),
    rule: 'must be the name of a claim, = and the value, or one of the values, that staff have there',
    example: 'groups=registru-staff',
  },
} satisfies Record<string, Variable>;

/** The values of all variables, or their defaults. */
export type Values = {
  [Key in keyof typeof VARIABLES]: z.output<(typeof VARIABLES)[Key]['schema']>;
};

/** Throws ConfigError for the first invalid variable. */
export function readVariables(env: Environment): Values {
  const values = Object.entries(VARIABLES).map(([key, one]) => [key, readVariable(env, one)]);
  return Object.fromEntries(values);
}

/** An empty variable counts as unset, like a line `NAME=` in an environment file. */
function readVariable(
  env: Environment,
  { name, schema, rule, example, secret }: Variable,
): unknown {
  const text = env[name] === '' ? undefined : env[name];
  const result = schema.safeParse(text);
  if (result.success) return result.data;
  const got = secret ? '' : `, got ${JSON.stringify(text?.slice(0, 200))}`;
  throw new ConfigError(`${name} ${rule}${got}; for example ${name}=${example}`);
}
