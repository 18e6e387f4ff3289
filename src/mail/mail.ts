import type { Notification, Notify } from '../accounts/notification.ts';
import { createOutbox } from '../jobs/mail-delivery.ts';
import { toLetter } from './letters/letter.ts';
import { createSmtpSender, type SmtpOptions } from './smtp.ts';

export interface Mail {
  notify: Notify;
  /** Waits for what is on its way, at most so long; what is then left is given up: how many mails. */
  close(waitMs: number): Promise<number>;
}

export interface MailDependencies {
  /** Null: nothing is sent. */
  smtp: SmtpOptions | null;
  /** Where an account is looked after. */
  pageUrl: string;
  /** Without SMTP, takes what a demo shows in its terminal in the place of a mail. */
  print: ((text: string) => void) | null;
  nowMs: () => number;
  /** Told of each attempt that failed and each mail given up; never of its text. */
  onFault: (error: unknown) => void;
}

/** Tells account holders by mail, or, in a demo without mail, by its terminal. */
export function createMail({ smtp, pageUrl, print, nowMs, onFault }: MailDependencies): Mail {
  if (smtp === null) {
    return { notify: print === null ? () => {} : printLinksBy(print), close: async () => 0 };
  }
  const sendLetter = createSmtpSender(smtp);
  const outbox = createOutbox({
    send: async (notification, signal) => sendLetter(toLetter(notification, pageUrl), signal),
    nowMs,
    onFault,
  });
  return { notify: outbox.put, close: outbox.close };
}

function printLinksBy(print: (text: string) => void): Notify {
  return (notification: Notification) => {
    if (notification.kind !== 'sign_in_link') return;
    const until = new Date(notification.endsAtMs).toISOString();
    print(
      `\nSign-in link of ${notification.to}, works once, until ${until}:\n\n  ${notification.url}\n\n`,
    );
  };
}
