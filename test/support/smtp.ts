import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

export interface ReceivedMail {
  /** The envelope's recipients. */
  recipients: string[];
  headers: string;
  /** The body as a person reads it. */
  body: string;
  raw: string;
}

/** A real mail server that takes everything; it closes with the test. */
export async function openSmtpServer(options: SMTPServerOptions = {}) {
  const mails: ReceivedMail[] = [];
  let arrived = Promise.withResolvers<void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      text(stream).then((raw) => {
        mails.push(
          toMail(
            raw,
            session.envelope.rcptTo.map(({ address }) => address),
          ),
        );
        arrived.resolve();
        arrived = Promise.withResolvers();
        done();
      }, done);
    },
    ...options,
  });
  server.on('error', () => {});
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** Resolves once `count` mails have arrived. */
    async receive(count: number): Promise<ReceivedMail[]> {
      while (mails.length < count) await arrived.promise;
      return mails;
    },
  };
}

/** A server that takes connections and never says a word. */
export async function openHangingServer(): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return `smtp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

function toMail(raw: string, recipients: string[]): ReceivedMail {
  const [headers = '', ...rest] = raw.split('\r\n\r\n');
  const encoded = rest.join('\r\n\r\n');
  const isBase64 = /content-transfer-encoding: base64/i.test(headers);
  const body = isBase64
    ? Buffer.from(encoded, 'base64').toString()
    : decodeQuotedPrintable(encoded);
  return { recipients, headers, body: body.replaceAll('\r\n', '\n'), raw };
}

function decodeQuotedPrintable(encoded: string): string {
  const bytes = encoded
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
