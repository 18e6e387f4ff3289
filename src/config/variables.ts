import { z } from 'zod';
import { isEmail } from '../domain/account/email.ts';
import {
  areNetworks,
  areSecrets,
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
  MIN_SECRET_LENGTH,
  MIN_WEBHOOK_SECRET_BYTES,
  toAuthority,
  toClaim,
  toHref,
  toList,
  toOrigin,
} from './rules.ts';
import { type Environment, readVariable, variable } from './variable.ts';

const MIN_TOKEN_LENGTH = 16;
const PRINTABLE = /^[\x20-\x7e]{1,500}$/;
/** About eight times the size of all answers of the register. */
const MAX_ANSWER_CACHE_MIB = 4_096;

/** The variables that do not depend on each other. docs/operating.md lists all of them. */
export const VARIABLES = {
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
    schema: z.string().refine(isWebOrigin).transform(toOrigin).optional(),
    rule: 'must be an http or https origin: scheme, host and port, without path, query or user',
    example: 'https://registru.example',
  }),
  COMPANY_URL: variable({
    schema: z
      .string()
      .refine((text) => isWebAddress(text) && text.includes('{idno}'))
      .optional(),
    rule: 'must be an http or https address with {idno} in it, without query or user',
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
  ANSWER_CACHE_MIB: variable({
    schema: z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .refine((mib) => mib <= MAX_ANSWER_CACHE_MIB)
      .default(64),
    rule: `must be a whole number from 0 to ${MAX_ANSWER_CACHE_MIB}`,
    example: '64',
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
  SECURITY_CONTACT: variable({
    schema: z.string().refine(isSecurityContact).optional(),
    rule: 'must be the address for security reports: mailto: and one plain e-mail address, or an https address',
    example: 'mailto:security@registru.example',
  }),
  SUPPORT_URL: variable({
    schema: z.string().refine(isPublicLink).optional(),
    rule: 'must be where people get help: mailto: and one plain e-mail address, or an https address without user',
    example: 'mailto:support@registru.example',
  }),
  UPGRADE_URL: variable({
    schema: z.string().refine(isPublicLink).optional(),
    rule: 'must be where people get a plan: an https address without user, or mailto: and one plain e-mail address',
    example: 'https://registru.example/plans',
  }),
  REDIS_URL: variable({
    schema: z.string().refine(isRedisUrl).optional(),
    rule: 'must be the redis or rediss address of one Redis, with its user, password and database number if it wants them, without query',
    example: 'rediss://user:password@redis.example:6379/0',
    secret: true,
  }),
  SMTP_URL: variable({
    schema: z.string().refine(isSmtpUrl).optional(),
    rule: 'must be the smtps address of a mail server, or the smtp address of one with STARTTLS or on this machine, with its user and password if it wants them, without path or query',
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
  OIDC_ISSUER: variable({
    schema: z.string().refine(isIssuer).transform(toHref).optional(),
    rule: 'must be the https address of an OpenID provider',
    example: 'https://login.example/realms/staff',
  }),
  OIDC_CLIENT_ID: variable({
    schema: z.string().regex(PRINTABLE).optional(),
    rule: 'must be the name, in printable ASCII, by which the provider knows this service',
    example: 'registru',
  }),
  OIDC_CLIENT_SECRET: variable({
    schema: z.string().regex(PRINTABLE).optional(),
    rule: 'must be the secret, in printable ASCII, that the provider gave this service',
    example: 'the secret that the provider shows',
    secret: true,
  }),
  OIDC_STAFF_CLAIM: variable({
    schema: z.string().regex(CLAIM).transform(toClaim).optional(),
    rule: 'must be the name of a claim, = and the value, or one of the values, that staff have there',
    example: 'groups=registru-staff',
  }),
};

/** Throws ConfigError. */
export function read<Name extends keyof typeof VARIABLES>(
  env: Environment,
  name: Name,
): z.output<(typeof VARIABLES)[Name]['schema']> {
  return readVariable<z.ZodType>(env, name, VARIABLES[name]) as z.output<
    (typeof VARIABLES)[Name]['schema']
  >;
}
