import type { FastifyInstance } from 'fastify';
import { CHANGES_KEPT_MS } from '../domain/company/public-changes.ts';
import type { ChangePage, ChangeQuery } from '../store/port/public-changes.ts';
import { toChangesCursor } from './changes-cursor.ts';
import { toChangesRequest } from './changes-query.ts';
import { toAnswerNames, toCompanyAnswer } from './company-document.ts';
import type { ReadDataDate } from './data-date.ts';
import { sendApiError } from './errors.ts';
import { toRoute } from './operations.ts';
import { readQuery } from './query-values.ts';
import { sendAnswer } from './send-answer.ts';

export interface ChangesDependencies {
  /** `client`: the id of an account. */
  readChanges: (query: ChangeQuery, client: string) => Promise<ChangePage | null>;
  readDataDate: ReadDataDate;
  /** Wall-clock milliseconds since the epoch. */
  nowMs: () => number;
}

/** Changes of companies, page by page. Registered within the guard of the API. */
export function changesRoute(
  scope: FastifyInstance,
  { readChanges, readDataDate, nowMs }: ChangesDependencies,
): void {
  scope.route({
    ...toRoute('changes'),
    async handler(request, reply) {
      const wanted = toChangesRequest(readQuery(request));
      const dataDate = readDataDate();
      const page = await readChanges(
        { ...wanted, keptFromMs: nowMs() - CHANGES_KEPT_MS },
        request.accountId ?? '',
      );
      if (page === null) return sendApiError(reply, 'cursor_expired');
      return sendAnswer(request, reply, toCompanyAnswer(toJson(page)), await dataDate);
    },
  });
}

function toJson({ changes, next, more }: ChangePage): string {
  return JSON.stringify({
    changes: changes.map(({ idno, kind, fields, cause, dataDate }) => ({
      idno,
      kind,
      fields: toAnswerNames(fields),
      cause,
      data_date: dataDate,
    })),
    next: toChangesCursor(next),
    more,
  });
}
