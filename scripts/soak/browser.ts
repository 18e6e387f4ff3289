export interface Page {
  status: number;
  body: string;
}

const TIMEOUT_MS = 10_000;
const HIDDEN_FIELD = /<input type="hidden" name="([^"]+)" value="([^"]*)">/g;

let browsers = 0;

/**
 * A browser without scripts: it stores cookies, follows links and sends forms. Each has its own
 * network address, for a server that trusts this machine as a proxy.
 */
export class Browser {
  readonly #baseUrl: string;
  readonly #address = toAddress(browsers++);
  readonly #cookies = new Map<string, string>();

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  /** Gets a page and follows redirections. */
  get(path: string): Promise<Page> {
    return this.#send(new URL(path, this.#baseUrl), { method: 'GET' });
  }

  /** Sends a form of a page with its hidden fields. */
  post(path: string, page: Page, fields: Record<string, string> = {}): Promise<Page> {
    const hidden = [...page.body.matchAll(HIDDEN_FIELD)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...fields });
    return this.#send(new URL(path, this.#baseUrl), { method: 'POST', body });
  }

  postJson(path: string, value: unknown): Promise<Page> {
    return this.#send(new URL(path, this.#baseUrl), {
      method: 'POST',
      body: JSON.stringify(value),
      headers: { 'content-type': 'application/json' },
    });
  }

  async #send(url: URL, request: RequestInit): Promise<Page> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': this.#address,
      cookie,
      ...request.headers,
    };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(url, { ...request, headers, redirect: 'manual', signal });
    for (const line of answer.headers.getSetCookie()) this.#storeCookie(line);
    const body = await answer.text();
    const location = answer.headers.get('location');
    if (location === null) return { status: answer.status, body };
    return this.#send(new URL(location, url), { method: 'GET' });
  }

  #storeCookie(line: string): void {
    const [pair = ''] = line.split(';', 1);
    const name = pair.slice(0, pair.indexOf('='));
    this.#cookies.set(name, pair.slice(name.length + 1));
  }
}

function toAddress(serial: number): string {
  return `10.${(serial >> 16) & 255}.${(serial >> 8) & 255}.${serial & 255}`;
}
