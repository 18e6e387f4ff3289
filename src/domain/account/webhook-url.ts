import { isIP } from 'node:net';
import { isLoopback, isPublicAddress } from './network.ts';
import { MAX_WEBHOOK_URL_LENGTH } from './webhook.ts';

/** The default port of https, and ports that no system service listens on. */
const HTTPS_PORT = 443;
const LAST_SYSTEM_PORT = 1_023;

/**
 * The address with its host as a request would use it (`https://0x7f.1/` is `https://127.0.0.1/`), or
 * why it cannot be a webhook's, as one sentence. The address that a name resolves to is checked at
 * each request. `allowsLocal`: this machine is accepted too, also with http.
 */
export function readWebhookUrl(text: string, allowsLocal: boolean): URL | string {
  const url = /[\s\\]/.test(text) ? null : URL.parse(text);
  // Letters outside ASCII become longer.
  const length = Math.max(text.length, url?.href.length ?? 0);
  if (length > MAX_WEBHOOK_URL_LENGTH) {
    return `an address has at most ${MAX_WEBHOOK_URL_LENGTH} characters, got ${length}`;
  }
  if (url === null) return 'this is not an address; write it as https://example.md/registru';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocal = allowsLocal && isLoopback(host);
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) {
    return 'the address must begin with https://';
  }
  if (url.username !== '' || url.password !== '') {
    return 'the address must not contain a user or a password; requests are signed';
  }
  if (isLocal) return url;
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  if (port !== HTTPS_PORT && port <= LAST_SYSTEM_PORT) {
    return `the port must be ${HTTPS_PORT} or above ${LAST_SYSTEM_PORT}, got ${port}`;
  }
  const isName = isIP(host) === 0;
  if (isName ? /(^|\.)localhost\.?$/i.test(host) : !isPublicAddress(host)) {
    return 'the address must be on the public Internet, not on a private or reserved network';
  }
  return url;
}
