import { Webhook } from 'standardwebhooks';
export { WebhookVerificationError } from 'standardwebhooks';
/**
 * The event in a request of the service's webhook. Throws a WebhookVerificationError if it is not
 * signed with the secret, or was sent more than five minutes ago. The body is as it came, unparsed.
 */
export function verifyWebhook(body, headers, secret) {
    const pairs = headers instanceof Headers ? [...headers] : Object.entries(headers);
    const texts = Object.fromEntries(pairs.map(([name, value]) => [name, String(value)]));
    return new Webhook(secret).verify(body, texts);
}
