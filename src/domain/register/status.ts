import type { Language } from '../account/language.ts';
import type { LegalStatus } from '../company/company.ts';
import { memoize } from '../memoize.ts';
import type { ParseResult } from '../parse-result.ts';
import { isWithoutValue } from './cell.ts';
import { FORM_ABBREVIATIONS } from './folded-words.ts';
import { isPlaceholder } from './placeholder.ts';
import { readRole } from './roles.ts';
import { fold, foldPlainWords } from './text.ts';

/** The statuses in the languages of the service, and when each applies. */
export const STATUS_LABELS = {
  activa: {
    ro: 'activă',
    ru: 'действующая',
    en: 'active',
    meaning: 'None of the others.',
  },
  in_lichidare: {
    ro: 'în lichidare',
    ru: 'в процессе ликвидации',
    en: 'in liquidation',
    meaning:
      'No day of liquidation, and one of the directors is a liquidator (Lichidator, Comisia de lichidare), or “Statutul”, the column of that day or the company’s name says so (în lichidare).',
  },
  insolvabila: {
    ro: 'insolvabilă',
    ru: 'несостоятельная',
    en: 'insolvent',
    meaning:
      'Neither of the other two, and one of the directors holds an office of the insolvency law: Administrator al procesului de insolvabilitate, provizoriu, fiduciar, din oficiu or al procedurii planului; or “Statutul” or the company’s name says so (în proces de insolvabilitate).',
  },
  lichidata: {
    ro: 'lichidată',
    ru: 'ликвидированная',
    en: 'liquidated',
    meaning:
      'The register has a day of liquidation, even if its digits cannot be read, or the word “lichidată” in its place, or “Statutul” says so.',
  },
} as const satisfies Record<LegalStatus, Readonly<Record<Language | 'meaning', string>>>;

/** Later stages of a company's life first: the latest one counts, whichever column states it. */
const STAGES: readonly LegalStatus[] = ['lichidata', 'in_lichidare', 'insolvabila', 'activa'];
/** `în proces de …`, folded. */
const PROCEDURE = '(?:proces|procesul|procedura|curs|stare|stadiu|stadiul)(?: de)?';
/** Folded patterns of the column `Statutul`, and of words in place of the day of liquidation. */
const STATED: readonly (readonly [RegExp, LegalStatus])[] = [
  [
    /^(?:activ[aei]?|inregistrat[aei]?|in activitate|in functiune|functioneaza|действующ(?:ая|ее|ий))$/,
    'activa',
  ],
  [
    /^(?:lichidat|radiat)[aei]?(?: (?:si )?(?:lichidat|radiat)[aei]?)?(?: din registru)?$/,
    'lichidata',
  ],
  [/^(?:ликвидирован[ао]?|исключен[ао]?(?: из реестра)?)$/, 'lichidata'],
  [new RegExp(`^(?:in )?(?:${PROCEDURE} )?(?:lichidare|lichidarii)$`), 'in_lichidare'],
  [/^(?:в )?(?:(?:процессе|стадии) )?ликвидации$/, 'in_lichidare'],
  [
    new RegExp(
      `^(?:insolvabil[aei]?|(?:in )?(?:${PROCEDURE} )?(?:insolvabilitate|insolvabilitatii|faliment))$`,
    ),
    'insolvabila',
  ],
  [/^(?:в )?(?:(?:процессе|стадии) )?(?:несостоятельности|банкротства)$/, 'insolvabila'],
];

const NO_STATUS = { value: null };
const MAX_KNOWN_WORDS = 1_000;
const readStated = memoize(MAX_KNOWN_WORDS, readStatedStatus);

const PUNCTUATION = /[^\p{L}]+/gu;
/** The parts of a company's name: `"PLAI" S.R.L. (în proces de lichidare)`. */
const PARTS = /["„“”‟«»()[\],;]|\s[-–—]\s/;
const BRACKETED = /[([]([^()[\]]*)[)\]]/g;
const FORMS = [...FORM_ABBREVIATIONS].map((form) => [...form].join(' ?')).join('|');
/** Words at the end of a part of the name, also before its legal form. */
const NAMED: readonly (readonly [RegExp, LegalStatus])[] = [
  [toEnding(`[ia]n (?:${PROCEDURE} )?(?:lichidare|lichidarii)`), 'in_lichidare'],
  [toEnding('в (?:(?:процессе|стадии) )?ликвидации'), 'in_lichidare'],
  [toEnding(`[ia]n ${PROCEDURE} (?:insolvabilitate|insolvabilitatii|faliment)`), 'insolvabila'],
];
/** A fast check, as few names have such words. */
const MAY_NAME_STATUS = /lichid|insolv|faliment|ликвид/i;

/** The status in the column `Statutul`; null when it is empty or a placeholder. */
export const toStatedStatus: (
  text: string | null,
) => ParseResult<LegalStatus | null, 'status_uncertain'> = (text) =>
  text === null ? NO_STATUS : readStated(text);

/** The status that words in a company's name state; null for other names. */
export function toNamedStatus(name: string): LegalStatus | null {
  if (!MAY_NAME_STATUS.test(name)) return null;
  const parts = name.split(PARTS).map(foldPlainWords);
  const named = NAMED.find(([pattern]) => parts.some((part) => pattern.test(part)));
  if (named !== undefined) return named[1];
  const bracketed = [...name.matchAll(BRACKETED)].map(([, text = '']) => readStated(text));
  const stated = bracketed.flatMap((one) => ('value' in one ? (one.value ?? []) : []));
  return stated.find((status) => status !== 'activa') ?? null;
}

function toEnding(words: string): RegExp {
  return new RegExp(`(?:^| )(?:${words})(?: (?:${FORMS}))?$`, 'u');
}

/**
 * `liquidated`: the register has a date of liquidation, readable or not. `roles`: those of the
 * directors. `stated`: what other columns say in words; null where one says nothing.
 */
export function toStatus(company: {
  liquidated: boolean;
  roles: readonly string[];
  stated: readonly (LegalStatus | null)[];
}): LegalStatus {
  if (company.liquidated) return 'lichidata';
  const found = new Set<LegalStatus | null>(company.stated);
  for (const role of company.roles) {
    // By far the most frequent role, which says nothing about the status.
    if (role !== 'Administrator') found.add(readRole(role).status);
  }
  return STAGES.find((stage) => found.has(stage)) ?? 'activa';
}

function readStatedStatus(text: string): ParseResult<LegalStatus | null, 'status_uncertain'> {
  const words = fold(text).replace(PUNCTUATION, ' ').trim();
  const known = STATED.find(([pattern]) => pattern.test(words));
  if (known !== undefined) return { value: known[1] };
  const saysNothing = isPlaceholder(text) ? !isWithoutValue(text) : !/[\p{L}\p{N}]/u.test(text);
  return saysNothing ? NO_STATUS : { fault: 'status_uncertain' };
}
