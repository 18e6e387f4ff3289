import { randomUUID } from 'node:crypto';
import type { Notification, Notify } from './notification.ts';

/** The most mails that wait, are being sent or pause between attempts; more are dropped. */
const MAX_MAILS = 10_000;
const MAX_SENDING = 4;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** Pauses between the attempts of one mail; after the last attempt it is dropped. */
const PAUSES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  120 * MINUTE_MS,
];

export interface Mail {
  notify: Notify;
  /** How many wait, are being sent or pause between attempts. */
  count(): number;
  /** Waits at most this long for unsent mails; drops the rest and returns how many. */
  close(waitMs: number): Promise<number>;
}

/** The mail server will not accept this mail later either. */
export class RefusedMail extends Error {}

interface OutgoingMail {
  notification: Notification;
  /** The same for each attempt: a mail that arrived twice is recognized by it. */
  id: string;
}

interface WaitingMail extends OutgoingMail {
  /** Attempts so far. */
  attempts: number;
}

export interface MailOutboxDependencies {
  /**
   * Rejects when the mail server did not accept the mail, with RefusedMail if it never will, and
   * soon after the signal.
   */
  send: (mail: OutgoingMail, signal: AbortSignal) => Promise<void>;
  nowMs: () => number;
  /** Called for each failed attempt and each dropped mail; never with its text. */
  onFault: (error: unknown) => void;
  /** Between the attempts of one mail. */
  pausesMs?: readonly number[];
}

/** Sends mails outside requests and repeats failed attempts. */
export function createMailOutbox(dependencies: MailOutboxDependencies): Mail {
  const { send, nowMs, onFault, pausesMs = PAUSES_MS } = dependencies;
  const waiting: WaitingMail[] = [];
  const pauses = new Set<NodeJS.Timeout>();
  const closing = new AbortController();
  const emptied = Promise.withResolvers<void>();
  let sending = 0;
  let isClosing = false;

  const count = () => waiting.length + pauses.size + sending;

  function sendNext(): void {
    sending--;
    sendWaiting();
  }

  function sendWaiting(): void {
    while (sending < MAX_SENDING && !closing.signal.aborted) {
      const next = waiting.shift();
      if (next === undefined) break;
      sending++;
      attemptOnce(next).then(sendNext, sendNext);
    }
    if (isClosing && count() === 0) emptied.resolve();
  }

  async function attemptOnce(mail: WaitingMail): Promise<void> {
    const { notification, attempts } = mail;
    if (notification.kind === 'sign_in_link' && nowMs() >= notification.endsAtMs) {
      onFault(new Error('a mail was given up: its link has expired'));
      return;
    }
    try {
      await send(mail, closing.signal);
    } catch (error) {
      // `close` has already counted it as dropped.
      if (closing.signal.aborted) return;
      onFault(error);
      const isRefused = error instanceof RefusedMail;
      const pauseMs = isRefused ? undefined : pausesMs[attempts];
      const made = attempts + 1;
      if (pauseMs !== undefined) pause({ ...mail, attempts: made }, pauseMs);
      else if (isRefused) onFault(new Error('a mail was given up: it will never be accepted'));
      else onFault(new Error(`a mail was given up after ${made} attempts`));
    }
  }

  function pause(mail: WaitingMail, pauseMs: number): void {
    const timer = setTimeout(() => {
      pauses.delete(timer);
      waiting.push(mail);
      sendWaiting();
    }, pauseMs).unref();
    pauses.add(timer);
  }

  return {
    count,
    notify(notification) {
      if (isClosing || count() >= MAX_MAILS) {
        const reason = isClosing ? 'the outbox is closed' : `${MAX_MAILS} wait`;
        onFault(new Error(`a mail was given up: ${reason}`));
        return;
      }
      waiting.push({ notification, id: randomUUID(), attempts: 0 });
      // Later, so that the caller can answer its request first.
      setImmediate(sendWaiting);
    },

    async close(waitMs) {
      isClosing = true;
      const deadline = setTimeout(emptied.resolve, waitMs);
      sendWaiting();
      await emptied.promise;
      clearTimeout(deadline);
      const left = count();
      closing.abort();
      for (const timer of pauses) clearTimeout(timer);
      if (left > 0) onFault(new Error(`mails given up at the stop: ${left}`));
      return left;
    },
  };
}
