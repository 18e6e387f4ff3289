import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { type AppOptions, openTestApp, type TestApp } from '../support/app.ts';
import type { Answer, Request } from '../support/http.ts';

export const NEWEST = '2026-07-28';
export const BEFORE = '2025-11-25';

export interface TestMcp extends TestApp {
  /** Of an Agency plan. */
  key: string;
  /** The official client over HTTP; it closes with the test. */
  connect: (mode: VersionNegotiationMode, headers?: Record<string, string>) => Promise<Client>;
  /** One POST with this body, and the key if the headers have none. */
  post: (body: unknown, headers?: Request['headers']) => Promise<Answer>;
}

export async function openTestMcp(options: AppOptions = {}): Promise<TestMcp> {
  const app = await openTestApp(options);
  const key = await app.subscribe('a@test.example', 'agency');
  return {
    ...app,
    key,
    async connect(mode, headers = { authorization: `Bearer ${key}` }) {
      const client = new Client(
        { name: 'test', version: '1.0.0' },
        { versionNegotiation: { mode } },
      );
      onTestFinished(() => client.close());
      const url = new URL(`http://127.0.0.1:${app.port}/mcp`);
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
      return client;
    },
    post: (body, headers = {}) =>
      app.send('/mcp', {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  };
}

/** A message of the revision before the newest, which needs no handshake. */
export function toMessage(method: string, params: object = {}): object {
  return { jsonrpc: '2.0', id: 1, method, params };
}

/** A message of the newest revision, and its headers. */
export function toStateless(method: string, params: object = {}, revision = NEWEST) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const name = 'name' in params ? { 'mcp-name': String(params.name) } : {};
  return {
    message: toMessage(method, { ...params, _meta: meta }),
    headers: { 'mcp-protocol-version': revision, 'mcp-method': method, ...name },
  };
}
