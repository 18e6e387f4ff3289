import { describe, expect, it } from 'vitest';
import { EXAMPLE_IDNO } from '../../src/domain/company/test-companies.ts';
import { openShared } from '../support/shared.ts';
import { openTestMcp } from './open-mcp.ts';

/** Clients by the newest revision that they speak, for which they ask. */
const CLIENTS = [
  ['SDK for TypeScript 1.0 to 1.9', '2024-11-05', ['2024-11-05', '2024-10-07']],
  ['1.10 to 1.12', '2025-03-26', ['2025-03-26', '2024-11-05', '2024-10-07']],
  ['1.13 to 1.24', '2025-06-18', ['2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07']],
] as const;

const CLIENT_INFO = { name: 'old', version: '1.0.0' };
const ACCEPT = 'application/json, text/event-stream';

const openOnce = openShared(() => openTestMcp());

describe('a client with a handshake, whose messages were recorded', () => {
  it.each(CLIENTS)(
    '%s connects with %s, lists the tools and calls one',
    async (_, asked, known) => {
      const { post, send, key } = openOnce();
      const initialize = {
        method: 'initialize',
        params: { protocolVersion: asked, capabilities: {}, clientInfo: CLIENT_INFO },
        jsonrpc: '2.0',
        id: 0,
      };
      const first = JSON.parse((await post(initialize, { accept: ACCEPT })).body);
      // It ends with "protocol version is not supported" where its own list lacks the answer's.
      expect(known).toContain(first.result.protocolVersion);
      expect(first).toMatchObject({
        id: 0,
        result: {
          protocolVersion: asked,
          serverInfo: { name: 'registru' },
          capabilities: { tools: {} },
        },
      });

      const headers = { accept: ACCEPT, 'mcp-protocol-version': asked };
      const initialized = { method: 'notifications/initialized', jsonrpc: '2.0' };
      expect(await post(initialized, headers)).toMatchObject({ status: 202, body: '' });
      const stream = { ...headers, accept: 'text/event-stream', 'x-api-key': key };
      expect(await send('/mcp', { headers: stream })).toMatchObject({ status: 405 });
      const list = JSON.parse(
        (await post({ method: 'tools/list', jsonrpc: '2.0', id: 1 }, headers)).body,
      );
      expect(list.result.tools).toHaveLength(5);
      for (const { inputSchema } of list.result.tools) expect(inputSchema.type).toBe('object');
      const call = {
        method: 'tools/call',
        params: { name: 'get_company', arguments: { idno: EXAMPLE_IDNO } },
        jsonrpc: '2.0',
        id: 2,
      };
      const { result } = JSON.parse((await post(call, headers)).body);
      // Clients before 2025-06-18 read the text alone.
      expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
      expect(result.structuredContent).toMatchObject({ idno: EXAMPLE_IDNO });
    },
  );

  it('gets the newest revision with a handshake where it asks for an unknown one', async () => {
    const { post } = openOnce();
    for (const protocolVersion of ['2024-10-07', '2026-07-28', '2031-01-01', '']) {
      const { body } = await post({
        method: 'initialize',
        params: { protocolVersion, capabilities: {}, clientInfo: CLIENT_INFO },
        jsonrpc: '2.0',
        id: 0,
      });
      expect(JSON.parse(body).result.protocolVersion).toBe('2025-11-25');
    }
  });
});
