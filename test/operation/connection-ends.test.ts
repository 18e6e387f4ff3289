import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openHalfOpenClient } from '../support/half-open-client.ts';
import { openHttpServer } from '../support/http-server.ts';

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const POST = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n';
const GARBAGE = 'garbage\r\n\r\n';
const LIMITS = { lingerMs: 100 };
/** More than the system holds for a client that does not read. */
const LARGE = Buffer.alloc(32 * 2 ** 20, 'x');

const GONE = { connections: 0, inFlight: 0 };

describe('a client that never closes', () => {
  it('gets an error for malformed bytes, and its connection is closed', async () => {
    const { port, ends, counts } = await openHttpServer({ limits: LIMITS });
    const client = await openHalfOpenClient(port, GARBAGE);
    await client.ended;
    expect(client.received()).toMatch(/^HTTP\/1\.1 400 .*"bad_request"/s);
    await expect.poll(counts).toEqual(GONE);
    expect(ends).toEqual(['bad_request']);
  });

  it('is answered that its request took too long, and its connection is closed', async () => {
    const http = { headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 10 };
    const { port, ends, counts } = await openHttpServer({ http, limits: LIMITS });
    const client = await openHalfOpenClient(port, 'GET / HTTP/1.1\r\n');
    await client.ended;
    expect(client.received()).toMatch(/^HTTP\/1\.1 408 .*"request_timeout"/s);
    await expect.poll(counts).toEqual(GONE);
    expect(ends).toEqual(['request_timeout']);
  });

  it('is answered so also where its body takes too long', async () => {
    const http = { headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 10 };
    const settings = { http, limits: LIMITS, handle: () => {} };
    const { port, ends, counts } = await openHttpServer(settings);
    const client = await openHalfOpenClient(port, POST);
    await client.ended;
    expect(client.received()).toMatch(/^HTTP\/1\.1 408 .*"request_timeout"/s);
    await expect.poll(counts).toEqual(GONE);
    expect(ends).toEqual(['request_timeout']);
  });

  it('has a request that comes whole after that refusal not carried out', async () => {
    const http = { headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 10 };
    const limits = { ...LIMITS, lingerMs: 300 };
    let requests = 0;
    const handle = () => void requests++;
    const { port, counts } = await openHttpServer({ http, limits, handle });
    const client = await openHalfOpenClient(port, 'GET / HTTP/1.1\r\n');
    await client.ended;
    client.socket.write('Host: a\r\n\r\n');
    await expect.poll(counts).toEqual(GONE);
    expect(client.received()).toContain('408 Request Timeout');
    expect(requests).toBe(0);
  });

  it('cannot go on with garbage for ever', async () => {
    const limits = { lingerMs: 60_000, maxDiscardedBytes: 100_000 };
    const { port, counts } = await openHttpServer({ limits });
    const client = await openHalfOpenClient(port, GARBAGE);
    while (counts().connections > 0) {
      client.socket.write('x'.repeat(10_000));
      await sleep(1);
    }
    expect(client.received()).toContain('"bad_request"');
  });
});

