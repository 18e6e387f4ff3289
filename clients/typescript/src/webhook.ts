import { Webhook } from 'standardwebhooks';
import type { ChangesEvent, TestEvent } from './types.ts';

export { WebhookVerificationError } from 'standardwebhooks';

/** Headers of Node, or of fetch. */
type WebhookHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;

/**
 * The event in a request of the service's webhook. Throws a WebhookVerificationError if it is not
 * signed with the secret, or was sent more than five minutes ago. The body is as it came, unparsed.
 */
export function verifyWebhook(
  body: string,
  headers: WebhookHeaders,
  secret: string,
): ChangesEvent | TestEvent {
  const pairs = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const texts = Object.fromEntries(pairs.map(([name, value]) => [name, String(value)]));
  return new Webhook(secret).verify(body, texts) as ChangesEvent | TestEvent;
}
