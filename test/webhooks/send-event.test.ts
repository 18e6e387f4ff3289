import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWebhookSecretText } from '../../src/domain/account/webhook.ts';
import { sendBounded } from '../../src/outgoing/bounded-request.ts';
import { createSendEvent, type SendEventDependencies } from '../../src/webhooks/send-event.ts';
import { openEndless } from '../support/endless-server.ts';
import { start } from '../support/process.ts';
import {
  type Answer,
  accept,
  CLIENT_CERTIFICATE,
  openReceiver,
  TEST_CA,
  TLS,
  verify,
  WEAK_CERTIFICATE,
} from './receiver.ts';

const SECRETS = [createWebhookSecretText(), createWebhookSecretText()] as const;
const BODY = '{"type":"webhook.test","data":{"name":"Ștefan cel Mare"}}';
const MIB = 2 ** 20;

/** Has room for few connections that it has not accepted. */
const BUSY_SERVER = `require('node:http')
  .createServer((request, response) => request.resume().on('end', () => response.writeHead(204).end()))
  .listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () { console.log(this.address().port) })`;

/** Sends to receivers on this machine; `faults` are those that were counted. */
function openSender(dependencies: Partial<SendEventDependencies> = {}) {
  const faults: (string | null)[] = [];
  const send = createSendEvent({
    allowsLocal: true,
    ca: TEST_CA,
    resolve: async () => ['127.0.0.1'],
    nowMs: () => Date.now(),
    elapsedMs: () => performance.now(),
    onAttempt: (fault) => faults.push(fault),
    minRefusalMs: 0,
    ...dependencies,
  });
  return {
    faults,
    send: (url: string, signal?: AbortSignal) =>
      send({ id: 'msg_1', url, secrets: SECRETS, body: BODY }, signal),
  };
}

