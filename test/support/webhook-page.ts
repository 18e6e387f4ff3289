import type { Webhook, WebhookAttempt } from '../../src/store/port/webhooks.ts';
import { isSigned, openReceiver } from '../webhooks/receiver.ts';
import type { Clock } from './clock.ts';
import { IDNO } from './companies.ts';
import { openPage } from './page.ts';

export const SECRET = /whsec_[A-Za-z0-9+/]{43}=/;

export interface WebhookPageOptions {
  clock?: Clock;
  /** Whether the operator has switched deliveries off. */
  isOff?: boolean;
}

/** The page of a signed-in holder, and a receiver on the same machine. */
export async function openWebhookPage({ isOff = false, ...options }: WebhookPageOptions = {}) {
  const env = { DEMO: 'on', WEBHOOKS: isOff ? 'off' : 'on' };
  const page = await openPage({ ...options, env });
  const receiver = await openReceiver();
  const cookie = await page.enter();
  const headers = { cookie, 'accept-language': 'en' };
  const find = async (): Promise<Webhook | null> =>
    page.store.webhooks.find((await page.account()).id);
  return {
    page,
    receiver,
    find,
    /** Writes what it has become. */
    async change(changed: Partial<Webhook>) {
      const webhook = await find();
      if (webhook === null) throw new Error('there is no webhook');
      await page.store.webhooks.replace({ ...webhook, ...changed });
    },
    read: () => page.get('/cont/api', headers),
    get: (operation: string) => page.get(`/cont/api/webhook/${operation}`, headers),
    submit: (operation: string, fields: Readonly<Record<string, string>> = {}) =>
      page.post(`/cont/api/webhook/${operation}`, String(new URLSearchParams(fields)), headers),
    ask: (query: string, variables = {}) => page.askAccount(cookie, query, variables),
    /** How many of the received events this secret has signed. */
    countSigned: (secret: string) =>
      receiver.events.filter((event) => isSigned(event, secret)).length,
  };
}

/** Attempts of all kinds, oldest first. */
export function toAttempts(nowMs: number): WebhookAttempt[] {
  const firstChanges = [{ idno: IDNO, kind: 'updated' }] as const;
  const sent = { changes: 100, firstChanges, eventId: 'msg_1', bodyBytes: 12_345 };
  const delivered = { ...sent, status: 204, fault: null, durationMs: 41, answer: '' } as const;
  const unanswered = { ...sent, status: null, durationMs: 10_000, answer: null } as const;
  const attempts = [
    delivered,
    { ...delivered, status: 200, durationMs: 1_234, changes: 7 },
    { ...delivered, changes: null, firstChanges: [] },
    { ...unanswered, fault: 'not_connected', durationMs: 3 },
    { ...unanswered, fault: 'timeout' },
    { ...unanswered, fault: 'not_public' },
    { ...unanswered, fault: 'not_trusted' },
    { ...delivered, status: 302, fault: 'redirect' },
    { ...delivered, status: 500, fault: 'status', answer: '<h1>Internal Server Error</h1>' },
  ] as const;
  return attempts.map((one, place) => ({
    ...one,
    atMs: nowMs - (attempts.length - place) * 60_000,
  }));
}
