import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { openHalfOpenClient } from '../support/half-open-client.ts';
import { openHttpServer } from '../support/http-server.ts';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const paths = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`);

/** A handler that answers when the test says so. */
function holdRequests() {
  const begun: { path: string; answer: () => void }[] = [];
  const handle = ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    begun.push({ path: url, answer: () => void response.end(`answer to ${url};`) });
  };
  return { begun, handle };
}

describe('requests on one connection', () => {
  it('are begun one after the other and answered in order', async () => {
    const { begun, handle } = holdRequests();
    const { port, counts } = await openHttpServer({ handle });
    const client = await openHalfOpenClient(port, paths(21).map(get).join(''));
    for (const [index, path] of paths(21).entries()) {
      await expect.poll(() => begun.length).toBe(index + 1);
      expect(counts()).toEqual({ connections: 1, inFlight: 1 });
      begun[index]?.answer();
      await expect.poll(() => client.received()).toContain(`answer to ${path};`);
    }
    expect(client.received().match(/answer to [^;]+/g)).toEqual(
      paths(21).map((path) => `answer to ${path}`),
    );
    expect(counts()).toEqual({ connections: 1, inFlight: 0 });
  });

  it('end it when over 20 wait, and none of the chunk is begun', async () => {
    const { begun, handle } = holdRequests();
    const { server, port, ends, counts } = await openHttpServer({ handle });
    let emitted = 0;
    server.on('request', () => {
      emitted += 1;
    });
    const client = await openHalfOpenClient(port, get('/').repeat(1_500));
    await client.ended;
    await expect.poll(counts).toEqual({ connections: 0, inFlight: 0 });
    expect(ends).toEqual(['too_many_waiting']);
    expect(begun).toEqual([]);
    expect(emitted).toBe(22);
  });

  it('end it when too many wait on the whole server, and others are served', async () => {
    const { begun, handle } = holdRequests();
    const { port, ends } = await openHttpServer({ handle, limits: { maxWaitingRequests: 4 } });
    await openHalfOpenClient(port, get('/').repeat(4));
    await expect.poll(() => begun.length).toBe(1);
    const second = await openHalfOpenClient(port, get('/').repeat(3));
    await second.ended;
    expect(ends).toEqual(['too_many_waiting']);
    const third = await openHalfOpenClient(port, get('/third'));
    await expect.poll(() => begun.at(-1)?.path).toBe('/third');
    begun.at(-1)?.answer();
    await expect.poll(() => third.received()).toContain('answer to /third;');
  });

  it('are dropped when the client goes, and give their places back', async () => {
    const { begun, handle } = holdRequests();
    const limits = { maxWaitingRequests: 4 };
    const { port, ends, counts } = await openHttpServer({ handle, limits });
    for (let count = 1; count <= 3; count++) {
      const client = await openHalfOpenClient(port, get('/').repeat(5));
      await expect.poll(() => begun.length).toBe(count);
      client.socket.destroy();
      await expect.poll(counts).toEqual({ connections: 0, inFlight: 0 });
      begun.at(-1)?.answer();
    }
    expect(begun).toHaveLength(3);
    expect(ends).toEqual([]);
  });

  it('end with the one that asks for it', async () => {
    const { port } = await openHttpServer();
    const last = 'GET /1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const client = await openHalfOpenClient(port, get('/') + last + get('/2'));
    await client.ended;
    expect(client.received().match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  });

  it('may have bodies, and methods of other kinds', async () => {
    const { port } = await openHttpServer({
      async handle(request, response) {
        let body = '';
        for await (const chunk of request) body += chunk;
        response.end(`${request.method} ${body};`);
      },
    });
    const post = (body: string) =>
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const expecting =
      'PUT / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nthird';
    const head = 'HEAD / HTTP/1.1\r\nHost: a\r\n\r\n';
    const bytes = post('first') + post('x'.repeat(100_000)) + expecting + head + get('/');
    const client = await openHalfOpenClient(port, bytes);
    await expect.poll(() => client.received()).toContain('GET ;');
    expect(client.received().match(/(?:POST|PUT|GET|HEAD) \w{0,5}/g)).toEqual([
      'POST first',
      'POST xxxxx',
      'PUT third',
      'GET ',
    ]);
    expect(client.received()).toContain('HTTP/1.1 100 Continue');
  });
});

describe('requests in flight', () => {
  it('have a maximum, beyond which the answer is 503 at once', async () => {
    const { begun, handle } = holdRequests();
    const limits = { maxRequestsInFlight: 2 };
    const { port, overloads } = await openHttpServer({ handle, limits });
    await openHalfOpenClient(port, get('/'));
    await openHalfOpenClient(port, get('/'));
    await expect.poll(() => begun.length).toBe(2);
    const third = await openHalfOpenClient(port, get('/'));
    await expect.poll(() => third.received()).toMatch(/^HTTP\/1\.1 503 .*\r\nretry-after: 5\r\n/s);
    expect(third.received()).toContain('{"error":"unavailable",');
    expect(overloads()).toBe(1);
    begun[0]?.answer();
    third.socket.write(get('/again'));
    await expect.poll(() => begun.at(-1)?.path).toBe('/again');
  });

  it('do not keep the process from saying that it lives', async () => {
    const { begun, handle } = holdRequests();
    const { port } = await openHttpServer({ handle, limits: { maxRequestsInFlight: 0 } });
    await openHalfOpenClient(port, get('/health/live'));
    await expect.poll(() => begun.length).toBe(1);
  });

  it('are those whose body has come: others do not take their places', async () => {
    const { port, counts } = await openHttpServer({
      async handle(request) {
        for await (const _chunk of request);
      },
    });
    const client = await openHalfOpenClient(
      port,
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nx',
    );
    await expect.poll(counts).toEqual({ connections: 1, inFlight: 0 });
    client.socket.write('x');
    await expect.poll(counts).toEqual({ connections: 1, inFlight: 1 });
  });

  it('are those for reading at once, as no handler waits for the body of those', async () => {
    const { handle } = holdRequests();
    const { port, counts } = await openHttpServer({ handle });
    await openHalfOpenClient(port, 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n');
    await expect.poll(counts).toEqual({ connections: 1, inFlight: 1 });
  });
});
