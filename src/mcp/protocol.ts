import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { OPENAPI } from '../docs/openapi.ts';
import { toWordList } from '../domain/word-list.ts';
import type { CompanyTool, ToolCall } from './tools.ts';

/**
 * The supported revisions, newest first. The first has neither handshake nor sessions; clients of
 * the others may send their handshake, but get no session. The tools mean the same in all of them:
 * the text of a result has what older clients do not look for in `structuredContent`.
 */
const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** The tools change with the program only. */
const CACHE_HINT = { ttlMs: 3_600_000, cacheScope: 'public' } as const;
const CACHE_HINTS = { 'server/discover': CACHE_HINT, 'tools/list': CACHE_HINT };
const INSTRUCTIONS =
  'Companies of the Moldovan State Register of Legal Units. A company is identified by its IDNO; ' +
  'find it with search_companies and read it with get_company. Numbers that begin with 0 are ' +
  'test companies.';

/** Only the headers and the message of a request matter to the SDK. */
const ANY_ADDRESS = 'http://mcp.invalid';
/** Headers that the service has checked itself, or ignores because it always answers JSON. */
const CHECKED_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

export interface McpRequest {
  /** Parsed; never an array. */
  message: unknown;
  /** The headers of the protocol. */
  headers: Readonly<Record<string, string>>;
  tools: readonly CompanyTool[];
  /** The message's call of a tool, as it was counted. */
  call: ToolCall | null;
}

/** Answers one message as JSON, or with 202 and no body. */
export async function answerMessage(asked: McpRequest): Promise<Response> {
  const { message } = asked;
  const headers = { ...asked.headers, ...CHECKED_HEADERS };
  const request = new Request(ANY_ADDRESS, { method: 'POST', headers });
  return (await isLegacyRequest(request, message))
    ? answerWithHandshake(request, asked)
    : answerStateless(request, asked);
}

/** Answers a client of a revision with a handshake. */
async function answerWithHandshake(request: Request, asked: McpRequest): Promise<Response> {
  const server = createMcpServer(asked);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: asked.message });
  } finally {
    await server.close();
  }
}

/** Answers a client of revision 2026-07-28. */
async function answerStateless(request: Request, asked: McpRequest): Promise<Response> {
  let fault: Error | null = null;
  const handler = createMcpHandler(() => createMcpServer(asked), {
    legacy: 'reject',
    // The tools do not change, so there is nothing to subscribe to.
    maxSubscriptions: 0,
    onerror: (error) => {
      fault = error;
    },
  });
  const answer = await handler.fetch(request, { parsedBody: asked.message });
  if (answer.status >= 500) throw fault ?? new Error(`the SDK answered ${answer.status}`);
  return answer;
}

/** A server for one message. */
function createMcpServer({ tools, call }: McpRequest): Server {
  const names = tools.map(({ definition }) => definition.name);
  const server = new Server(
    { name: 'registru', title: 'Registru', version: OPENAPI.info.version },
    {
      capabilities: { tools: {} },
      supportedProtocolVersions: REVISIONS,
      instructions: INSTRUCTIONS,
      cacheHints: CACHE_HINTS,
    },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ definition }) => definition),
  }));
  server.setRequestHandler('tools/call', () => {
    // Not the arguments as the SDK has read them, which may be others than those that were counted.
    if (call !== null) return call.answer();
    const choice = toWordList(names, 'and');
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: there are ${choice}.`);
  });
  return server;
}