describe('a good request before garbage', () => {
  it('gets its own answer, and the garbage its own after that', async () => {
    const { port, counts } = await openHttpServer({
      limits: LIMITS,
      async handle(request, response) {
        await sleep(50);
        response.end(`answer to ${request.url};`);
      },
    });
    const client = await openHalfOpenClient(port, GET + GET + GARBAGE);
    await client.ended;
    expect(client.received()).toMatch(
      /^HTTP\/1\.1 200 .*answer to \/;HTTP\/1\.1 200 .*answer to \/;HTTP\/1\.1 400 /s,
    );
    await expect.poll(counts).toEqual(GONE);
  });

  it('gets its own answer also where the garbage is a body', async () => {
    const { port } = await openHttpServer({
      limits: LIMITS,
      async handle(_request, response) {
        await sleep(20);
        response.end('answer');
      },
    });
    const chunked = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n';
    const client = await openHalfOpenClient(port, GET + chunked);
    await client.ended;
    expect(client.received().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  it('gets its own answer also where CONNECT follows it', async () => {
    const { port, counts } = await openHttpServer({
      limits: LIMITS,
      async handle(_request, response) {
        await sleep(20);
        response.end('answer');
      },
    });
    const client = await openHalfOpenClient(port, `${GET}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\nx`);
    await client.ended;
    expect(client.received().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 405']);
    await expect.poll(counts).toEqual(GONE);
  });

  it('that is never answered does not keep the connection', async () => {
    const limits = { ...LIMITS, malformedWaitMs: 100 };
    const { port, counts } = await openHttpServer({ limits, handle: () => {} });
    await openHalfOpenClient(port, GET + GARBAGE);
    await expect.poll(() => counts().inFlight).toBe(1);
    await expect.poll(counts).toEqual(GONE);
  });
});

describe('a body that goes on after the answer', () => {
  it('is read to its end where that is near, and the connection goes on', async () => {
    const { port, ends } = await openHttpServer({ limits: LIMITS });
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\n';
    const client = await openHalfOpenClient(port, head);
    await expect.poll(() => client.received()).toContain('200 OK');
    client.socket.write('x'.repeat(50_000));
    await sleep(200);
    client.socket.write(GET);
    await expect.poll(() => client.received().match(/200 OK/g)?.length).toBe(2);
    expect(ends).toEqual([]);
  });

  it('is not read for longer than a moment', async () => {
    const { port, ends, counts } = await openHttpServer({ limits: LIMITS });
    const client = await openHalfOpenClient(port, POST);
    const timer = setInterval(() => client.socket.write('x'), 10);
    await client.ended;
    clearInterval(timer);
    expect(client.received()).toContain('200 OK');
    expect(ends).toEqual(['body_after_answer']);
    await expect.poll(counts).toEqual(GONE);
  });

  it('is not read without end', async () => {
    const limits = { lingerMs: 60_000, maxDiscardedBytes: 1_000_000 };
    const { port, ends, counts } = await openHttpServer({ limits });
    const client = await openHalfOpenClient(port, POST);
    const chunk = Buffer.alloc(50_000);
    while (counts().connections > 0) {
      client.socket.write(chunk);
      await sleep(1);
    }
    expect(ends).toEqual(['body_after_answer']);
    expect(client.received()).toContain('200 OK');
  });
});

it('answers what waits on a connection when it stops, and closes it', async () => {
  const { server, port, counts } = await openHttpServer({
    async handle(request, response) {
      await sleep(50);
      // As the framework does while it closes.
      if (!server.listening && request.url === '/last') response.setHeader('connection', 'close');
      response.end(`answer to ${request.url};`);
    },
  });
  const last = 'GET /last HTTP/1.1\r\nHost: a\r\n\r\n';
  const client = await openHalfOpenClient(port, GET + last);
  await expect.poll(() => counts().inFlight).toBe(1);
  server.close();
  await client.ended;
  expect(client.received()).toMatch(/answer to \/;.*answer to \/last;/s);
  await expect.poll(counts).toEqual(GONE);
});

describe('an answer that nobody reads', () => {
  const limits = { ...LIMITS, stallMs: 300 };
  const handle = (_request: unknown, response: { end(body: Buffer): void }) => response.end(LARGE);

  it('ends its connection', async () => {
    const { port, ends, counts } = await openHttpServer({ limits, handle });
    const client = await openHalfOpenClient(port);
    client.socket.pause();
    client.socket.write(GET);
    await expect.poll(counts, { timeout: 5_000 }).toEqual(GONE);
    expect(ends).toEqual(['answer_unread']);
  });

  it('ends it also where the client goes on sending, when that request takes too long', async () => {
    const http = { headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 10 };
    const settings = { http, limits: { ...limits, malformedWaitMs: 100 }, handle };
    const { port, ends, counts } = await openHttpServer(settings);
    const client = await openHalfOpenClient(port);
    client.socket.pause();
    client.socket.write(`${GET}GET / HTTP/1.1\r\nA: `);
    const timer = setInterval(() => client.socket.write('x'), 20);
    await expect.poll(counts, { timeout: 5_000 }).toEqual(GONE);
    clearInterval(timer);
    expect(ends).toEqual(['request_timeout']);
  });

  it('is no answer that is read slowly', async () => {
    // Longer than this process, which is the client too, may stand still.
    const { port, ends } = await openHttpServer({ limits: { ...limits, stallMs: 1_000 }, handle });
    const client = await openHalfOpenClient(port);
    client.socket.pause();
    client.socket.write(GET);
    // 32 MiB in two seconds: each write to the system takes longer than the limit.
    for (let part = 0; part < 24; part++) {
      await sleep(80);
      client.socket.read(2 ** 20) ?? client.socket.read();
    }
    client.socket.resume();
    await expect.poll(() => client.received().length).toBeGreaterThan(LARGE.length / 2);
    expect(ends).toEqual([]);
  });

  it('is ended before others when all of them are too many bytes', async () => {
    const { port, ends, counts } = await openHttpServer({
      limits: { ...LIMITS, maxUnsentBytes: 1.5 * LARGE.length },
      handle,
    });
    const openUnread = async () => {
      const client = await openHalfOpenClient(port);
      client.socket.pause();
      client.socket.write(GET);
      await expect.poll(() => client.socket.bytesRead).toBeGreaterThan(0);
      return client;
    };
    await openUnread();
    const second = await openUnread();
    await expect.poll(() => ends).toEqual(['too_much_unread']);
    await expect.poll(() => counts().connections).toBe(1);
    second.socket.resume();
    await expect.poll(() => second.received().length).toBeGreaterThan(LARGE.length);
  });
});

describe('connections over the maximum', () => {
  it('take the place of the oldest that waits for a request', async () => {
    const { port, ends, counts } = await openHttpServer({
      limits: { maxConnections: 3 },
      handle: (request, response) => request.resume().on('end', () => response.end()),
    });
    const idle = await openHalfOpenClient(port, GET);
    await expect.poll(() => idle.received()).toContain('200 OK');
    const slow = await openHalfOpenClient(port, 'GET / HTTP/1.1\r\n');
    const body = await openHalfOpenClient(port, POST);
    await expect.poll(() => counts().connections).toBe(3);
    for (const former of [idle, slow, body]) {
      const client = await openHalfOpenClient(port, GET);
      await former.ended;
      await expect.poll(() => client.received()).toContain('200 OK');
    }
    expect(counts()).toEqual({ connections: 3, inFlight: 0 });
    expect(ends).toEqual(Array.from({ length: 3 }, () => 'too_many_connections'));
  });

  it('are closed as soon as they come where all others wait for answers', async () => {
    const { port, ends, counts } = await openHttpServer({
      limits: { maxConnections: 2 },
      handle: () => {},
    });
    await openHalfOpenClient(port, GET);
    await openHalfOpenClient(port, GET);
    await expect.poll(() => counts().inFlight).toBe(2);
    const third = await openHalfOpenClient(port, GET);
    await third.ended;
    expect(third.received()).toBe('');
    expect(counts()).toEqual({ connections: 2, inFlight: 2 });
    expect(ends).toEqual(['too_many_connections']);
  });
});

it('answers overload with the body that the API answers 503 with', async () => {
  const { port } = await openHttpServer({ limits: { maxRequestsInFlight: 0 } });
  const client = await openHalfOpenClient(port, GET);
  const body = readFileSync(new URL('../rest/bodies/503.json', import.meta.url), 'utf8');
  await expect.poll(() => client.received()).toContain(`\r\n\r\n${body}`);
});
