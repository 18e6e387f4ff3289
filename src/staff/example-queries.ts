import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toDay } from '../domain/time/time-zone.ts';

/** A question that support is asked, and the query that answers it. */
export interface ExampleQuery {
  question: string;
  query: string;
}

const DAY_MS = 86_400_000;
const USAGE_DAYS = 30;

/** The query that the editor begins with, then each question as a heading with its query. */
const TEXT = readFileSync(join(import.meta.dirname, 'example-queries.txt'), 'utf8');
const [firstQuery = '', ...sections] = TEXT.split(/^### /m);

/** What the editor begins with. */
export const FIRST_QUERY = firstQuery;

/**
 * For the questions that support is asked most. Where they need an account they name the one of
 * who asks, so that each returns something at once.
 */
export function listExampleQueries(email: string, nowMs: number): ExampleQuery[] {
  const from = toDay(nowMs - (USAGE_DAYS - 1) * DAY_MS);
  return sections.map((section) => {
    const [question = '', ...lines] = section.split('\n');
    const query = lines
      .join('\n')
      .replaceAll('"FROM"', JSON.stringify(from))
      .replaceAll('"TO"', JSON.stringify(toDay(nowMs)))
      .replaceAll('"PART"', () => JSON.stringify(email.split('@')[0]))
      // Last and by a function, so that nothing in the address is read as a placeholder.
      .replaceAll('"EMAIL"', () => JSON.stringify(email));
    return { question, query };
  });
}
