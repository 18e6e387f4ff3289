import type { Language } from '../domain/account/language.ts';
import { LOCALES, toDayText } from '../domain/time/time-format.ts';
import { TIME_ZONE } from '../domain/time/time-zone.ts';
import type { StatusFacts } from './status-facts.ts';
import { makeInEachLanguage, render, TEXTS } from './view.ts';

const TIME_FORMAT = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: TIME_ZONE,
  timeZoneName: 'shortOffset',
} as const;

/** The page of what the service knows of itself. */
export function createStatusPage(supportUrl: string | null) {
  return makeInEachLanguage((facts: StatusFacts, language) => toPage(facts, language, supportUrl));
}

function toPage(facts: StatusFacts, language: Language, supportUrl: string | null) {
  const { status: t } = TEXTS[language];
  const times = new Intl.DateTimeFormat(LOCALES[language], TIME_FORMAT);
  const numbers = new Intl.NumberFormat(LOCALES[language], { maximumSignificantDigits: 2 });
  const toTime = (ms: number) => ({ text: times.format(ms), iso: new Date(ms).toISOString() });
  const { dataDate, lastImportMs, latencies, checkedAtMs } = facts;
  const frame = {
    language,
    title: t.title,
    description: t.description,
    supportUrl,
    current: 'status',
  } as const;
  return render('status', frame, {
    facts,
    dataDay: dataDate ? toDayText(dataDate, language) : null,
    lastImport: typeof lastImportMs === 'number' ? toTime(lastImportMs) : null,
    half: latencies && t.milliseconds(numbers.format(latencies.p50Ms)),
    most: latencies && t.milliseconds(numbers.format(latencies.p99Ms)),
    checked: toTime(checkedAtMs),
  });
}
