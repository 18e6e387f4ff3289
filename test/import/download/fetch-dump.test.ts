import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type FetchedDump, fetchDump } from '../../../src/import/download/fetch-dump.ts';
import { runImport } from '../../../src/import/run.ts';
import type { ImportRun } from '../../../src/store/port/imports.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { makeRun } from '../../support/imports.ts';
import { findFreePort } from '../../support/process.ts';
import { openTestStore } from '../../support/stores.ts';
import { makeIdno, writeDump } from '../dump-file.ts';

const NAME = 'company_2026.09.14.xlsx';
const DUMP = writeDump({ rows: [1, 2, 3].map((serial) => ({ idno: makeIdno(serial) })) });
const OTHER = writeDump({ rows: [4, 5].map((serial) => ({ idno: makeIdno(serial) })) });
const LAST_MODIFIED = 'Mon, 14 Sep 2026 04:00:00 GMT';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

function toTag(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
}

/** As a file server answers: whole, a part of the same version, or unchanged. */
function sendFile(request: IncomingMessage, response: ServerResponse, bytes: Uint8Array): void {
  const etag = toTag(bytes);
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
  if (ifNoneMatch === etag) {
    response.writeHead(304, { etag }).end();
    return;
  }
  const start = ifRange === etag ? Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0) : 0;
  const part = bytes.subarray(start);
  response.writeHead(start === 0 ? 200 : 206, {
    etag,
    'last-modified': LAST_MODIFIED,
    'content-length': part.length,
    ...(start > 0 && {
      'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}`,
    }),
  });
  response.end(part);
}

/** Half of the file, after which the connection ends. */
function sendHalf(response: ServerResponse, bytes: Uint8Array): void {
  response.writeHead(200, { etag: toTag(bytes), 'content-length': bytes.length });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}

/** A real server, whose requests get these answers in order, the last one again and again. */
async function openServer(...answers: [Answer, ...Answer[]]) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)];
    requests.push(request);
    answer?.(request, response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, requests, url: (path = `/dumps/${NAME}`) => new URL(path, origin) };
}

interface Found extends Partial<FetchedDump> {
  unchanged?: ImportRun;
  bytes?: Buffer;
}

type Overrides = Partial<Parameters<typeof fetchDump>[0]>;

async function openFetch() {
  const [store, folder] = [await openTestStore(), makeTestFolder()];
  const notes: string[] = [];
  const request = {
    store,
    kind: 'full',
    always: false,
    folder,
    signal: new AbortController().signal,
    note: (line: string) => notes.push(line),
    idleMs: 5_000,
    pausesMs: [1, 1],
  } as const;
  async function fetchFrom(address: URL, overrides: Overrides = {}): Promise<Found> {
    const found = await fetchDump({ ...request, address, ...overrides });
    if ('id' in found) return { unchanged: found };
    onTestFinished(found.remove);
    return { ...found, bytes: readFileSync(found.work.path) };
  }
  /** Fetches and imports, as the command does. */
  async function importFrom(address: URL) {
    const found = await fetchDump({ ...request, address });
    if ('id' in found) return found;
    const work = { kind: 'full', ...found.work } as const;
    const { run } = await runImport({ store, work, temporaryFolder: folder, nowMs: Date.now });
    await found.remove();
    return run;
  }
  return { store, folder, notes, fetchFrom, importFrom };
}

const send: Answer = (request, response) => sendFile(request, response, DUMP);
const sendOther: Answer = (request, response) => sendFile(request, response, OTHER);

