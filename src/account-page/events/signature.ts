import { isUtf8 } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { RefusedRequest } from '../../web/errors.ts';

/** How far the time in a signature may be from now. */
const TOLERANCE_MS = 300_000;
/** Senders that change their secret sign with two. */
const MAX_SIGNATURES = 20;
const ID = /^[\x21-\x7e]{1,256}$/;
const SECONDS = /^\d{1,12}$/;

const INVALID = {
  status: 401,
  error: 'invalid_signature',
  message: 'Sign the raw body by Standard Webhooks with the shared secret.',
};

const OUT_OF_RANGE = {
  status: 400,
  error: 'timestamp_out_of_range',
  message: `Send webhook-timestamp as the seconds since 1970, within ${TOLERANCE_MS / 60_000} minutes of now.`,
};

/** The id of a request that one of the secrets signed. Throws RefusedRequest for any other. */
export type CheckSignature = (headers: IncomingHttpHeaders, body: Buffer) => string;

/**
 * Standard Webhooks, version 1: HMAC-SHA-256 over id, time and the raw bytes. The library signs;
 * its own check reads the system's clock and takes `12abc` for a time.
 */
export function createSignatureCheck(
  secrets: readonly string[],
  nowMs: () => number,
): CheckSignature {
  const signers = secrets.map((secret) => new Webhook(toBytes(secret), { format: 'raw' }));
  return (headers, body) => {
    const id = readHeader(headers, 'webhook-id', ID);
    const seconds = readHeader(headers, 'webhook-timestamp', SECONDS);
    const given = headers['webhook-signature'];
    if (id === null || seconds === null || typeof given !== 'string') {
      throw new RefusedRequest(INVALID);
    }
    const signedAt = new Date(Number(seconds) * 1_000);
    if (Math.abs(nowMs() - signedAt.getTime()) > TOLERANCE_MS) {
      throw new RefusedRequest(OUT_OF_RANGE);
    }
    // The library signs text, and bytes that are no UTF-8 would all become the same text.
    if (!isUtf8(body)) throw new RefusedRequest(INVALID);
    const signatures = given.split(' ', MAX_SIGNATURES);
    const isSigned = signers.some((signer) => {
      const wanted = signer.sign(id, signedAt, body);
      return signatures.some((signature) => isSame(signature, wanted));
    });
    if (!isSigned) throw new RefusedRequest(INVALID);
    return id;
  };
}

function toBytes(secret: string): Uint8Array {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

function readHeader(headers: IncomingHttpHeaders, name: string, shape: RegExp): string | null {
  const value = headers[name];
  return typeof value === 'string' && shape.test(value) ? value : null;
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
