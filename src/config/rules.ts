import { isIP } from 'node:net';
import { isEmail } from '../domain/account/email.ts';
import { LANGUAGES, type Language } from '../domain/account/language.ts';
import { isLoopback } from '../domain/account/network.ts';
import { API_PLANS, type Plan, type PlanPrices } from '../domain/account/plan.ts';

/*
 * What the texts of variables may be. A function that reads a value returns undefined for a text that
 * breaks the rule.
 */

/** Standard Webhooks requires 24 to 64 bytes; its library accepts three. */
export const MIN_WEBHOOK_SECRET_BYTES = 24;
const MAX_WEBHOOK_SECRET_LENGTH = 1_000;
const MAX_SECRETS = 10;
const MAX_PROXIES = 100;
const CLAIM = /^([^\s=]{1,200})=(\S(?:.{0,198}\S)?)$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Refuses user, query and fragment, even empty ones: appended paths would become part of them. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || text.length > 2_000 || /[\s?#]/.test(text)) return false;
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb && url.username === '' && url.password === '';
}

/** A URL without a path, to which paths are appended. */
export function toWebOrigin(text: string): string | undefined {
  if (!isWebAddress(text)) return undefined;
  const { pathname, origin } = new URL(text);
  return pathname === '/' ? origin : undefined;
}

/**
 * Refuses plain http, where an attacker could answer in place of the OpenID provider. A URL without
 * a path gets its slash, as in the provider's own metadata.
 */
export function toIssuer(text: string): string | undefined {
  if (!isWebAddress(text)) return undefined;
  const { protocol, hostname, href } = new URL(text);
  return protocol === 'https:' || isLoopback(hostname) ? href : undefined;
}

/** Printable characters only: no control or direction characters. */
const PRICE = /^(?=.*\S)[^\p{C}\p{Zl}\p{Zp};=]{1,60}$/u;

/**
 * `business=490 MDL;agency=…`, where one text counts for all languages, or a text for each,
 * `business=ro=490 lei;ru=490 леев;en=490 MDL;agency=…`.
 */
export function toPlanPrices(text: string): PlanPrices | undefined {
  const prices = new Map<Plan, Map<Language, string>>();
  let texts: Map<Language, string> | undefined;
  for (const part of text.split(';')) {
    const words = part.split('=').map((word) => word.trim());
    const plan = API_PLANS.find((one) => one.plan === words[0])?.plan;
    if (plan !== undefined) {
      if (prices.has(plan)) return undefined;
      texts = new Map();
      prices.set(plan, texts);
      words.shift();
    }
    const price = words.pop() ?? '';
    if (texts === undefined || words.length > 1 || !PRICE.test(price)) return undefined;
    const [language] = words;
    const languages = LANGUAGES.filter((one) => language === undefined || one === language);
    if (languages.length === 0 || languages.some((one) => texts?.has(one))) return undefined;
    for (const one of languages) texts.set(one, price);
  }
  const isWhole = [...prices.values()].every(({ size }) => size === LANGUAGES.length);
  return isWhole ? Object.fromEntries([...prices].map(toPlanPrice)) : undefined;
}

function toPlanPrice([plan, texts]: [Plan, Map<Language, string>]) {
  return [plan, Object.fromEntries(texts) as Record<Language, string>] as const;
}

export function toClaim(text: string): { name: string; value: string } | undefined {
  const [, name, value] = CLAIM.exec(text) ?? [];
  return name === undefined || value === undefined ? undefined : { name, value };
}

export function readWholeNumber(text: string, min: number, max: number): number | undefined {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

function toList(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

/** One or several, with commas between them. */
export function toSecrets(text: string, minLength: number): [string, ...string[]] | undefined {
  const [first = '', ...others] = toList(text);
  const isGood = [first, ...others].every(({ length }) => length >= minLength);
  return isGood && others.length < MAX_SECRETS ? [first, ...others] : undefined;
}

export function toTrustedNetworks(text: string): string[] | undefined {
  const parts = toList(text);
  return parts.length <= MAX_PROXIES && parts.every(isNetwork) ? parts : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : 0;
  // 0 would trust every client, and Fastify refuses it.
  return bits >= 1 && bits <= (version === 4 ? 32 : 128);
}

/** One line of `security.txt` (RFC 9116), which takes web addresses with https only. */
export function isSecurityContact(text: string): boolean {
  return isMailbox(text) || (text.startsWith('https://') && isWebAddress(text));
}

/** A link on pages; an address may have a query, as pages of plans do. */
export function isPublicLink(text: string): boolean {
  if (isMailbox(text)) return true;
  const url = URL.parse(text);
  if (url === null || text.length > 2_000 || /\s/.test(text)) return false;
  return url.protocol === 'https:' && url.username === '' && url.password === '';
}

function isMailbox(text: string): boolean {
  return text.startsWith('mailto:') && isEmail(text.slice('mailto:'.length));
}

export function isSmtpUrl(text: string): boolean {
  return isServerUrl(text, ['smtp:', 'smtps:'], /^\/?$/);
}

export function isRedisUrl(text: string): boolean {
  return isServerUrl(text, ['redis:', 'rediss:'], /^\/?\d{0,4}$/);
}

function isServerUrl(text: string, protocols: readonly string[], path: RegExp): boolean {
  const url = URL.parse(text);
  if (url === null || text.length > 2_000 || /\s/.test(text)) return false;
  if (!protocols.includes(url.protocol) || url.hostname === '') return false;
  const isBare = url.search === '' && url.hash === '' && path.test(url.pathname);
  return isBare && isDecodable(url.username) && isDecodable(url.password);
}

const MONGODB_ADDRESS = /^mongodb(?:\+srv)?:\/\/(?:([^@/?#]*)@)?[^@/?#]+\/([\w-]{1,63})(\?[^#]*)?$/;

/** Not parsed as a URL, because it may contain a list of hosts. */
export function isMongodbUri(text: string): boolean {
  if (text.length > 2_000 || /\s/.test(text)) return false;
  const [address, user = '', , query = ''] = MONGODB_ADDRESS.exec(text) ?? [];
  return address !== undefined && isDecodable(user) && !/[?&]timeoutMS=/i.test(query);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export function toWebhookSecrets(text: string): string[] | undefined {
  const secrets = toList(text);
  return secrets.length <= MAX_SECRETS && secrets.every(isWebhookSecret) ? secrets : undefined;
}

function isWebhookSecret(text: string): boolean {
  const base64 = text.replace(/^whsec_/, '');
  if (text.length > MAX_WEBHOOK_SECRET_LENGTH || !BASE64.test(base64)) return false;
  return Buffer.from(base64, 'base64').length >= MIN_WEBHOOK_SECRET_BYTES;
}

/** A wildcard host is replaced, because clients cannot connect to it. */
export function toAuthority(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
