import { randomUUID } from 'node:crypto';
import type { Notification, Notify } from './notification.ts';

/** The most mails that wait, are being sent or pause between attempts; more are dropped. */
export const MAX_MAILS = 10_000;
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
  /**
   * Resolves once at most `most` are left, or when the mail server has taken none for `idleMs`: from
   * then on at once, until it takes one again.
   */
  drain(most: number, idleMs: number): Promise<void>;
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
  /** Called for each mail that is not sent. */
  onDropped?: (notification: Notification) => void;
  /** Between the attempts of one mail. */
  pausesMs?: readonly number[];
  maxMails?: number;
}

/** Sends mails outside requests and repeats failed attempts. */
export function createMailOutbox(dependencies: MailOutboxDependencies): Mail {
  const { send, nowMs, onFault, onDropped = () => {}, pausesMs = PAUSES_MS } = dependencies;
  const { maxMails = MAX_MAILS } = dependencies;
  const unsent = new Set<WaitingMail>();
  const waiting: WaitingMail[] = [];
  const pauses = new Set<NodeJS.Timeout>();
  const closing = new AbortController();
  const emptied = Promise.withResolvers<void>();
  let settled = Promise.withResolvers<true>();
  let sending = 0;
  let isIdle = false;
  let isClosing = false;

  /** It was sent, or never will be. */
  function settle(mail: WaitingMail): void {
    unsent.delete(mail);
    isIdle = false;
    settled.resolve(true);
    settled = Promise.withResolvers();
  }

  function giveUp(mail: WaitingMail, reason: string): void {
    drop(mail.notification, reason);
    settle(mail);
  }

  function drop(notification: Notification, reason: string): void {
    onFault(new Error(`a mail was given up${reason}`));
    onDropped(notification);
  }

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
    if (isClosing && unsent.size === 0) emptied.resolve();
  }

  async function attemptOnce(mail: WaitingMail): Promise<void> {
    const { notification } = mail;
    if ('endsAtMs' in notification && nowMs() >= notification.endsAtMs) {
      giveUp(mail, ': its link has expired');
      return;
    }
    try {
      await send(mail, closing.signal);
      settle(mail);
    } catch (error) {
      // `close` has already counted it as dropped.
      if (closing.signal.aborted) return;
      onFault(error);
      const isRefused = error instanceof RefusedMail;
      const pauseMs = isRefused ? undefined : pausesMs[mail.attempts];
      mail.attempts++;
      if (pauseMs !== undefined) pause(mail, pauseMs);
      else
        giveUp(
          mail,
          isRefused ? ': it will never be accepted' : ` after ${mail.attempts} attempts`,
        );
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
    count: () => unsent.size,
    notify(notification) {
      if (isClosing || unsent.size >= maxMails) {
        drop(notification, isClosing ? ': the outbox is closed' : `: ${maxMails} wait`);
        return;
      }
      const mail = { notification, id: randomUUID(), attempts: 0 };
      unsent.add(mail);
      waiting.push(mail);
      // Later, so that the caller can answer its request first.
      setImmediate(sendWaiting);
    },

    async drain(most, idleMs) {
      while (unsent.size > most && !isIdle) {
        const { promise: idle, resolve } = Promise.withResolvers<false>();
        const timer = setTimeout(resolve, idleMs, false);
        isIdle = !(await Promise.race([settled.promise, idle]));
        clearTimeout(timer);
      }
    },

    async close(waitMs) {
      isClosing = true;
      const deadline = setTimeout(emptied.resolve, waitMs);
      sendWaiting();
      await emptied.promise;
      clearTimeout(deadline);
      closing.abort();
      for (const timer of pauses) clearTimeout(timer);
      if (unsent.size > 0) onFault(new Error(`mails given up at the stop: ${unsent.size}`));
      for (const { notification } of unsent) onDropped(notification);
      return unsent.size;
    },
  };
}
