import { API_PLANS, LIMIT_WINDOW_MS } from '../domain/account/plan.ts';
import { EXAMPLE_IDNO } from '../domain/company/test-companies.ts';
import { toDayText } from '../domain/time/time-format.ts';
import { toCodeExamples } from '../web/code-examples.ts';
import { makeInEachLanguage, render, TEXTS } from './view.ts';

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

/** The page with the date of the data. */
export function createStartPage({ baseUrl, supportUrl, upgradeUrl, answer }: StartPageOptions) {
  const examples = toCodeExamples(baseUrl);
  const answerText = JSON.stringify(JSON.parse(answer), null, 2);
  return makeInEachLanguage((dataDate: string | null, language) => {
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
  });
}
