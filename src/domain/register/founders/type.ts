import type { FounderType } from '../../company/company.ts';
import { memoize } from '../../memoize.ts';
import { joinDottedWords } from '../folded-words.ts';
import { fold } from '../text.ts';
import {
  COUNTED_WORDS,
  FIRST_DOTTED_WORDS,
  FIRST_WORDS,
  FORMS_ALONE,
  GROUP_OPENINGS,
  LAST_DOTTED_WORDS,
  LAST_WORDS,
  LATER_WORDS,
  ORGANISATION_WORDS,
  SURNAMES_TOO,
} from './words.ts';

export const QUOTE = /["„“”‟«»]|''/;
/** Before a quote also an abbreviation of two letters is a legal form: `IM 'PLAI'`. */
const FORM_BEFORE_QUOTE = /^[\p{L}.]{2,6} ?['‘’‚‹`]/u;
/** At the end of a name only letters with Î are a legal form; others are initials: `DORLAN I.I.`. */
const MARKED_END = /\sÎ\.? ?[ICMS]\.?(?: ?S\.?)?$/i;
/** Found only in names of organisations: A/S, K.G. & Co., S.p. z o.o. */
const SIGN = /&|(?:^|\s)a\/s(?:\s|$)|(?:^|\s)z o\.? ?o\.?(?:\s|$)/;
const GROUP = new RegExp(`^(?:${GROUP_OPENINGS.join('|')})(?![\\p{L}\\p{N}])`, 'u');
const COUNTED = new RegExp(`^(?:total \\d|(?:total|\\d+) (?:de )?(?:${COUNTED_WORDS.join('|')}))`);
const STATE = /^(?:statul|stat$|republica moldova$|государство)(?![\p{L}\p{N}])/u;

/** Appended to a word that was written with points. */
const DOTTED = '_';
const BETWEEN_WORDS = /[^\p{L}\p{N}_]+/u;

/** Two words of letters, as most names of people are. */
const TWO_WORDS = /^[A-Za-z\u00c0-\u024f]+ [A-Za-z\u00c0-\u024f]+$/;
/** Each word begins with a letter, so a dash alone is no word. */
const PERSON_SHAPE =
  /^[.'’`-]?\p{L}[\p{L}\p{M}.'’`-]*(?:[ ,()]+[.'’`-]?\p{L}[\p{L}\p{M}.'’`-]*)+\)?$/u;
/** Two or three words without quotes and points, as in names of people. */
const FEW_WORDS = /^[\p{L}\p{M}-]+(?: [\p{L}\p{M}-]+){1,2}$/u;
/** Length of the longest form that counts only when written with points. */
const MAX_DOTTED_LENGTH = 3;
/** Many surnames and given names are this short; next to `SA` or `CO` they are ambiguous. */
const MAX_SHORT_NAME = 4;
const COLLECTIVE = new RegExp(`^(?:total|stat|republica|grup|${COUNTED_WORDS.join('|')}|colectiv)`);
/** Folded it is UTA, an autonomous territorial unit. */
const SURNAME = /(?<!\p{L})u[țţ][ăa](?!\p{L})/giu;
/** Given names and surnames repeat, so the result for a word is cached. */
const MAX_KNOWN_WORDS = 32_768;
const mayIdentifyType = memoize(MAX_KNOWN_WORDS, (word) =>
  isTypeWord(fold(word.replace(SURNAME, ''))),
);

/** The type of a founder by the words of the name; a person if no word indicates another type. */
export function toFounderType(name: string): FounderType {
  if (isPlainPerson(name)) return 'persoana_fizica';
  const folded = fold(name);
  if (GROUP.test(folded) || COUNTED.test(folded)) return 'grup';
  if (STATE.test(folded)) return 'stat';
  if (QUOTE.test(name) || SIGN.test(folded)) return 'persoana_juridica';
  if (FORM_BEFORE_QUOTE.test(name) && isFormBeforeQuote(folded)) return 'persoana_juridica';
  const unnamed = name.replaceAll(SURNAME, ' ');
  const words = toWords(unnamed === name ? folded : fold(unnamed));
  return hasOrganisationWord(words, name) ? 'persoana_juridica' : 'persoana_fizica';
}

/** Whether a name is two words of letters that cannot indicate anything but a person. */
export function isPlainPerson(name: string): boolean {
  if (!TWO_WORDS.test(name)) return false;
  const blank = name.indexOf(' ');
  return !mayIdentifyType(name.slice(0, blank)) && !mayIdentifyType(name.slice(blank + 1));
}

/** Whether a text looks like a person's full name: at least two words of letters. */
export function isPersonShaped(name: string): boolean {
  return TWO_WORDS.test(name) || PERSON_SHAPE.test(name);
}

/** Whether the derived type of a name is uncertain: a person may be an organisation or vice versa. */
export function isTypeUncertain(name: string, type: FounderType): boolean {
  if (type === 'persoana_fizica') return !isPersonShaped(name) || hasUnmarkedForm(name);
  return type === 'persoana_juridica' && mayBePerson(name);
}

/** Whether a text is only a legal form, `LTD` or `S.A.`, which belongs to the name before it. */
export function isFormAlone(text: string): boolean {
  const words = toWords(fold(text));
  return words.length > 0 && words.every((word) => FORMS_ALONE.has(toPlainWord(word)));
}

/** Whether a word may indicate an organisation, a group or the state. */
function isTypeWord(folded: string): boolean {
  const sets = [ORGANISATION_WORDS, LAST_WORDS, FIRST_WORDS, FIRST_DOTTED_WORDS, LAST_DOTTED_WORDS];
  return COLLECTIVE.test(folded) || sets.some((words) => words.has(folded));
}

/** `II DORLAN ILIE`, `DORLAN IM`: letters that would be a legal form if written with points. */
function hasUnmarkedForm(name: string): boolean {
  const first = name.slice(0, name.indexOf(' '));
  const last = name.slice(name.lastIndexOf(' ') + 1);
  return isUnmarkedForm(first) || isUnmarkedForm(last, LAST_DOTTED_WORDS);
}

function isUnmarkedForm(word: string, words?: ReadonlySet<string>): boolean {
  if (word.length > MAX_DOTTED_LENGTH) return false;
  const folded = fold(word);
  return FIRST_DOTTED_WORDS.has(folded) || words?.has(folded) === true;
}

/** `BANK JOHN`, `LI PAO`: the only word that indicates an organisation may be a name. */
function mayBePerson(name: string): boolean {
  if (!FEW_WORDS.test(name)) return false;
  const words = fold(name).split(' ');
  const typeWords = words.filter((word, index) => {
    const isForm = index === 0 ? FIRST_WORDS.has(word) : LAST_WORDS.has(word);
    return ORGANISATION_WORDS.has(word) || (isForm && (index === 0 || index === words.length - 1));
  });
  const [word = ''] = typeWords;
  if (typeWords.length !== 1) return false;
  if (SURNAMES_TOO.has(word) || (LATER_WORDS.has(word) && word === words[0])) return true;
  if (ORGANISATION_WORDS.has(word)) return false;
  return words.every((other) => other.length <= MAX_SHORT_NAME);
}

function isFormBeforeQuote(folded: string): boolean {
  const [first = ''] = toWords(folded);
  const form = toPlainWord(first);
  return FIRST_DOTTED_WORDS.has(form) || FIRST_WORDS.has(form) || FORMS_ALONE.has(form);
}

function toWords(folded: string): string[] {
  const words = joinDottedWords(folded, DOTTED).split(BETWEEN_WORDS);
  return words.filter((word) => word !== '');
}

function hasOrganisationWord(words: readonly string[], name: string): boolean {
  for (const word of words) if (ORGANISATION_WORDS.has(toPlainWord(word))) return true;
  if (words.length < 2) return false;
  const first = words[0] ?? '';
  const last = words.at(-1) ?? '';
  if (LAST_WORDS.has(toPlainWord(last)) || FIRST_WORDS.has(toPlainWord(first))) return true;
  if (last.endsWith(DOTTED) && LAST_DOTTED_WORDS.has(toPlainWord(last))) return true;
  if (MARKED_END.test(name) && FIRST_DOTTED_WORDS.has(toPlainWord(last))) return true;
  const isMarked = first.endsWith(DOTTED) || name.startsWith('Î') || name.startsWith('î');
  return isMarked && FIRST_DOTTED_WORDS.has(toPlainWord(first));
}

function toPlainWord(word: string): string {
  return word.endsWith(DOTTED) ? word.slice(0, -DOTTED.length) : word;
}
