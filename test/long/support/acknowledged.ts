import { randomBytes, randomUUID } from 'node:crypto';
import { Agent, type RequestOptions, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Store } from '../../../src/store/store.ts';
import { COMPANY_PATH } from '../../support/service.ts';

export const WEBHOOK_SECRET = `whsec_${randomBytes(24).toString('base64')}`;
const REQUEST_LOOPS = 4;
const EVENT_LOOPS = 2;
/** Between two requests of a loop: without it they would delay the start of the other servers. */
const PAUSE_MS = 10;
const APPLIED = JSON.stringify({ outcome: 'applied' });

/** What clients of a server know when it has gone. */
export interface Acknowledged {
  /** Requests of the key whose answers came whole. */
  answered: number;
  /** Requests of the key that went out and had no whole answer: counted or not. */
  unanswered: number;
  /**
   * Ids of the events that were applied. Where the system's clock is set back, an event is older than
   * the last one: it is answered too, and changes nothing.
   */
  events: string[];
}

/**
 * Asks with the key and sends events, each loop one after another, until the server is gone. Adds to
 * `known` what was acknowledged.
 */
export async function askUntilGone(port: number, key: string, known: Acknowledged): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: REQUEST_LOOPS + EVENT_LOOPS });
  const options = { agent, host: '127.0.0.1', port };

  async function askOn(): Promise<void> {
    const headers = { 'x-api-key': key };
    try {
      for (;;) {
        const { status } = await send({ ...options, path: COMPANY_PATH, headers });
        // What fails inside is no request of the account's.
        if (status < 500) known.answered++;
        await sleep(PAUSE_MS);
      }
    } catch (error) {
      if (!isRefused(error)) known.unanswered++;
    }
  }

  async function sendEvents(): Promise<void> {
    const email = `${randomUUID()}@test.example`;
    try {
      for (;;) {
        const id = randomUUID();
        const { headers, body } = toEvent(id, email);
        const path = '/events/subscription';
        const answer = await send({ ...options, path, method: 'POST', headers }, body);
        if (answer.body === APPLIED) known.events.push(id);
      }
    } catch {
      // The last one was taken or not.
    }
  }

  await Promise.all([
    ...Array.from({ length: REQUEST_LOOPS }, askOn),
    ...Array.from({ length: EVENT_LOOPS }, sendEvents),
  ]);
  agent.destroy();
}

/** Ids of events that were applied and that the store does not know. */
export async function findLost(store: Store, { events }: Acknowledged): Promise<string[]> {
  const known = await Promise.all(events.map((id) => store.accounts.hasEvent(id)));
  return events.filter((_id, place) => !known[place]);
}

/** Rejects where the answer does not come whole. */
function send(options: RequestOptions, sentBody?: string) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request(options, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject);
    });
    sent.on('error', reject);
    sent.end(sentBody);
  });
}

function toEvent(id: string, email: string) {
  const now = new Date();
  const body = JSON.stringify({
    type: 'subscription.updated',
    timestamp: now.toISOString(),
    data: { email, plan: 'business', endsAt: null },
  });
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(WEBHOOK_SECRET).sign(id, now, body),
  };
  return { headers, body };
}

/** Nothing was sent: nobody listens any more. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}
