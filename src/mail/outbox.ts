import type { Notification, Notify } from '../accounts/notification.ts';

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
  /** Waits at most this long for unsent mails; drops the rest and returns how many. */
  close(waitMs: number): Promise<number>;
}

interface MailOutboxDependencies {
  /** Rejects when the mail server did not accept the mail, and soon after the signal. */
  send: (notification: Notification, signal: AbortSignal) => Promise<void>;
  nowMs: () => number;
  /** Called for each failed attempt and each dropped mail; never with its text. */
  onFault: (error: unknown) => void;
  pausesMs?: readonly number[];
}

/** Sends mails outside requests and repeats failed attempts. */
export function createMailOutbox(dependencies: MailOutboxDependencies): Mail {
  const { send, nowMs, onFault, pausesMs = PAUSES_MS } = dependencies;
  const waiting: { notification: Notification; attempt: number }[] = [];
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
      attemptOnce(next.notification, next.attempt).then(sendNext, sendNext);
    }
    if (isClosing && count() === 0) emptied.resolve();
  }

  async function attemptOnce(notification: Notification, attempt: number): Promise<void> {
    if (notification.kind === 'sign_in_link' && nowMs() >= notification.endsAtMs) {
      onFault(new Error('a mail was given up: its link has expired'));
      return;
    }
    try {
      await send(notification, closing.signal);
    } catch (error) {
      // `close` has already counted it as dropped.
      if (closing.signal.aborted) return;
      onFault(error);
      const pauseMs = pausesMs[attempt];
      if (pauseMs !== undefined) pause(notification, attempt + 1, pauseMs);
      else onFault(new Error(`a mail was given up after ${attempt + 1} attempts`));
    }
  }

  function pause(notification: Notification, attempt: number, pauseMs: number): void {
    const timer = setTimeout(() => {
      pauses.delete(timer);
      waiting.push({ notification, attempt });
      sendWaiting();
    }, pauseMs).unref();
    pauses.add(timer);
  }

  return {
    notify(notification) {
      if (isClosing || count() >= MAX_MAILS) {
        const reason = isClosing ? 'the outbox is closed' : `${MAX_MAILS} wait`;
        onFault(new Error(`a mail was given up: ${reason}`));
        return;
      }
      waiting.push({ notification, attempt: 0 });
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
