import { randomBytes, randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { openTestApp } from '../../support/app.ts';
import type { Answer } from '../../support/http.ts';

export const EMAIL = 'Ana@test.example';
const PATH = '/events/subscription';

export interface Sending {
  id?: string;
  /** When it is signed; the clock's time if not given. */
  signedAtMs?: number;
  secret?: string;
  headers?: Record<string, string>;
  /** Stand before the right one. */
  otherSignatures?: string;
  /** Sent in the place of the body that was signed. */
  body?: string | Buffer;
}

export function toBody(change: Record<string, unknown> = {}, data: Record<string, unknown> = {}) {
  return {
    type: 'subscription.activated',
    timestamp: '2026-11-21T10:00:00Z',
    data: { email: EMAIL, plan: 'business', endsAt: null, ...data },
    ...change,
  };
}

/** The real application and a sender of events with its two secrets, the old and the new one. */
export async function openSender() {
  const secrets = [0, 1].map(() => `whsec_${randomBytes(24).toString('base64')}`);
  const app = await openTestApp({ webhookSecrets: secrets });
  const [oldSecret = '', newSecret = ''] = secrets;

  async function send(body: unknown, sending: Sending = {}): Promise<Answer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const { id = randomUUID(), signedAtMs = app.clock.nowMs(), secret = oldSecret } = sending;
    const { otherSignatures = '' } = sending;
    const signedAt = new Date(signedAtMs);
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(signedAtMs / 1_000)),
      'webhook-signature': otherSignatures + new Webhook(secret).sign(id, signedAt, text),
      ...sending.headers,
    };
    return app.send(PATH, { method: 'POST', headers, body: sending.body ?? text });
  }

  return {
    ...app,
    newSecret,
    send,
    /** The outcome that a good event was answered with. */
    async apply(body: unknown, sending: Sending = {}) {
      const answer = await send(body, sending);
      return answer.status === 200 ? JSON.parse(answer.body).outcome : answer;
    },
    account: () => app.store.accounts.findByEmail(EMAIL),
  };
}
