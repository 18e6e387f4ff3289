import type { FailedRequest } from '../store/port/usage.ts';
import { isTemporary } from '../web/errors.ts';
import { readText } from '../web/request.ts';
import { toFormats } from './account-view.ts';
import { ACCOUNT_PATH, type PageTools } from './tools.ts';
import { textsOf } from './view.ts';

const FAILED_REQUESTS_PATH = `${ACCOUNT_PATH}/failed-requests`;

/** The failed requests of an account, filtered, and one of them with what to do about it. */
export function failedRequestRoutes(tools: PageTools): void {
  const { render, languageOf, holderRoute, listFailedRequests, toErrorAdvice } = tools;

  holderRoute('GET', FAILED_REQUESTS_PATH, {}, async (request, reply, context) => {
    const language = languageOf(request);
    const { failures: t } = textsOf(language);
    const chosen = {
      status: readText(request.query, 'status'),
      error: readText(request.query, 'error'),
      id: readText(request.query, 'id').trim().toLowerCase(),
    };
    const all = await listFailedRequests(context.holder.id);
    const opened = all.find(({ requestId }) => requestId === chosen.id);
    return render(reply, language, 'failed-requests', {
      heading: opened === undefined ? t.title : t.openedTitle(String(opened.status)),
      email: context.holder.email,
      next: FAILED_REQUESTS_PATH,
      chosen,
      opened,
      ...(opened && {
        advice: opened.error === null ? null : toErrorAdvice(opened.error, language),
        isTemporary: isTemporary(opened.status),
      }),
      requests: filter(all, chosen),
      statuses: listValues(all.map(({ status }) => String(status))),
      errors: listValues(all.flatMap(({ error }) => error ?? [])),
      ...toFormats(language),
    });
  });
}

interface Chosen {
  status: string;
  error: string;
  id: string;
}

/** Those that have all chosen values; the empty text chooses nothing. */
function filter(all: readonly FailedRequest[], { status, error, id }: Chosen): FailedRequest[] {
  return all.filter(
    (one) =>
      (status === '' || String(one.status) === status) &&
      (error === '' || one.error === error) &&
      (id === '' || one.requestId === id),
  );
}

function listValues(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