describe('a dump is fetched', () => {
  it('to a temporary file that only its owner can read, and which can be removed', async () => {
    const { url, requests } = await openServer(send);
    const { folder, notes, fetchFrom } = await openFetch();
    const { work, bytes, remove } = await fetchFrom(url());
    expect(bytes?.equals(DUMP)).toBe(true);
    expect(work).toMatchObject({
      path: expect.stringMatching(new RegExp(`^${folder}/registru-download-\\w+/${NAME}$`)),
      rejectsOf: join(folder, NAME),
      source: { etag: toTag(DUMP), lastModified: LAST_MODIFIED },
    });
    expect(JSON.stringify(work?.source)).not.toContain('127.0.0.1');
    expect(notes).toEqual([
      expect.stringMatching(/^company_2026\.09\.14\.xlsx: 0\.0 MiB from http/),
    ]);
    expect(requests[0]?.headers).toMatchObject({ 'accept-encoding': 'identity' });
    await remove?.();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('further from where it was cut', async () => {
    const { url, requests } = await openServer((_, response) => sendHalf(response, DUMP), send);
    const { notes, fetchFrom } = await openFetch();
    expect((await fetchFrom(url())).bytes?.equals(DUMP)).toBe(true);
    const half = Math.floor(DUMP.length / 2);
    expect(requests.map(({ headers }) => headers.range)).toEqual([undefined, `bytes=${half}-`]);
    expect(notes[0]).toMatch(/: it cannot be reached or was cut .* it is tried again$/);
  });

  it('from the beginning if it was cut and has changed meanwhile', async () => {
    const { url } = await openServer((_, response) => sendHalf(response, DUMP), sendOther);
    const { fetchFrom } = await openFetch();
    expect((await fetchFrom(url())).bytes?.equals(OTHER)).toBe(true);
  });

  it('from the beginning by a server that continues another version, or at another place', async () => {
    for (const change of [
      { etag: '"other"' },
      { 'content-range': `bytes 1-${DUMP.length - 1}/${DUMP.length}` },
    ]) {
      const wrong: Answer = (_, response) =>
        response
          .writeHead(206, {
            etag: toTag(DUMP),
            'content-range': `bytes ${Math.floor(DUMP.length / 2)}-/${DUMP.length}`,
            ...change,
          })
          .end('wrong');
      const { url } = await openServer((_, response) => sendHalf(response, DUMP), wrong, send);
      const { fetchFrom } = await openFetch();
      expect((await fetchFrom(url())).bytes?.equals(DUMP)).toBe(true);
    }
  });

  it('after answers that say that the server is busy', async () => {
    const busy: Answer = (_, response) => response.writeHead(503).end('later');
    const { url } = await openServer(busy, send);
    const { notes, fetchFrom } = await openFetch();
    expect((await fetchFrom(url())).bytes?.equals(DUMP)).toBe(true);
    expect(notes[0]).toContain('it answered 503');
  });

  it('through redirects, with the name that the header gives', async () => {
    const { url, origin } = await openServer(
      (_, response) => response.writeHead(302, { location: '/files/17' }).end(),
      (request, response) => {
        response.setHeader('content-disposition', `attachment; filename="../${NAME}"`);
        sendFile(request, response, DUMP);
      },
    );
    const { fetchFrom } = await openFetch();
    const { work } = await fetchFrom(url('/latest'));
    expect(work?.path.endsWith(`/${NAME}`)).toBe(true);
    expect(origin).toContain('127.0.0.1');
  });

  it('in the newest XLSX of a CKAN data set', async () => {
    const data = await openServer(send);
    const resources = [
      { url: data.url('/old.xlsx').href, format: 'XLSX', last_modified: '2026-09-07T10:00:00' },
      { url: data.url().href, format: 'xlsx', created: '2026-09-14T10:00:00' },
      { url: data.url('/new.csv').href, format: 'CSV', last_modified: '2026-10-01T10:00:00' },
    ];
    const portal = await openServer((_, response) =>
      response.end(JSON.stringify({ success: true, result: { resources } })),
    );
    const { fetchFrom } = await openFetch();
    const { bytes } = await fetchFrom(portal.url('/ro/api/3/action/package_show?id=companies'));
    expect(bytes?.equals(DUMP)).toBe(true);
    expect(data.requests.map((request) => request.url)).toEqual([`/dumps/${NAME}`]);
  });
});

describe('an unchanged dump is not fetched again', () => {
  it('once it was imported, until the server has another version', async () => {
    const { url, requests } = await openServer(send, send, sendOther);
    const { store, folder, importFrom, fetchFrom } = await openFetch();
    const first = await importFrom(url());
    expect(first).toMatchObject({ outcome: 'completed', fileName: NAME, dumpDate: '2026-09-14' });
    expect((await fetchFrom(url())).unchanged).toMatchObject({ id: first.id });
    expect(requests[1]?.headers['if-none-match']).toBe(toTag(DUMP));
    expect(readdirSync(folder)).toEqual([]);
    expect((await store.imports.list(9)).length).toBe(1);
    expect((await fetchFrom(url())).bytes?.equals(OTHER)).toBe(true);
  });

  it('by its time where the server gives no tag', async () => {
    const { url, requests } = await openServer(
      (_, response) => response.writeHead(200, { 'last-modified': LAST_MODIFIED }).end(DUMP),
      (request, response) =>
        response.writeHead(request.headers['if-modified-since'] ? 304 : 200).end(),
    );
    const { importFrom } = await openFetch();
    const { id } = await importFrom(url());
    expect((await importFrom(url())).id).toBe(id);
    expect(requests[1]?.headers['if-modified-since']).toBe(LAST_MODIFIED);
  });

  it('but is after an import of another file, of another address or by other rules', async () => {
    const { url, requests } = await openServer(send);
    const { store, importFrom, fetchFrom } = await openFetch();
    const run = await importFrom(url());
    const startedAtMs = Date.now() + 1_000;
    const later = { startedAtMs, finishedAtMs: startedAtMs + 1 };
    await fetchFrom(url('/other.xlsx'));
    await store.imports.record({ ...run, rulesVersion: 0 });
    await fetchFrom(url());
    await store.imports.record(run);
    await store.imports.record(makeRun({ id: 'later', ...later }));
    await fetchFrom(url());
    await fetchFrom(url(), { always: true });
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual(
      Array(5).fill(undefined),
    );
  });
});

describe('a dump is refused with one sentence, and leaves no file', () => {
  async function refuse(address: URL, overrides: Overrides = {}): Promise<string> {
    const { folder, fetchFrom } = await openFetch();
    const error = await fetchFrom(address, overrides).then(() => null, String);
    expect(readdirSync(folder)).toEqual([]);
    expect(error).toMatch(/^ImportRefusal: [^\n]+$/);
    return error ?? '';
  }

  it('that a redirect leads to without encryption', async () => {
    const { url } = await openServer((_, response) =>
      response.writeHead(301, { location: 'http://registru.example/a.xlsx?token=geheim' }).end(),
    );
    const sentence = await refuse(url('/a?token=geheim'));
    expect(sentence).toContain(
      '/a redirects, but http://registru.example/a.xlsx is not encrypted: give an https address',
    );
    expect(sentence).not.toContain('geheim');
  });

  it('that redirects without end', async () => {
    const { url, requests } = await openServer((_, response) =>
      response.writeHead(302, { location: '/again' }).end(),
    );
    expect(await refuse(url())).toContain('redirects more than 5 times');
    expect(requests.length).toBe(6);
  });

  it('of 5 GB, as announced, of which nothing is read', async () => {
    const { url } = await openServer((_, response) => {
      response.writeHead(200, { 'content-length': 5 * 2 ** 30 });
      response.write('PK');
    });
    expect(await refuse(url())).toContain(
      'has 5120.0 MiB or more, and at most 1024.0 MiB are fetched',
    );
  });

  it('that is larger than was announced or allowed', async () => {
    const { url } = await openServer((_, response) => response.end(Buffer.alloc(2 ** 21)));
    expect(await refuse(url(), { maxBytes: 2 ** 20 })).toContain('at most 1.0 MiB are fetched');
  });

  it('of a server that sends nothing any more, again and again', async () => {
    const { url, requests } = await openServer((_, response) => {
      response.writeHead(200, { 'content-length': 9 });
      response.write('PK');
    });
    expect(await refuse(url(), { idleMs: 50 })).toContain(
      'cannot be fetched: nothing came for 0.05 s, after 3 attempts',
    );
    expect(requests.length).toBe(3);
  });

  it('of a server that sends slowly without end', async () => {
    const { url } = await openServer((_, response) => {
      const timer = setInterval(() => response.write('x'), 5);
      response.on('close', () => clearInterval(timer));
    });
    expect(await refuse(url(), { maxMs: 300 })).toContain('was not fetched within 0.005 minutes');
  });

  it('that is not there, or whose server is not', async () => {
    const { url } = await openServer((_, response) => response.writeHead(404).end());
    expect(await refuse(url())).toContain('answered 404: check the address');
    expect(await refuse(new URL(`http://127.0.0.1:${await findFreePort()}/a.xlsx`))).toMatch(
      /cannot be reached or was cut \(ECONNREFUSED\), after 3 attempts$/,
    );
  });

  it('whose answer is compressed', async () => {
    const { url } = await openServer((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(DUMP),
    );
    expect(await refuse(url())).toContain('a compressed answer');
  });

  it('of a data set without an XLSX, and of what is no data set', async () => {
    const answers = [
      ['{"result":{"resources":[{"url":"a.csv","format":"CSV"}]}}', 'has no XLSX file'],
      ['{"success":false}', 'does not describe a data set'],
      ['<html>', 'does not describe a data set'],
      [
        '{"result":{"resources":[{"url":"http://a.example/a.xlsx","format":"XLSX"}]}}',
        'http://a.example/a.xlsx is not encrypted',
      ],
    ] as const;
    for (const [body, sentence] of answers) {
      const { url } = await openServer((_, response) => response.end(body));
      expect(await refuse(url('/api/3/action/package_show?id=a'))).toContain(sentence);
    }
  });

  it('that the command was told to stop', async () => {
    const { url } = await openServer((_, response) => response.write('PK'));
    const { folder, fetchFrom } = await openFetch();
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('the import was stopped')), 100);
    await expect(fetchFrom(url(), { signal: stop.signal })).rejects.toThrow('was stopped');
    expect(readdirSync(folder)).toEqual([]);
  });
});

it('deletes what a killed download has left, after a day', async () => {
  const { url } = await openServer(send);
  const { folder, fetchFrom } = await openFetch();
  const [old, recent] = ['old', 'recent'].map((name) => join(folder, `registru-download-${name}`));
  for (const path of [old, recent]) mkdirSync(String(path));
  const dayBefore = Date.now() / 1_000 - 86_500;
  utimesSync(String(old), dayBefore, dayBefore);
  await fetchFrom(url());
  expect([existsSync(String(old)), existsSync(String(recent))]).toEqual([false, true]);
});
