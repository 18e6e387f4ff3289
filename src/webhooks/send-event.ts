import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook as Signer } from 'standardwebhooks';
import type { OutgoingEvent, SendEvent } from '../accounts/watching/webhooks.ts';
import { isLoopback, isPublicAddress } from '../domain/account/network.ts';
import {
  readRetryAfter,
  readWebhookUrl,
  WEBHOOK_TIMEOUT_MS,
  type WebhookFault,
} from '../domain/account/webhook.ts';
import { raceAgainst, withTimeLimit } from '../domain/time-limit.ts';
import { sendBounded } from '../outgoing/bounded-request.ts';
import { toShownAnswer } from './shown-answer.ts';

/** The rest of an answer is not read, the handshake of TLS included. */
const MAX_ANSWER_BYTES = 65_536;
/**
 * How long a connection to one of several addresses may take before the next is tried. Node's default
 * of 250 ms is too short for distant receivers, and for a lost SYN, which the system sends again
 * after one second.
 */
const CONNECT_TIMEOUT_MS = 3_000;
/** The time limit of one DNS query; each name server is asked twice. */
const RESOLVE_TIMEOUT_MS = 2_000;
/**
 * An attempt at a name without a public address takes at least this long: a shorter time would tell
 * which internal names the name server knows.
 */
const MIN_REFUSAL_MS = 1_000;
/** The statuses with which a receiver may say when to try again. */
const BUSY_STATUSES: readonly number[] = [429, 503];
/**
 * OpenSSL's and Node's codes for a bad certificate or a failed handshake. Node reports a too weak
 * key or digest as UNSPECIFIED.
 */
const TLS_ERROR =
  /CERT|TLS|SSL|SIGNATURE|EPROTO|INVALID_CA$|INVALID_PURPOSE|PATH_LENGTH|^UNSPECIFIED$|PUBLIC_KEY$/;

export interface SendEventDependencies {
  /** Whether an address may be on this machine. */
  allowsLocal: boolean;
  nowMs: () => number;
  /** Milliseconds of a monotonic clock. */
  elapsedMs: () => number;
  /** Called with the fault of each attempt; null: it was delivered. */
  onAttempt: (fault: WebhookFault | null) => void;
  /** All IP addresses of a name; empty if none can be found. */
  resolve?: (name: string) => Promise<string[]>;
  /** Trusted in place of the system's certificate authorities, in PEM. */
  ca?: string;
  timeoutMs?: number;
  minRefusalMs?: number;
}

interface Answer {
  status: number | null;
  fault: WebhookFault | null;
  retryAfterMs: number;
  /** Its beginning, as text to be shown. */
  answer: string | null;
}

/**
 * Sends each event in one request over a connection of its own, signed as Standard Webhooks say.
 * All addresses of a name must be allowed, and the connection goes to one of these without another
 * look-up. Of an answer only the status and `Retry-After` are used, and its beginning is shown.
 */
export function createSendEvent(dependencies: SendEventDependencies): SendEvent {
  const {
    allowsLocal,
    nowMs,
    elapsedMs,
    onAttempt,
    ca,
    timeoutMs = WEBHOOK_TIMEOUT_MS,
    minRefusalMs = MIN_REFUSAL_MS,
  } = dependencies;
  const { resolve = resolveName } = dependencies;

  async function attempt(event: OutgoingEvent, atMs: number, signal: AbortSignal): Promise<Answer> {
    const url = readWebhookUrl(event.url, allowsLocal);
    if (!(url instanceof URL)) return toFailure('not_public');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    signal.throwIfAborted();
    const startMs = elapsedMs();
    const addresses = await raceAgainst(signal, findAddresses(host, resolve));
    const isAllowed = (address: string) =>
      isPublicAddress(address) || (allowsLocal && isLoopback(address));
    if (addresses.length === 0 || !addresses.every(isAllowed)) {
      await sleep(Math.max(0, startMs + minRefusalMs - elapsedMs()), undefined, { signal });
      return toFailure('not_public');
    }
    const { status, headers, body } = await sendBounded(url, {
      method: 'POST',
      headers: toHeaders(event, atMs),
      lookup: toLookup(addresses),
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      ca,
      signal,
      maxBytes: MAX_ANSWER_BYTES,
      body: event.body,
    });
    const retryAfterMs = BUSY_STATUSES.includes(status)
      ? readRetryAfter(headers['retry-after'], nowMs())
      : 0;
    return { status, fault: toStatusFault(status), retryAfterMs, answer: toShownAnswer(body) };
  }

  return async (event, closing) => {
    const atMs = nowMs();
    const startMs = elapsedMs();
    const answer = await withTimeLimit(
      timeoutMs,
      async (late) => {
        const signal = closing === undefined ? late : AbortSignal.any([late, closing]);
        try {
          return await attempt(event, atMs, signal);
        } catch (error) {
          return toFailure(late.aborted ? 'timeout' : toFault(error));
        }
      },
      () => new Error('the answer took too long'),
    );
    if (closing?.aborted !== true) onAttempt(answer.fault);
    const durationMs = Math.round(elapsedMs() - startMs);
    const bodyBytes = Buffer.byteLength(event.body);
    return { atMs, ...answer, durationMs, eventId: event.id, bodyBytes };
  };
}

async function findAddresses(
  host: string,
  resolve: (name: string) => Promise<string[]>,
): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  // A name server need not know this name.
  return isLoopback(host) ? ['127.0.0.1', '::1'] : await resolve(host);
}

/** Not `dns.lookup`, whose threads a slow name server would keep from other work. */
async function resolveName(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: RESOLVE_TIMEOUT_MS, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

/** Answers every look-up of a connection with these addresses. */
function toLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, { all }, done) => {
    const [first = { address: '', family: 0 }] = found;
    if (all === true) done(null, found);
    else done(null, first.address, first.family);
  };
}

function toHeaders({ id, secrets, body }: OutgoingEvent, atMs: number) {
  const signatures = secrets.map((secret) => new Signer(secret).sign(id, new Date(atMs), body));
  return {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Registru-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(atMs / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}

function toStatusFault(status: number): WebhookFault | null {
  if (status >= 200 && status < 300) return null;
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

function toFailure(fault: WebhookFault): Answer {
  return { status: null, fault, retryAfterMs: 0, answer: null };
}

function toFault(error: unknown): WebhookFault {
  const { code = '' } = error as NodeJS.ErrnoException;
  return TLS_ERROR.test(code) ? 'not_trusted' : 'not_connected';
}
