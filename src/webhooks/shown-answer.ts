import { cutSecrets } from '../domain/account/secret-texts.ts';
import { MAX_STORED_ANSWER_BYTES } from '../domain/account/webhook.ts';

/** Characters that move, hide or reorder others where a text is shown; line ends and tabs do not. */
const UNSAFE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The beginning of an answer as text to be shown: what is no text is `\ufffd`, keys are cut. */
export function toShownAnswer(body: Buffer): string {
  // Leaves out a character that is cut at the end.
  const start = body.subarray(0, MAX_STORED_ANSWER_BYTES);
  const text = new TextDecoder().decode(start, { stream: true });
  const safe = text.replaceAll('\r\n', '\n').replace(UNSAFE, '\ufffd');
  return cutSecrets(safe, MAX_STORED_ANSWER_BYTES).trimEnd();
}