/** A receiver of bytes, for what no HTTP server does. */
async function openSocketServer(handle: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    handle(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}/`;
}

const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

describe('an event', () => {
  it.each([false, true])('is posted and signed with each secret, over TLS: %o', async (usesTls) => {
    const receiver = await openReceiver(accept, usesTls);
    const { send, faults } = openSender();
    const attempt = await send(receiver.url);
    expect(attempt).toMatchObject({ status: 204, fault: null });
    expect(faults).toEqual([null]);
    const [event, ...others] = receiver.events;
    expect(others).toEqual([]);
    if (event === undefined) throw new Error('nothing was received');
    expect(event).toMatchObject({ id: 'msg_1', body: BODY, path: '/hook?a=b' });
    expect(event.headers).toMatchObject({
      'content-type': 'application/json',
      connection: 'close',
    });
    for (const secret of SECRETS) expect(verify(event, secret)).toEqual(JSON.parse(BODY));
    expect(() => verify(event, createWebhookSecretText())).toThrow();
    expect(Number(event.headers['webhook-timestamp'])).toBe(Math.floor(attempt.atMs / 1_000));
  });

  it('uses a connection of its own each time', async () => {
    const receiver = await openReceiver();
    const { send } = openSender();
    for (let time = 0; time < 3; time++) await send(receiver.url);
    expect(receiver.countConnections()).toBe(3);
  });
});

describe('of an attempt is known what was sent and answered', () => {
  it.each([
    ['a text', 'not <b>now</b>\u0007', 'not <b>now</b>\ufffd'],
    ['more than is stored', 'x'.repeat(20_000), 'x'.repeat(1_024)],
    ['nothing', '', ''],
  ])('%s', async (_name, body, answer) => {
    const receiver = await openReceiver((response) => response.writeHead(500).end(body));
    const bodyBytes = Buffer.byteLength(BODY);
    const sent = { eventId: 'msg_1', bodyBytes, answer, status: 500 };
    expect(await openSender().send(receiver.url)).toMatchObject(sent);
  });

  it('no answer', async () => {
    const url = await openSocketServer((socket) => socket.destroy());
    const attempt = await openSender().send(url);
    expect(attempt).toMatchObject({ eventId: 'msg_1', answer: null, fault: 'not_connected' });
  });
});

describe('the status decides', () => {
  it.each([
    [200, null],
    [204, null],
    [299, null],
    [300, 'redirect'],
    [301, 'redirect'],
    [304, 'redirect'],
    [400, 'status'],
    [404, 'status'],
    [410, 'gone'],
    [429, 'status'],
    [500, 'status'],
    [503, 'status'],
  ])('%i: %s', async (status, fault) => {
    const receiver = await openReceiver((response) => response.writeHead(status).end());
    const { send, faults } = openSender();
    expect(await send(receiver.url)).toMatchObject({ status, fault });
    expect(faults).toEqual([fault]);
  });

  it('a redirect is not followed', async () => {
    const other = await openReceiver();
    const answer: Answer = (response) => response.writeHead(307, { location: other.url }).end();
    const { send } = openSender();
    expect(await send((await openReceiver(answer)).url)).toMatchObject({ fault: 'redirect' });
    expect(other.countConnections()).toBe(0);
  });
});

describe('Retry-After', () => {
  it.each([
    [429, '120', 120_000],
    [503, '120', 120_000],
    [503, new Date(Date.now() + 86_400_000).toUTCString(), 7_200_000],
    [503, 'soon', 0],
    [500, '120', 0],
    [200, '120', 0],
  ])('of a %i, %s, asks for a pause of %i ms', async (status, text, retryAfterMs) => {
    const answer: Answer = (response) => response.writeHead(status, { 'retry-after': text }).end();
    const { send } = openSender();
    expect(await send((await openReceiver(answer)).url)).toMatchObject({ status, retryAfterMs });
  });
});

describe('an answer', () => {
  it('of any size is not read beyond 64 KiB', async () => {
    let sent = 0;
    const chunk = Buffer.alloc(MIB);
    const answer: Answer = (response) => {
      const write = () => {
        for (sent += MIB; !response.destroyed && response.write(chunk); sent += MIB);
      };
      response.writeHead(200).on('drain', write);
      write();
    };
    const { send } = openSender();
    const before = process.memoryUsage().rss;
    const attempt = await send((await openReceiver(answer)).url);
    expect(attempt).toMatchObject({ status: 200, fault: null });
    expect(attempt.durationMs).toBeLessThan(5_000);
    // What fits into the buffers of both ends.
    expect(sent).toBeLessThan(64 * MIB);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MIB);
  });

  it.each<[what: string, begin: string, repeated: string, status: number | null]>([
    ['102', '', 'HTTP/1.1 102 Processing\r\n\r\n', null],
    ['100', '', 'HTTP/1.1 100 Continue\r\n\r\n', null],
    ['103 with headers', '', `HTTP/1.1 103 Early Hints\r\n${'a: b\r\n'.repeat(900)}\r\n`, null],
    ['headers', 'HTTP/1.1 200 OK\r\n', 'a: b\r\n', null],
    ['a header', 'HTTP/1.1 200 OK\r\na: ', 'b'.repeat(100), null],
    ['a reason', 'HTTP/1.1 200 ', 'b'.repeat(100), null],
    ['chunks', CHUNKED, '1\r\na\r\n', 200],
    ['a chunk extension', `${CHUNKED}1;`, 'a=b;', 200],
    ['chunk extensions', CHUNKED, `1;${'a=b;'.repeat(900)}\r\na\r\n`, 200],
    ['trailers', `${CHUNKED}0\r\n`, 'a: b\r\n', 200],
    ['a body', 'HTTP/1.1 200 OK\r\n\r\n', 'a'.repeat(100), 200],
  ])('with endless %s is cut at a number of bytes', async (_, begin, repeated, status) => {
    for (const usesTls of [false, true]) {
      const { url, countBytes } = await openEndless(begin, repeated, usesTls ? TLS : undefined);
      const named = usesTls ? url.replace('127.0.0.1', 'receiver.example') : url;
      const attempt = await openSender().send(named);
      expect(attempt).toMatchObject({ status, fault: status === null ? 'not_connected' : null });
      expect(attempt.durationMs).toBeLessThan(2_000);
      // What fits into the buffers of both ends.
      expect(countBytes()).toBeLessThan(16 * MIB);
    }
  });

  it.each([
    [1, 204, null],
    [2, null, 'not_connected'],
  ])('may follow one informational response: %i', async (count, status, fault) => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
    const url = await openSocketServer((socket) =>
      socket.once('data', () => {
        socket.end(`${hint.repeat(count)}HTTP/1.1 204 No Content\r\n\r\n`);
      }),
    );
    expect(await openSender().send(url)).toMatchObject({ status, fault });
  });

  it('that never begins is a timeout', async () => {
    const { send } = openSender({ timeoutMs: 300 });
    const attempt = await send((await openReceiver(() => {})).url);
    expect(attempt).toMatchObject({ status: null, fault: 'timeout' });
    expect(attempt.durationMs).toBeGreaterThanOrEqual(290);
  });

  it('whose headers drip is a timeout', async () => {
    const url = await openSocketServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('a: b\r\n'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await openSender({ timeoutMs: 300 }).send(url)).toMatchObject({ fault: 'timeout' });
  });

  it('whose body drips is cut at the time limit, and its status counts', async () => {
    const answer: Answer = (response) => {
      const drip = setInterval(() => response.write('a'), 20);
      response.writeHead(200).on('close', () => clearInterval(drip));
    };
    const attempt = await openSender({ timeoutMs: 300 }).send((await openReceiver(answer)).url);
    expect(attempt).toMatchObject({ status: 200, fault: null });
    expect(attempt.durationMs).toBeLessThan(2_000);
  });

  it.each<[string, (socket: Socket) => void]>([
    ['is a reset', (socket) => socket.resetAndDestroy()],
    ['ends before it begins', (socket) => socket.end()],
    ['is not HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
    [
      'has endless headers',
      (socket) => socket.end(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(20_000)}`),
    ],
    ['has a wrong status line', (socket) => socket.end('HTTP/1.1 abc\r\n\r\n')],
  ])('that %s counts as no connection', async (_, handle) => {
    const url = await openSocketServer((socket) => socket.once('data', () => handle(socket)));
    expect(await openSender({ timeoutMs: 5_000 }).send(url)).toMatchObject({
      status: null,
      fault: 'not_connected',
    });
  });

  it('that switches protocols is no delivery', async () => {
    const url = await openSocketServer((socket) =>
      socket.once('data', () => socket.write('HTTP/1.1 101 Go\r\nupgrade: a\r\n\r\n')),
    );
    expect(await openSender().send(url)).toMatchObject({ status: 101, fault: 'status' });
  });

  it('appears in an attempt without its headers and reason', async () => {
    const answer: Answer = (response) =>
      response.writeHead(500, 'internal-secret', { 'x-a': 'internal-secret' }).end('shown');
    const attempt = await openSender().send((await openReceiver(answer)).url);
    expect(JSON.stringify(attempt)).not.toContain('internal-secret');
  });
});

