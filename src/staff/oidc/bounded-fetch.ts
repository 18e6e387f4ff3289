import { type BoundedResponse, sendBounded } from '../../outgoing/bounded-request.ts';

/** Far more than metadata, keys and claims take; the rest of a response is not read. */
export const MAX_RESPONSE_BYTES = 2 ** 20;

interface FetchOptions {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
}

/**
 * In place of `fetch`, which reads informational responses and bodies of any size. Rejects for a
 * response over MAX_RESPONSE_BYTES. `body`: form parameters, or nothing.
 */
export async function boundedFetch(url: string, options: FetchOptions): Promise<Response> {
  const { method, headers, body, signal = new AbortController().signal } = options;
  const { status, headers: received, body: bytes } = await send();
  const text = bytes.length === 0 ? null : new Uint8Array(bytes);
  return new Response(text, { status, headers: toHeaders(received) });

  async function send(): Promise<BoundedResponse> {
    const text = body === undefined || body === null ? undefined : String(body);
    const sent = { method, headers, body: text, signal, maxBytes: MAX_RESPONSE_BYTES };
    let response: BoundedResponse;
    try {
      response = await sendBounded(new URL(url), sent);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
    signal.throwIfAborted();
    if (!response.isWhole)
      throw new Error(`no whole response of ${MAX_RESPONSE_BYTES} bytes at most`);
    return response;
  }
}

function toHeaders(received: BoundedResponse['headers']): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received)) headers.set(name, String(value));
  return headers;
}
