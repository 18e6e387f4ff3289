import type { Language } from '../domain/account/language.ts';
import { API_PLANS, LIMIT_WINDOW_MS } from '../domain/account/plan.ts';
import { EXAMPLE_IDNO } from '../domain/company/test-companies.ts';
import { toCodeExamples } from '../web/code-examples.ts';
import type { TaggedAnswer } from '../web/tagged-answer.ts';
import { render, TEXTS, toDayText } from './view.ts';

const WINDOW_SECONDS = LIMIT_WINDOW_MS / 1_000;

export interface StartPageOptions {
  /** Where browsers reach the service; no slash at its end. */
  baseUrl: string;
  supportUrl: string | null;
  /** Where people get a plan; null: there is no such place. */
  upgradeUrl: string | null;
  /** The API's answer for EXAMPLE_IDNO, as JSON. */
  answer: string;
}

/** The page in each language, made again only when the date of the data has changed. */
export function createStartPage({ baseUrl, supportUrl, upgradeUrl, answer }: StartPageOptions) {
  const examples = toCodeExamples(baseUrl);
  const answerText = JSON.stringify(JSON.parse(answer), null, 2);
  const made = new Map<Language, { dataDate: string | null; page: TaggedAnswer }>();

  function toPage(language: Language, dataDate: string | null): TaggedAnswer {
    const { title, description, plans } = TEXTS[language].start;
    return render(
      'start',
      { language, title, description, supportUrl },
      {
        examples,
        answerText,
        exampleIdno: EXAMPLE_IDNO,
        upgradeUrl,
        plans: API_PLANS.map(({ name, limit }) => {
          return { name, requests: plans.requests(limit, WINDOW_SECONDS) };
        }),
        dataDate,
        dataDay: dataDate && toDayText(dataDate, language),
      },
    );
  }

  return (language: Language, dataDate: string | null): TaggedAnswer => {
    const known = made.get(language);
    if (known?.dataDate === dataDate) return known.page;
    const page = toPage(language, dataDate);
    made.set(language, { dataDate, page });
    return page;
  };
}
