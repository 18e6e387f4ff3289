import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WatchLists } from '../accounts/watching/watch-lists.ts';
import { toJsonAnswer } from '../answers/documents.ts';
import { refuseQuery } from '../answers/search.ts';
import { MAX_WATCH_CHANGES, type WatchListChange } from '../domain/account/watch-list.ts';
import { isStoredIdno } from '../domain/company/idno.ts';
import { JSON_TYPE, RefusedRequest } from '../web/errors.ts';
import { sendTagged } from '../web/tagged-answer.ts';
import { ERROR_ANSWERS } from './errors.ts';
import {
  DEFAULT_WATCH_LIST_LIMIT,
  MAX_WATCH_LIST_LIMIT,
  OPERATIONS,
  toRoute,
} from './operations.ts';
import { quoteName, readJson, readQuery, toLimit, toQueryValues } from './parameters.ts';

type WithIdno = { Params: { idno: string } };

/** The watch list of the account whose key the guard has accepted. */
export function watchListRoutes(scope: FastifyInstance, watchLists: WatchLists): void {
  const sendJson = (request: FastifyRequest, reply: FastifyReply, value: object) =>
    sendTagged(request, reply, { ...toJsonAnswer(value), type: JSON_TYPE });

  /** Throws RefusedRequest if the list is full. */
  async function change({ accountId }: FastifyRequest, wanted: WatchListChange) {
    const outcome = await watchLists.change(accountId ?? '', wanted);
    if (outcome === null) throw new RefusedRequest(ERROR_ANSWERS.watchlist_full);
    return outcome;
  }

  scope.route({
    ...toRoute('watchlist'),
    async handler(request, reply) {
      const { after, first } = toPageRequest(readQuery(request));
      const watched = await watchLists.find(request.accountId ?? '');
      const rest = watched.filter((idno) => idno > after);
      const idnos = rest.slice(0, first);
      const next = rest.length > first ? idnos.at(-1) : null;
      return sendJson(request, reply, { idnos, next });
    },
  });
  scope.route<{ Body?: Buffer }>({
    ...toRoute('change-watchlist'),
    handler: async (request, reply) =>
      sendJson(request, reply, await change(request, readChange(request.body))),
  });
  scope.route<WithIdno>({
    ...toRoute('watch'),
    async handler(request, reply) {
      await change(request, { add: [readIdno(request)], remove: [] });
      return reply.code(204).send();
    },
  });
  scope.route<WithIdno>({
    ...toRoute('unwatch'),
    async handler(request, reply) {
      await change(request, { add: [], remove: [readIdno(request)] });
      return reply.code(204).send();
    },
  });
}

/** Throws RefusedRequest with a message that names the parameter, as the others do. */
function toPageRequest(query: unknown): { after: string; first: number } {
  const { after, limit } = toQueryValues(query, OPERATIONS.watchlist.parameters);
  if (after !== undefined && !isStoredIdno(after)) {
    throw refuseQuery('Give after as an IDNO of 13 digits.');
  }
  const range = { max: MAX_WATCH_LIST_LIMIT, byDefault: DEFAULT_WATCH_LIST_LIMIT };
  return { after: after ?? '', first: toLimit(limit, range) };
}

function readIdno({ params: { idno } }: FastifyRequest<WithIdno>): string {
  if (isStoredIdno(idno)) return idno;
  throw new RefusedRequest(ERROR_ANSWERS.invalid_watched_idno);
}

function readChange(body: Buffer | undefined): WatchListChange {
  const value = readJson(body, '{"add":["0000000000011"],"remove":[]}');
  const { add, remove, ...others }: Readonly<Record<string, unknown>> =
    typeof value === 'object' ? { ...value } : {};
  if (add === undefined && remove === undefined) throw refuseQuery('Give add or remove, or both.');
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw refuseQuery(`Leave out ${quoteName(unknown)}: give add and remove alone.`);
  }
  const change = { add: toWatchedIdnos('add', add), remove: toWatchedIdnos('remove', remove) };
  const removed = new Set(change.remove);
  const both = change.add.find((idno) => removed.has(idno));
  if (both !== undefined) throw refuseQuery(`Give ${both} in add or in remove, not in both.`);
  return change;
}

function toWatchedIdnos(name: keyof WatchListChange, list: unknown = []): string[] {
  if (!Array.isArray(list) || list.length > MAX_WATCH_CHANGES) {
    throw refuseQuery(`Give ${name} as a list of at most ${MAX_WATCH_CHANGES} texts.`);
  }
  return list.map((idno: unknown, index) => {
    if (typeof idno === 'string' && isStoredIdno(idno)) return idno;
    const message = `Give ${name}[${index}] as a text of 13 digits.`;
    throw new RefusedRequest({ ...ERROR_ANSWERS.invalid_watched_idno, message });
  });
}