describe('a name with several addresses', () => {
  it('is connected to also where that takes as long as a lost packet', async () => {
    const { child, stdout } = start(process.execPath, ['-e', BUSY_SERVER], {});
    await expect.poll(stdout).toMatch(/\n$/);
    const port = Number(stdout());
    child.kill('SIGSTOP');
    // Beyond what waits to be accepted, the system drops packets.
    const waiting = Array.from({ length: 4 }, () => connect(port, '127.0.0.1'));
    onTestFinished(() => waiting.forEach((socket) => void socket.destroy()));
    await expect.poll(() => waiting.filter(({ connecting }) => !connecting).length).toBe(2);
    setTimeout(() => child.kill('SIGCONT'), 500);
    // 127.0.0.1, and ::1, where nobody listens.
    const attempt = await openSender().send(`http://localhost:${port}/`);
    expect(attempt).toMatchObject({ status: 204, fault: null });
  });
});

describe('TLS', () => {
  it('with a certificate of an unknown authority is not trusted', async () => {
    const receiver = await openReceiver(accept, true);
    // Those of the system, as in production.
    const send = createSendEvent({
      allowsLocal: true,
      resolve: async () => ['127.0.0.1'],
      nowMs: () => Date.now(),
      elapsedMs: () => performance.now(),
      onAttempt: () => {},
    });
    const attempt = await send({ id: 'a', url: receiver.url, secrets: SECRETS, body: BODY });
    expect(attempt).toMatchObject({ status: null, fault: 'not_trusted' });
    expect(receiver.events).toEqual([]);
  });

  it('with a certificate of another name is not trusted', async () => {
    const receiver = await openReceiver(accept, true);
    const attempt = await openSender().send(`https://other.example:${receiver.port}/`);
    expect(attempt).toMatchObject({ status: null, fault: 'not_trusted' });
    expect(receiver.events).toEqual([]);
  });

  it('with a certificate for another purpose is not trusted', async () => {
    const receiver = await openReceiver(accept, true, { cert: CLIENT_CERTIFICATE });
    const attempt = await openSender({ ca: CLIENT_CERTIFICATE }).send(receiver.url);
    expect(attempt).toMatchObject({ status: null, fault: 'not_trusted' });
    expect(receiver.events).toEqual([]);
  });

  it('with a certificate whose key is too weak is not trusted', async () => {
    const weak = { cert: WEAK_CERTIFICATE, key: WEAK_CERTIFICATE };
    // By default the server would refuse its own key.
    const receiver = await openReceiver(accept, true, { ...weak, ciphers: 'DEFAULT@SECLEVEL=0' });
    const attempt = await openSender({ ca: WEAK_CERTIFICATE }).send(receiver.url);
    expect(attempt).toMatchObject({ status: null, fault: 'not_trusted' });
    expect(receiver.events).toEqual([]);
  });

  it('with a port that speaks plain HTTP is not trusted', async () => {
    const { port } = await openReceiver();
    const { send } = openSender();
    expect(await send(`https://receiver.example:${port}/`)).toMatchObject({ fault: 'not_trusted' });
  });
});

