import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openTcpProxy } from './tcp-proxy.ts';

const SHORT_MS = 60;
/** Half of it is enough for a busy machine to hand on what was sent. */
const DELAY_MS = 600;

/** A server that repeats what it hears, behind a proxy. */
async function openEchoProxy() {
  const server = createServer((socket) => socket.on('error', () => {}).pipe(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return openTcpProxy((server.address() as AddressInfo).port);
}

/** A connection, and all that it heard and how it ended. */
function openClient(port: number) {
  const heard: string[] = [];
  const socket = connect(port, '127.0.0.1');
  socket.on('data', (bytes) => heard.push(String(bytes)));
  const closed = new Promise<string>((resolve) => {
    socket.on('error', (error) => resolve('code' in error ? String(error.code) : 'unknown'));
    socket.on('close', () => resolve('closed'));
  });
  onTestFinished(() => void socket.destroy());
  const ask = (text: string) => socket.write(text);
  return { heard, closed, ask, text: () => heard.join('') };
}

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

it('passes bytes both ways and counts connections and what they send', async () => {
  const proxy = await openEchoProxy();
  const client = openClient(proxy.port);
  client.ask('one');
  await expect.poll(client.text).toBe('one');
  expect([proxy.taken, proxy.takenBytes]).toEqual([1, 3]);
});

it('refuses, and takes connections again', async () => {
  const proxy = await openEchoProxy();
  const open = openClient(proxy.port);
  open.ask('one');
  await expect.poll(open.text).toBe('one');
  await proxy.set('refuse');
  expect(await open.closed).toBe('ECONNRESET');
  expect(await openClient(proxy.port).closed).toBe('ECONNREFUSED');
  await proxy.set('pass');
  const again = openClient(proxy.port);
  again.ask('two');
  await expect.poll(again.text).toBe('two');
});

it('hangs open and new connections, which go on later', async () => {
  const proxy = await openEchoProxy();
  const open = openClient(proxy.port);
  open.ask('one');
  await expect.poll(open.text).toBe('one');
  await proxy.set('hang');
  const late = openClient(proxy.port);
  open.ask(' two');
  late.ask('three');
  await pause(SHORT_MS);
  expect([open.text(), late.text()]).toEqual(['one', '']);
  await proxy.set('pass');
  await expect.poll(open.text).toBe('one two');
  await expect.poll(late.text).toBe('three');
});

it('discards sent bytes in the mode silence', async () => {
  const proxy = await openEchoProxy();
  await proxy.set('silence');
  const client = openClient(proxy.port);
  client.ask('one');
  await pause(SHORT_MS);
  expect(client.text()).toBe('');
});

it('resets in the middle of an answer', async () => {
  const proxy = await openEchoProxy();
  const client = openClient(proxy.port);
  client.ask('one');
  await expect.poll(client.text).toBe('one');
  await proxy.set('reset');
  client.ask('12345678');
  expect(await client.closed).toBe('ECONNRESET');
  expect(['one', 'one1234']).toContain(client.text());
});

it('delays answers and keeps their order', async () => {
  const proxy = await openEchoProxy();
  const client = openClient(proxy.port);
  await proxy.set({ delayMs: DELAY_MS });
  const startMs = performance.now();
  client.ask('one');
  await pause(DELAY_MS / 2);
  await proxy.set('pass');
  client.ask(' two');
  await expect.poll(client.text, { interval: 5 }).toBe('one two');
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(DELAY_MS - 1);
});

it('cuts every connection and takes new ones', async () => {
  const proxy = await openEchoProxy();
  const clients = [openClient(proxy.port), openClient(proxy.port)];
  for (const client of clients) client.ask('one');
  for (const client of clients) await expect.poll(client.text).toBe('one');
  proxy.cutAll();
  expect(await Promise.all(clients.map((client) => client.closed))).toEqual([
    'ECONNRESET',
    'ECONNRESET',
  ]);
  const again = openClient(proxy.port);
  again.ask('two');
  await expect.poll(again.text).toBe('two');
});
