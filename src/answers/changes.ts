import { isStoredIdno } from '../domain/company/idno.ts';
import { MAX_CHANGES_CURSOR_LENGTH } from '../domain/company/public-changes.ts';
import { type CursorForm, jsonPositions, readCursor, toCursor } from '../domain/cursor.ts';
import type { ChangePage, ChangePosition, ChangeQuery } from '../store/port/public-changes.ts';
import { type JsonAnswer, toAnswerNames, toJsonAnswer } from './documents.ts';

export interface ChangesRequest extends Omit<ChangeQuery, 'watched'> {
  /** Only changes of the companies that the account watches. */
  isWatched: boolean;
}

const CURSORS: CursorForm<ChangePosition> = {
  list: '',
  maxLength: MAX_CHANGES_CURSOR_LENGTH,
  positions: jsonPositions(
    ({ importMs, idno }) => [importMs, idno],
    ([importMs, idno]) => {
      const isPosition =
        typeof importMs === 'number' &&
        Number.isSafeInteger(importMs) &&
        importMs >= 0 &&
        (idno === null || (typeof idno === 'string' && isStoredIdno(idno)));
      return isPosition ? { importMs, idno } : null;
    },
  ),
};

export const toChangesCursor = (position: ChangePosition) => toCursor(CURSORS, position);
export const readChangesCursor = (cursor: string) => readCursor(CURSORS, cursor);

/** The API's answer with a page of changes. */
export function toChangesAnswer(page: ChangePage): JsonAnswer {
  return toJsonAnswer({ ...toChangesJson(page), more: page.more });
}

/** The part of that answer that webhooks send too. */
export function toChangesJson({ changes, next }: Pick<ChangePage, 'changes' | 'next'>) {
  return {
    changes: changes.map(({ idno, kind, fields, cause, dataDate }) => ({
      idno,
      kind,
      fields: toAnswerNames(fields),
      cause,
      data_date: dataDate,
    })),
    next: toChangesCursor(next),
  };
}
