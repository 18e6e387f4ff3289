/** What the load process is to do; files, since a hundred thousand bodies are no argument. */
export interface LoadJob {
  port: number;
  seconds: number;
  connections: number;
  /** Bounds the job whatever the time. */
  maxRequests: number;
  /** Requests a second, sent when due whatever came back; null: as fast as answers come. */
  perSecond: number | null;
  status: number;
  /** Asked for in turn, each with its key. */
  paths: string[];
  /** Used in turn, so that no key goes over its limit. */
  keys: string[];
  /** The body of each path's answer; one for all, or none where the body is not fixed. */
  bodies: string[];
  /** The tag of each path's answer, to be sent back; empty where none is. */
  etags: string[];
}

export interface LoadResult {
  /** All of them, those of the warm-up too; the figures below leave those out. */
  answered: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** How much later than due the load process itself woke; no part of the other figures. */
  oversleptP99Ms: number;
  wrong: number;
  firstWrong: string;
}

export function toRequests({ paths, keys, etags }: LoadJob): Buffer[] {
  return paths.map((path, place) => {
    const key = keys.length === 0 ? '' : `x-api-key: ${keys[place % keys.length]}\r\n`;
    const etag = etags.length === 0 ? '' : `if-none-match: ${etags[place]}\r\n`;
    return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n${key}${etag}\r\n`);
  });
}

export function toExpectations({ bodies }: LoadJob): Buffer[] {
  return bodies.map((body) => Buffer.from(body));
}
