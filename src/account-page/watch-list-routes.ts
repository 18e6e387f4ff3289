import type { FastifyReply, FastifyRequest } from 'fastify';
import { LOCALES } from '../domain/account/language.ts';
import { toTierAt, WATCH_LIST_SIZES } from '../domain/account/plan.ts';
import { MAX_WATCH_CHANGES } from '../domain/account/watch-list.ts';
import { isStoredIdno } from '../domain/company/idno.ts';
import type { HolderContext } from '../schema/types.ts';
import { toHref } from '../web/href.ts';
import { readField, readText } from '../web/request.ts';
import { ACCOUNT_PATH, type PageTools } from './tools.ts';
import { textsOf } from './view.ts';
import { findWatched, parsePasted, toWatchedView, toWatchListCsv } from './watch-list.ts';

const WATCH_LIST_PATH = `${ACCOUNT_PATH}/watch-list`;
const LIST = { back: WATCH_LIST_PATH };

/** As many IDNOs as one change adds, each encoded with its line end, and room for other words. */
const MAX_PASTED_BYTES = 65_536;
const ADD = {
  ...LIST,
  typed: { form: 'watch-list', field: 'idnos' },
  bodyLimit: MAX_PASTED_BYTES,
} as const;
const MAX_SEARCH_LENGTH = 200;

/** What the answer to a form shows in addition to the list. */
interface Shown {
  alert?: string;
  success?: string;
  /** What stays in the field. */
  pasted?: string;
  refused?: ReturnType<typeof parsePasted>;
}

/** The companies that a holder watches, which are those of `/api/v1/watchlist`. */
export function watchListRoutes(tools: PageTools): void {
  const { render, languageOf, watchLists, findCompanies, toCompanyUrl, nowMs } = tools;
  const { holderRoute, takeTyped } = tools;

  async function sendList(
    request: FastifyRequest,
    reply: FastifyReply,
    { holder }: HolderContext,
    shown: Shown = {},
  ) {
    const language = languageOf(request);
    const t = textsOf(language).watchList;
    const search = readText(request.query, 'q').trim().slice(0, MAX_SEARCH_LENGTH);
    const after = readText(request.query, 'after');
    const watched = await watchLists.find(holder.id);
    const { found, next } = await findWatched(watched, { search, after }, findCompanies);
    const tier = toTierAt(holder.subscription, nowMs());
    const firstHref = search === '' ? WATCH_LIST_PATH : toHref(WATCH_LIST_PATH, { q: search });
    const numbers = new Intl.NumberFormat(LOCALES[language]);
    return render(reply, language, 'watch-list', {
      heading: t.title,
      email: holder.email,
      companies: found.map((one) => ({
        ...toWatchedView(one, language),
        href: toCompanyUrl(one.idno),
      })),
      search,
      after,
      firstHref: after === '' ? null : firstHref,
      nextHref: next === null ? null : toHref(WATCH_LIST_PATH, { q: search, after: next }),
      size: watched.length,
      maxSize: tier === null ? null : WATCH_LIST_SIZES[tier],
      number: (value: number) => numbers.format(value),
      canAdd: tier !== null,
      next: WATCH_LIST_PATH,
      ...shown,
    });
  }

  holderRoute('GET', WATCH_LIST_PATH, {}, async (request, reply, context) => {
    const { watchList: t } = textsOf(languageOf(request));
    const added = readText(request.query, 'added');
    const removed = readText(request.query, 'removed');
    const success = isCount(added) ? t.added(added) : isCount(removed) ? t.removed : undefined;
    /** A company to add, from its page. */
    const idno = readText(request.query, 'idno');
    const pasted = takeTyped(request, reply, 'watch-list') ?? (isStoredIdno(idno) ? idno : '');
    return sendList(request, reply, context, { ...(success && { success }), pasted });
  });

  holderRoute('GET', `${WATCH_LIST_PATH}.csv`, LIST, async (_request, reply, context) => {
    const watched = await watchLists.find(context.holder.id);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="watch-list.csv"')
      .send(await toWatchListCsv(watched, findCompanies));
  });

  holderRoute('POST', `${WATCH_LIST_PATH}/add`, ADD, async (request, reply, context) => {
    const pasted = readField(request, ADD.typed.field);
    const { watchList: t } = textsOf(languageOf(request));
    const parsed = parsePasted(pasted);
    const refuse = (status: number, alert: string) =>
      sendList(request, reply.code(status), context, { alert, pasted, refused: parsed });
    if (parsed.idnos.length > MAX_WATCH_CHANGES)
      return refuse(400, t.tooMany(String(parsed.idnos.length), String(MAX_WATCH_CHANGES)));
    if (parsed.idnos.length === 0) return refuse(400, t.noIdno);
    const outcome = await watchLists.change(context.holder.id, { add: parsed.idnos, remove: [] });
    if (outcome === null) return refuse(409, t.full);
    if (parsed.refused.length === 0) {
      return reply.redirect(`${WATCH_LIST_PATH}?added=${outcome.added}`, 303);
    }
    const left = parsed.refused.map(({ text }) => text).join('\n');
    const success = t.added(String(outcome.added));
    return sendList(request, reply, context, { success, pasted: left, refused: parsed });
  });

  holderRoute('POST', `${WATCH_LIST_PATH}/remove`, LIST, async (request, reply, context) => {
    const idno = readField(request, 'idno');
    const { removed } = (await watchLists.change(context.holder.id, {
      add: [],
      remove: isStoredIdno(idno) ? [idno] : [],
    })) ?? { removed: 0 };
    const place = { q: readField(request, 'q'), after: readField(request, 'after') };
    const query = { removed: String(removed), ...place };
    return reply.redirect(toHref(WATCH_LIST_PATH, query), 303);
  });
}

function isCount(text: string): boolean {
  return /^\d{1,5}$/.test(text);
}
