import { z } from 'zod';
import {
  areNetworks,
  areSecrets,
  areWebhookSecrets,
  isMongodbUri,
  isRedisUrl,
  isSmtpUrl,
  isWebAddress,
  MIN_SECRET_LENGTH,
  MIN_WEBHOOK_SECRET_BYTES,
  toAuthority,
  toList,
  withoutTrailingSlash,
} from './config-rules.ts';
import { ConfigError, type Environment, readVariable, variable } from './config-variable.ts';
import { isEmail } from './domain/email.ts';
import { readOidc } from './oidc-config.ts';
import type { OidcConfig } from './staff/oidc/provider.ts';

export { ConfigError };

const MIN_TOKEN_LENGTH = 16;

/** Every variable that the program reads. README lists the same. */
const VARIABLES = {
  PORT: variable({
    schema: z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .refine((port) => port >= 1 && port <= 65_535)
      .default(3000),
    rule: 'must be a whole number from 1 to 65535',
    example: '3000',
  }),
  HOST: variable({
    schema: z
      .string()
      .regex(/^[\w.:-]+$/)
      .max(253)
      .refine((host) => URL.canParse(`http://${toAuthority(host)}`))
      .default('127.0.0.1'),
    rule: 'must be a host name or an IP address to listen on',
    example: '127.0.0.1',
  }),
  BASE_URL: variable({
    schema: z.string().refine(isWebAddress).transform(withoutTrailingSlash).optional(),
    rule: 'must be an http or https address without query',
    example: 'https://registru.example',
  }),
  COMPANY_URL: variable({
    schema: z
      .string()
      .refine((text) => isWebAddress(text) && text.includes('{idno}'))
      .optional(),
    rule: 'must be an http or https address with {idno} in it',
    example: 'https://registru.example/companie/{idno}',
  }),
  DATA_DIR: variable({
    schema: z
      .string()
      .min(1)
      .max(4_096)
      .refine((path) => !path.includes('\0'))
      .default('data'),
    rule: 'must be the path of a folder',
    example: 'data',
  }),
  MONGODB_URI: variable({
    schema: z.string().refine(isMongodbUri).optional(),
    rule: 'must be a mongodb or mongodb+srv address whose path names the database, with special characters of its user and password percent-encoded, and without the option timeoutMS',
    example: 'mongodb://user:password@db1.example,db2.example/registru?replicaSet=rs0',
    secret: true,
  }),
  DEMO: variable({
    schema: z.enum(['on', 'off']).optional(),
    rule: 'must be on or off',
    example: 'off',
  }),
  TRUST_PROXY: variable({
    schema: z.string().transform(toList).refine(areNetworks).default([]),
    rule: 'must be IP addresses or CIDR ranges with commas between them',
    example: '10.0.0.0/8,192.168.1.5',
  }),
  LOG_LEVEL: variable({
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    rule: 'must be fatal, error, warn, info, debug, trace or silent',
    example: 'info',
  }),
  METRICS_TOKEN: variable({
    schema: z
      .string()
      .regex(/^[\x21-\x7e]+$/)
      .min(MIN_TOKEN_LENGTH)
      .max(1_000)
      .optional(),
    rule: `must have at least ${MIN_TOKEN_LENGTH} printable characters and no space`,
    example: 'the output of "openssl rand -hex 16"',
    secret: true,
  }),
  APP_SECRET: variable({
    schema: z.string().transform(toList).refine(areSecrets).optional(),
    rule: `must be one secret or several with commas between them, each of at least ${MIN_SECRET_LENGTH} characters`,
    example: 'the output of "openssl rand -hex 32"',
    secret: true,
  }),
  REDIS_URL: variable({
    schema: z.string().refine(isRedisUrl).optional(),
    rule: 'must be the redis or rediss address of one Redis, with its user, password and database number if it wants them, without query',
    example: 'rediss://user:password@redis.example:6379/0',
    secret: true,
  }),
  SMTP_URL: variable({
    schema: z.string().refine(isSmtpUrl).optional(),
    rule: 'must be the smtp or smtps address of a mail server, with its user and password if it wants them, without path or query',
    example: 'smtps://user:password@mail.example:465',
    secret: true,
  }),
  MAIL_FROM: variable({
    schema: z.string().refine(isEmail).optional(),
    rule: 'must be one plain e-mail address',
    example: 'no-reply@registru.example',
  }),
  WEBHOOK_SECRET: variable({
    schema: z.string().transform(toList).refine(areWebhookSecrets).default([]),
    rule: `must be one secret or several with commas between them, each of at least ${MIN_WEBHOOK_SECRET_BYTES} bytes in base64, with or without whsec_ before it`,
    example: 'the output of "openssl rand -base64 32"',
    secret: true,
  }),
};

export interface Config {
  port: number;
  host: string;
  /** Absolute addresses of this service begin with it; no slash at its end. */
  baseUrl: string;
  /** The address of a company's public page, with `{idno}` in it. */
  companyUrl: string;
  dataDir: string;
  /** The store for many machines; null: the embedded one in `dataDir`. */
  mongodbUri: string | null;
  demo: boolean;
  /** Proxies whose `X-Forwarded-For` is believed: addresses and CIDR ranges. */
  trustProxy: string[];
  logLevel: string;
  /** Opens the metrics to other machines; null: only this machine sees them. */
  metricsToken: string | null;
  /** The first signs and seals, all open; null: the embedded store keeps one of its own. */
  appSecrets: [string, ...string[]] | null;
  /** Null: each process counts alone. */
  redisUrl: string | null;
  /** Null: no mail is sent. */
  smtp: { smtpUrl: string; from: string } | null;
  /** Subscription events signed with any of them are taken; none: events are off. */
  webhookSecrets: string[];
  /** Null: staff sign in as any account holder does. */
  oidc: OidcConfig | null;
}

/** Reads the environment. Throws ConfigError for the first variable that can't be used. */
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
    metricsToken: read(env, 'METRICS_TOKEN') ?? null,
    appSecrets: firstSecret === undefined ? null : [firstSecret, ...otherSecrets],
    redisUrl: read(env, 'REDIS_URL') ?? null,
    smtp: readSmtp(env),
    webhookSecrets: read(env, 'WEBHOOK_SECRET'),
    oidc: readOidc(env),
  };
}

function readSmtp(env: Environment): Config['smtp'] {
  const smtpUrl = read(env, 'SMTP_URL');
  const from = read(env, 'MAIL_FROM');
  if (smtpUrl === undefined) return null;
  if (from !== undefined) return { smtpUrl, from };
  const { example } = VARIABLES.MAIL_FROM;
  throw new ConfigError(
    `MAIL_FROM must be set where SMTP_URL is; for example MAIL_FROM=${example}`,
  );
}

function read<Name extends keyof typeof VARIABLES>(
  env: Environment,
  name: Name,
): z.output<(typeof VARIABLES)[Name]['schema']> {
  return readVariable<z.ZodType>(env, name, VARIABLES[name]) as z.output<
    (typeof VARIABLES)[Name]['schema']
  >;
}
