import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ImportRefusal } from '../../domain/errors.ts';
import { describeAddress, requireAllowed } from './address.ts';

/** About 25 times the register's dump. */
const MAX_BYTES = 2 ** 30;
/** A server that sends nothing for this long is treated as one that has cut the connection. */
const IDLE_MS = 30_000;
/** For all attempts and pauses together. */
const MAX_MS = 3_600_000;
const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
/** Before each repeated attempt; they start over after an attempt that continued the download. */
const PAUSES_MS = [1_000, 2_000, 5_000, 15_000];
const MEBIBYTE = 2 ** 20;
/** Rows of the register may be personal data: only the owner may read them. */
const MODE = 0o600;

/** By which a server recognizes a version of a file. */
export interface Validators {
  etag: string | null;
  /** The header `Last-Modified`, as it came. */
  lastModified: string | null;
}

export interface DownloadOptions {
  signal: AbortSignal;
  /** One line that a person must know. */
  note: (line: string) => void;
  maxBytes?: number;
  idleMs?: number;
  maxMs?: number;
  pausesMs?: readonly number[];
}

export interface Downloaded extends Validators {
  /** After redirects. */
  url: URL;
  /** The header `Content-Disposition`; null if there was none. */
  disposition: string | null;
  bytes: number;
}

/** Receives the bytes of a file in order. */
interface Sink {
  write(bytes: Uint8Array): Promise<void>;
  /** Forgets what was written. */
  restart(): Promise<void>;
}

/** The attempt failed in a way that another one may not. */
class Cut extends Error {}

/**
 * Downloads into a new file. An attempt that was cut is repeated from where it ended, if the server
 * still has the same version, otherwise from the beginning. Null if it has the version of `last`.
 * Throws ImportRefusal.
 */
export async function downloadFile(
  url: URL,
  path: string,
  last: Validators | null,
  options: DownloadOptions,
): Promise<Downloaded | null> {
  const file = await open(path, 'wx', MODE).catch(toDiskRefusal);
  let position = 0;
  try {
    return await download(url, last, options, {
      async write(bytes) {
        for (let at = 0; at < bytes.length; ) {
          const rest = bytes.length - at;
          const written = await file.write(bytes, at, rest, position).catch(toDiskRefusal);
          at += written.bytesWritten;
          position += written.bytesWritten;
        }
      },
      async restart() {
        await file.truncate(0);
        position = 0;
      },
    });
  } finally {
    await file.close();
  }
}

/** Downloads a text of at most `maxBytes`. Throws ImportRefusal. */
export async function downloadText(url: URL, options: DownloadOptions): Promise<string> {
  let chunks: Uint8Array[] = [];
  await download(url, null, options, {
    async write(bytes) {
      chunks.push(bytes);
    },
    async restart() {
      chunks = [];
    },
  });
  return Buffer.concat(chunks).toString('utf8');
}

async function download(
  url: URL,
  last: Validators | null,
  options: DownloadOptions,
  sink: Sink,
): Promise<Downloaded | null> {
  const { note, maxMs = MAX_MS, pausesMs = PAUSES_MS } = options;
  const limit = AbortSignal.timeout(maxMs);
  const signal = AbortSignal.any([options.signal, limit]);
  const address = describeAddress(url);
  const state: State = { written: 0, validators: null };
  for (let failed = 0; ; ) {
    const before = state.written;
    try {
      return await attempt(url, last, state, { ...options, signal }, sink);
    } catch (error) {
      options.signal.throwIfAborted();
      if (limit.aborted) {
        throw new ImportRefusal(
          `${address} was not fetched within ${maxMs / 60_000} minutes: try again, or download ` +
            'the file and import that',
        );
      }
      if (!(error instanceof Cut)) throw error;
      failed = before > 0 && state.written > before ? 1 : failed + 1;
      const pauseMs = pausesMs[failed - 1];
      if (pauseMs === undefined) {
        throw new ImportRefusal(
          `${address} cannot be fetched: ${error.message}, after ${failed} attempts`,
        );
      }
      note(`${address}: ${error.message} after ${toMebibytes(state.written)}; it is tried again`);
      await sleep(pauseMs, undefined, { signal: options.signal }).catch(() =>
        options.signal.throwIfAborted(),
      );
    }
  }
}

interface State {
  /** What the sink has. */
  written: number;
  /** Of what the sink has; null: nothing. */
  validators: Validators | null;
}

