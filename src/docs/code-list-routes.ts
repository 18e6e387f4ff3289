import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { JSON_TYPE } from '../web/errors.ts';
import { sendTagged } from '../web/tagged-answer.ts';
import { CAEM_LIST_PATH } from './caem-list.ts';
import type { CodeList } from './code-lists.ts';

const HEADERS = {
  // For clients in browsers too.
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=3600',
};

/** The lists of codes for clients. No key is needed. */
export function codeListRoutes(
  scope: FastifyInstance,
  fixedLists: readonly CodeList[],
  readCaemList: () => Promise<CodeList>,
): void {
  for (const list of fixedLists) {
    scope.get(list.path, (request, reply) => sendList(request, reply, list));
  }
  scope.get(CAEM_LIST_PATH, async (request, reply) =>
    sendList(request, reply, await readCaemList()),
  );
}

function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: CodeList,
): FastifyReply {
  return sendTagged(request, reply.headers(HEADERS), { body, etag, type: JSON_TYPE });
}
