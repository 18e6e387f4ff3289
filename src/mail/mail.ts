import type { Notification, Notify } from '../accounts/notification.ts';
import { createOutbox } from '../jobs/mail-delivery.ts';
import { toLetter } from './letters/letter.ts';
import { createSmtpSender, type SmtpOptions } from './smtp.ts';

export interface Mail {
  notify: Notify;
  /** Waits at most this long for unsent mails; drops the rest and returns how many. */
  close(waitMs: number): Promise<number>;
}

export interface MailDependencies {
  /** Null: nothing is sent. */
  smtp: SmtpOptions | null;
  /** The account page. */
  pageUrl: string;
  /** Without SMTP, shows sign-in links in the terminal of a demo; null: they are not shown. */
  print: ((text: string) => void) | null;
  nowMs: () => number;
  /** Called for each failed attempt and each dropped mail; never with its text. */
  onFault: (error: unknown) => void;
}

/** Notifies account holders by mail, or through the terminal in a demo without mail. */
export function createMail({ smtp, pageUrl, print, nowMs, onFault }: MailDependencies): Mail {
  if (smtp === null) {
    return { notify: print === null ? () => {} : printLinks(print), close: async () => 0 };
  }
  const sendLetter = createSmtpSender(smtp);
  const outbox = createOutbox({
    send: async (notification, signal) => sendLetter(toLetter(notification, pageUrl), signal),
    nowMs,
    onFault,
  });
  return { notify: outbox.put, close: outbox.close };
}

function printLinks(print: (text: string) => void): Notify {
  return (notification: Notification) => {
    if (notification.kind !== 'sign_in_link') return;
    const until = new Date(notification.endsAtMs).toISOString();
    print(
      `\nSign-in link of ${notification.to}, works once, until ${until}:\n\n  ${notification.url}\n\n`,
    );
  };
}