/** Throws Cut where another attempt may succeed. */
async function attempt(
  url: URL,
  last: Validators | null,
  state: State,
  { signal, idleMs = IDLE_MS, maxBytes = MAX_BYTES }: DownloadOptions,
  sink: Sink,
): Promise<Downloaded | null> {
  const idle = new AbortController();
  const timer = setTimeout(() => idle.abort(), idleMs);
  const both = AbortSignal.any([signal, idle.signal]);
  try {
    const sent = toHeaders(last, state);
    const { response, reached } = await fetchAllowed(url, sent, both);
    timer.refresh();
    const isConditional = 'if-none-match' in sent || 'if-modified-since' in sent;
    if (response.status === 304 && isConditional) return null;
    const validators = toValidators(response.headers);
    await begin(response, validators, state, sink);
    const length = response.headers.get('content-length');
    const total = length === null ? null : state.written + Number(length);
    requireRoom(total ?? 0, maxBytes, url);
    for await (const chunk of response.body ?? []) {
      timer.refresh();
      requireRoom(state.written + chunk.length, maxBytes, url);
      await sink.write(chunk);
      state.written += chunk.length;
    }
    if (total !== null && state.written !== total) throw new Cut('the connection was cut');
    const disposition = response.headers.get('content-disposition');
    return { url: reached, ...validators, disposition, bytes: state.written };
  } catch (error) {
    if (error instanceof ImportRefusal || error instanceof Cut) throw error;
    if (idle.signal.aborted) throw new Cut(`nothing came for ${idleMs / 1_000} s`);
    throw new Cut(toReason(error));
  } finally {
    clearTimeout(timer);
    idle.abort();
  }
}

/** Compressed answers could not be continued. */
function toHeaders(last: Validators | null, { written, validators }: State) {
  const common = { 'accept-encoding': 'identity', 'user-agent': 'registru-import' };
  if (written > 0 && validators !== null) {
    const { etag, lastModified } = validators;
    // A weak tag says nothing about bytes (RFC 9110, 13.1.5).
    const version = etag?.startsWith('W/') ? null : (etag ?? lastModified);
    if (version !== null) return { ...common, range: `bytes=${written}-`, 'if-range': version };
  }
  return {
    ...common,
    ...(last?.etag != null && { 'if-none-match': last.etag }),
    ...(last?.etag == null &&
      last?.lastModified != null && { 'if-modified-since': last.lastModified }),
  };
}

/** Follows redirects to addresses that may be fetched too. */
async function fetchAllowed(url: URL, headers: Record<string, string>, signal: AbortSignal) {
  let reached = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await fetch(reached, { headers, signal, redirect: 'manual' });
    const location = response.headers.get('location');
    if (!REDIRECTS.includes(response.status) || location === null) return { response, reached };
    await response.body?.cancel();
    const next = URL.parse(location, reached);
    if (next === null) throw new ImportRefusal(`${describeAddress(reached)} redirects to nowhere`);
    try {
      reached = requireAllowed(next);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ImportRefusal(`${describeAddress(reached)} redirects, but ${reason}`);
    }
  }
  throw new ImportRefusal(`${describeAddress(url)} redirects more than ${MAX_REDIRECTS} times`);
}

/** Prepares the sink for the body of the answer. */
async function begin(
  response: Response,
  validators: Validators,
  state: State,
  sink: Sink,
): Promise<void> {
  const { status, headers } = response;
  const isContinued =
    status === 206 &&
    Number(/^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1]) === state.written &&
    validators.etag === (state.validators?.etag ?? null);
  if (isContinued) return;
  if (state.written > 0) await sink.restart();
  Object.assign(state, { written: 0, validators: null });
  if (status === 206 || status === 416) throw new Cut('the file has changed meanwhile');
  if (status === 200 && (headers.get('content-encoding') ?? 'identity') === 'identity') {
    state.validators = validators;
    return;
  }
  if (status === 408 || status === 429 || status >= 500) throw new Cut(`it answered ${status}`);
  const reason = status === 200 ? 'a compressed answer' : status;
  throw new ImportRefusal(
    `${describeAddress(new URL(response.url))} answered ${reason}: check the address`,
  );
}

function toValidators(headers: Headers): Validators {
  return { etag: headers.get('etag'), lastModified: headers.get('last-modified') };
}

function requireRoom(bytes: number, maxBytes: number, url: URL): void {
  if (bytes <= maxBytes) return;
  throw new ImportRefusal(
    `${describeAddress(url)} has ${toMebibytes(bytes)} or more, and at most ` +
      `${toMebibytes(maxBytes)} are fetched: check the address`,
  );
}

export function toMebibytes(bytes: number): string {
  return `${(bytes / MEBIBYTE).toFixed(1)} MiB`;
}

/** `fetch` says only that it failed; the cause says why. */
function toReason(error: unknown): string {
  const { cause } = error instanceof Error ? error : {};
  const { code, message } = (cause ?? error) as NodeJS.ErrnoException;
  return `it cannot be reached or was cut (${code ?? message})`;
}

/** Without the folder's path, since staff see the message too. */
function toDiskRefusal(error: NodeJS.ErrnoException): never {
  throw new ImportRefusal(
    `the dump cannot be written to a temporary file (${error.code}): free some space in DATA_DIR, ` +
      'or with MONGODB_URI in the folder that TMPDIR names',
    { cause: error },
  );
}
