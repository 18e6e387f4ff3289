import { isUtf8 } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';

/** How far the time in a signature may be from now. */
export const TOLERANCE_MS = 300_000;
/** Senders that change their secret sign with two. */
const MAX_SIGNATURES = 20;
const ID = /^[\x21-\x7e]{1,256}$/;
const SECONDS = /^\d{1,12}$/;

export type SignatureFault = 'invalid_signature' | 'timestamp_out_of_range';

/** The id of a request that one of the secrets signed, or why the signature is refused. */
export type CheckSignature = (
  headers: IncomingHttpHeaders,
  body: Buffer,
) => { id: string } | { fault: SignatureFault };

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
      return { fault: 'invalid_signature' };
    }
    const signedAt = new Date(Number(seconds) * 1_000);
    if (Math.abs(nowMs() - signedAt.getTime()) > TOLERANCE_MS) {
      return { fault: 'timestamp_out_of_range' };
    }
    // The library signs text, and bytes that are no UTF-8 would all become the same text.
    if (!isUtf8(body)) return { fault: 'invalid_signature' };
    const signatures = given.split(' ', MAX_SIGNATURES);
    const isSigned = signers.some((signer) => {
      const wanted = signer.sign(id, signedAt, body);
      return signatures.some((signature) => isSame(signature, wanted));
    });
    return isSigned ? { id } : { fault: 'invalid_signature' };
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