describe('nothing is sent', () => {
  it.each(['http', 'https'])('to a port where nobody listens, over %s', async (scheme) => {
    expect(await openSender().send(`${scheme}://127.0.0.1:1/`)).toMatchObject({
      fault: 'not_connected',
    });
  });

  it.each([
    'http://127.0.0.1:PORT/',
    'https://127.0.0.1:PORT/',
    'https://2130706433:PORT/',
    'https://0x7f.1:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'https://localhost:PORT/',
    'https://10.0.0.1/',
  ])('to %s, unless this machine is allowed', async (text) => {
    const receiver = await openReceiver();
    const { send } = openSender({ allowsLocal: false });
    const url = text.replace('PORT', String(receiver.port));
    expect(await send(url)).toMatchObject({ status: null, fault: 'not_public' });
    expect(receiver.countConnections()).toBe(0);
  });

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['10.1.2.3']],
    [['169.254.169.254']],
    [['::ffff:127.0.0.1']],
    [['64:ff9b::7f00:1']],
    [['fd00::1']],
    // One of them would do for an attack.
    [['8.8.8.8', '127.0.0.1']],
    [['2606:4700::1111', '192.168.1.1']],
    [['not an address']],
  ])('to a name with the addresses %o', async (addresses) => {
    const receiver = await openReceiver(accept, true);
    const { send } = openSender({ allowsLocal: false, resolve: async () => addresses });
    expect(await send(receiver.url)).toMatchObject({ status: null, fault: 'not_public' });
    expect(receiver.countConnections()).toBe(0);
  });

  it('to a name that has become private since the last attempt', async () => {
    const receiver = await openReceiver(accept, true);
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1']];
    let lookups = 0;
    const resolve = async () => answers[lookups++] ?? [];
    const { send } = openSender({ resolve });
    expect(await send(receiver.url)).toMatchObject({ fault: null });
    expect(await send(receiver.url)).toMatchObject({ fault: 'not_public' });
    expect(receiver.countConnections()).toBe(1);
    // One look-up for each attempt: what was checked is what is connected to.
    expect(lookups).toBe(2);
  });

  it('to a name without an address', async () => {
    const { send } = openSender({ resolve: async () => [] });
    expect(await send('https://receiver.example/')).toMatchObject({ fault: 'not_public' });
  });

  it.each([
    ['that does not exist', []],
    ['of this network', ['10.0.0.1']],
  ])('to a name %s, which takes as long as to any other', async (_, addresses) => {
    const { send } = openSender({ resolve: async () => addresses, minRefusalMs: 200 });
    const attempt = await send('https://receiver.example/');
    expect(attempt).toMatchObject({ status: null, fault: 'not_public' });
    expect(attempt.durationMs).toBeGreaterThanOrEqual(199);
  });

  it('to a name that does not exist, asked of the system', async () => {
    const { nowMs, elapsedMs } = { nowMs: () => 0, elapsedMs: () => performance.now() };
    const send = createSendEvent({ allowsLocal: false, nowMs, elapsedMs, onAttempt: () => {} });
    const event = { id: 'a', secrets: SECRETS, body: BODY };
    expect(await send({ ...event, url: 'https://receiver.invalid/' })).toMatchObject({
      status: null,
      fault: expect.stringMatching(/^(not_public|timeout)$/),
    });
  });

  it('while a name server does not answer, until the time limit', async () => {
    const { send } = openSender({ timeoutMs: 200, resolve: () => new Promise(() => {}) });
    expect(await send('https://receiver.example/')).toMatchObject({ fault: 'timeout' });
  });
});

it.each(['http', 'https'])(
  'a connection over %s is given up when it is aborted',
  async (scheme) => {
    const sent = sendBounded(new URL(`${scheme}://receiver.example/`), {
      method: 'GET',
      headers: {},
      maxBytes: MIB,
      signal: AbortSignal.timeout(50),
      // The connection waits for the address.
      lookup: () => {},
    });
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
  },
);

it('an attempt that its server cuts ends at once and is not counted', async () => {
  const receiver = await openReceiver(() => {});
  const { send, faults } = openSender();
  const closing = new AbortController();
  setTimeout(() => closing.abort(), 100);
  const attempt = await send(receiver.url, closing.signal);
  expect(attempt).toMatchObject({ status: null, fault: 'not_connected' });
  expect(attempt.durationMs).toBeLessThan(2_000);
  expect(faults).toEqual([]);
});
