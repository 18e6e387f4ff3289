import { isEmail } from '../../domain/account/email.ts';
import { isLoopback } from '../../domain/account/network.ts';
import { type Letter, type LetterLinks, toLetter } from './letters/letter.ts';
import type { Notification, Notify } from './notification.ts';
import { createMailOutbox, type Mail, type MailOutboxDependencies, RefusedMail } from './outbox.ts';

export interface MailDependencies extends LetterLinks, Omit<MailOutboxDependencies, 'send'> {
  /** Null: nothing is sent. */
  smtp: SmtpOptions | null;
  /** Without SMTP, shows sign-in links in the terminal of a demo; null: they are not shown. */
  print: ((text: string) => void) | null;
}

/** Notifies account holders by mail, or through the terminal in a demo without mail. */
export function createMail(dependencies: MailDependencies): Mail {
  const { smtp, print } = dependencies;
  if (smtp === null) {
    return notifyWith(print === null ? () => {} : printLinks(print));
  }
  const sendLetter = createSmtpSender(smtp);
  return createMailOutbox({
    ...dependencies,
    send: async ({ notification, id }, signal) =>
      sendLetter(toLetter(notification, dependencies), id, signal),
  });
}

/** Mail without a queue: each notification is done with when the function returns. */
export function notifyWith(notify: Notify): Mail {
  return { notify, count: () => 0, drain: async () => {}, close: async () => 0 };
}

function printLinks(print: (text: string) => void): Notify {
  return (notification: Notification) => {
    if (!('url' in notification)) return;
    const { kind, to, url, endsAtMs } = notification;
    const until = new Date(endsAtMs).toISOString();
    const name = kind === 'sign_in_link' ? 'Sign-in link' : 'Link that confirms a change';
    print(`\n${name} of ${to}, works once, until ${until}:\n\n  ${url}\n\n`);
  };
}

const CONNECT_TIMEOUT_MS = 10_000;
/** From the look-up of the host to the server's last reply. */
const SEND_TIMEOUT_MS = 30_000;
const CLOSE_TIMEOUT_MS = 500;

interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password if needed. */
  smtpUrl: string;
  /** The sender's address. */
  from: string;
}

/**
 * Sends each letter over its own connection, to a single recipient. The library is only loaded
 * where there is a mail server.
 */
function createSmtpSender({ smtpUrl, from }: SmtpOptions) {
  const options = toTransportOptions(new URL(smtpUrl));
  const opened = import('nodemailer').then(({ createTransport }) => createTransport(options));
  // A failure is reported for each letter.
  opened.catch(() => {});
  const domain = from.slice(from.lastIndexOf('@') + 1);

  return async (letter: Letter, id: string, signal: AbortSignal): Promise<void> => {
    // The library reads `a@b, c@d` as two recipients and a line break as the next header.
    if (!isEmail(letter.to)) {
      throw new RefusedMail('a mail was not sent: its address is not one mailbox');
    }
    const transport = await opened;
    const sending = transport.sendMail({
      messageId: `<${id}@${domain}>`,
      from: { name: 'Registru', address: from },
      to: { name: '', address: letter.to },
      envelope: { from, to: [letter.to] },
      subject: letter.subject,
      text: letter.text,
      // RFC 3834: asks for no automatic replies.
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.any([signal, AbortSignal.timeout(SEND_TIMEOUT_MS)]),
    });
    await sending.catch((error: SmtpError) => {
      if (isPermanent(error)) throw new RefusedMail(error.message, { cause: error });
      throw error;
    });
  };
}

/** What the library adds to an error. */
interface SmtpError extends Error {
  /** The command that the server has refused. */
  command?: string;
  /** The server's reply, such as 550. */
  responseCode?: number;
}

/**
 * Whether the server refuses this recipient or text for good (RFC 5321, 4.2.1). Its refusal of the
 * login or of the sender ends when the operator corrects a setting.
 */
function isPermanent({ command = '', responseCode = 0 }: SmtpError): boolean {
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
}

/** The library's options for a mail server's URL. */
export function toTransportOptions(url: URL) {
  const secure = url.protocol === 'smtps:';
  const defaultPort = secure ? 465 : 587;
  const auth = {
    user: decodeURIComponent(url.username),
    pass: decodeURIComponent(url.password),
  };
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? defaultPort : Number(url.port),
    secure,
    // Nothing is sent unencrypted, except within this machine: a link signs in anyone who reads it.
    requireTLS: !secure && !isLoopback(url.hostname),
    ...(url.username === '' ? {} : { auth }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketCloseTimeout: CLOSE_TIMEOUT_MS,
  };
}
