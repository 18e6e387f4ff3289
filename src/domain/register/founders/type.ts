import type { FounderType } from '../../company/company.ts';
import { memoize } from '../../memoize.ts';
import { toLatin, toOneScript } from '../cyrillic.ts';
import { joinDottedWords } from '../folded-words.ts';
import { fold } from '../text.ts';
import {
  CERTAIN_FORMS,
  hasMarks,
  hasPartedForm,
  isMarkedFirstForm,
  isPartedForm,
  isSpelledAsForm,
  LONG_FORMS,
} from './foreign-forms.ts';
import {
  COUNTED_WORDS,
  FIRST_DOTTED_WORDS,
  FIRST_WORDS,
  FORMS_ALONE,
  GROUP_OPENINGS,
  LAST_DOTTED_WORDS,
  LAST_WORDS,
  LATER_WORDS,
  MARKETS,
  OPENINGS_OF_NAMES_TOO,
  ORGANISATION_WORDS,
  PHRASES,
  SURNAMES_TOO,
} from './words.ts';

export const QUOTE = /["„“”‟«»]|''|,,|<[^<>]*>/;
/** Before a quote also an abbreviation of two letters is a legal form: `IM 'PLAI'`. */
const FORM_BEFORE_QUOTE = /^[\p{L}.]{2,6} ?['‘’‚‹`]/u;
/** At the end of a name only letters with Î are a legal form; others are initials: `DORLAN I.I.`. */
const MARKED_END = /\sÎ\.? ?[ICMS]\.?(?: ?S\.?)?$/i;
/** Found only in names of organisations: A/S, K.G. & Co., S.p. z o.o., S. de R.L. de C.V. */
const SIGN = /&|(?:^|\s)a\/s(?:\s|$)|(?:^|\s)de c\.? ?v\.?(?:\s|$)|(?:^|\s)z o\.? ?o\.?(?:\s|$)/;
/** `e.K.`, `eG`: with a small letter they are no initials. */
const SMALL_FORM = /(?:^| )e(?:\. ?)?[GKV]\.?$/;
const GROUP = toOpening(GROUP_OPENINGS);
const GROUP_OR_NAME = toOpening(OPENINGS_OF_NAMES_TOO);
const PHRASE = toOpening(PHRASES);
const MARKET = toOpening(MARKETS);
const COUNTED = new RegExp(`^(?:total \\d|(?:total|\\d+) (?:de )?(?:${COUNTED_WORDS.join('|')}))`);
/** `DORLAN ILIE ȘI ALȚII`, `… ș.a.`, `… и другие`; `S.A.` is a form. */
const AND_OTHERS =
  /[\s,](?:[sșş]i (?:al[tțţ]ii|al[tțţ]ele|ceilal[tțţ]i)|[șş]\.? ?a|и (?:другие|др))\.?$/iu;
const STATE =
  /^(?:statul|stat$|(?:republica |r\. ?)moldova$|государство|республика молдова$|молдавская республика$)(?![\p{L}\p{N}])/u;

/** Appended to a word that was written with points. */
const DOTTED = '_';
/** `SAT. PLOP` is no form S.A.T. */
const LAST_POINT = /\.$/;
/** `SH.P.K.`, with parts of several letters. */
const DOTTED_PARTS = /(?<![\p{L}\p{N}.])\p{L}{1,4}(?:\.\p{L}{1,4})+\.?(?![\p{L}\p{N}.])/gu;
/** `BT.` at the end of a name. */
const POINT_AT_END = /(?<=\p{L}\p{L})\.$/u;
/** `VERLAN AG (ELVEȚIA)`: a country, a former name, a note. */
const BRACKET_AT_END = / ?[([]([^()[\]]*)[)\]]$/;
const CYRILLIC = /[\u0400-\u04ff]/;
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
const COLLECTIVE = new RegExp(`^(?:total|stat|republica|grup|${COUNTED_WORDS.join('|')})`);
const FIRST_OF_OPENING = toOpening(
  [...GROUP_OPENINGS, ...OPENINGS_OF_NAMES_TOO, ...PHRASES, ...MARKETS].map(
    (opening) => opening.split(' ')[0] ?? '',
  ),
);
/** Longer words are no forms: they may be spelled with or without their diacritics. */
const MAX_FORM_LENGTH = 4;
/** Given names and surnames repeat, so the result for a word is cached. */
const MAX_KNOWN_WORDS = 32_768;
const mayIdentifyType = memoize(
  MAX_KNOWN_WORDS,
  (word) =>
    (isTypeWord(fold(word)) && (word.length > MAX_FORM_LENGTH || isSpelledAsForm(word))) ||
    SMALL_FORM.test(word),
);

/** The type of a founder by the words of the name; a person if no word indicates another type. */
export function toFounderType(filed: string): FounderType {
  if (isPlainPerson(filed)) return 'persoana_fizica';
  const name = toOneScript(filed);
  const folded = fold(name);
  const bare = withoutBracket(name);
  if (GROUP.test(folded) || COUNTED.test(folded) || AND_OTHERS.test(bare)) return 'grup';
  if (GROUP_OR_NAME.test(folded) && !isNamedAsCompany(name, bare)) return 'grup';
  if (STATE.test(bare === name ? folded : fold(bare))) return 'stat';
  if (QUOTE.test(name) || SIGN.test(folded) || SMALL_FORM.test(bare)) return 'persoana_juridica';
  if (FORM_BEFORE_QUOTE.test(name) && isFormBeforeQuote(folded)) return 'persoana_juridica';
  if (hasOrganisationWord(name, folded, bare)) return 'persoana_juridica';
  const isNamed = PHRASE.test(folded) || MARKET.test(folded) || hasPartedForm(name);
  return isNamed ? 'persoana_juridica' : 'persoana_fizica';
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
  if (type === 'persoana_fizica') {
    return !isPersonShaped(name) || hasUnmarkedForm(withoutBracket(name));
  }
  return type === 'persoana_juridica' && mayBePerson(withoutBracket(name));
}

/** The name without the bracket at its end, unless that is the legal form: `VERLAN (S.A.)`. */
export function withoutBracket(name: string): string {
  const [bracket = '', text = ''] = BRACKET_AT_END.exec(name) ?? [];
  return bracket === '' || isSeparatedForm(text) ? name : name.slice(0, -bracket.length);
}

/** Whether an organisation's name begins as an address does: `CASA MARE SRL`, `CALEA FERATĂ …`. */
export function beginsLikeAddress(text: string): boolean {
  if (PHRASE.test(fold(text)) || hasPartedForm(text)) return true;
  const words = text.split(' ');
  return (
    words.length > 1 &&
    [words[0], words.at(-1)].some((word = '') => isSeparatedForm(word.replace(LAST_POINT, '')))
  );
}

/** Whether a text is only a legal form, of any country, which belongs to the name before it. */
export function isSeparatedForm(text: string): boolean {
  if (isFormAlone(text)) return true;
  if (!text.includes('.') && !text.includes('(')) return false;
  if (isPartedForm(text)) return true;
  const [word = '', ...others] = toWords(fold(text));
  return others.length === 0 && word.endsWith(DOTTED) && isDottedForm(word);
}

/** Whether a text is only a legal form, `LTD` or `S.A.`. */
export function isFormAlone(text: string): boolean {
  const words = toWords(fold(text));
  return words.length > 0 && words.every((word) => FORMS_ALONE.has(toPlainWord(word)));
}

/** `bare`: the name without the bracket at its end. */
function isNamedAsCompany(name: string, bare: string): boolean {
  return QUOTE.test(name) || isSeparatedForm(bare.slice(bare.lastIndexOf(' ') + 1));
}

/** Whether a word may indicate an organisation, a group or the state. */
function isTypeWord(folded: string): boolean {
  const sets = [ORGANISATION_WORDS, LAST_WORDS, FIRST_WORDS, FIRST_DOTTED_WORDS, LAST_DOTTED_WORDS];
  if (COLLECTIVE.test(folded) || FIRST_OF_OPENING.test(folded)) return true;
  return sets.some((words) => words.has(folded));
}

/** `II DORLAN ILIE`, `DORLAN IM`: letters that would be a legal form if written with points. */
function hasUnmarkedForm(name: string): boolean {
  const first = name.slice(0, name.indexOf(' '));
  const last = name.slice(name.lastIndexOf(' ') + 1);
  return isUnmarkedForm(first) || isUnmarkedForm(last, LAST_DOTTED_WORDS);
}

function isUnmarkedForm(word: string, words?: ReadonlySet<string>): boolean {
  if (word.length > MAX_DOTTED_LENGTH || !isSpelledAsForm(word)) return false;
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
  // Surnames stand first: `EURL ION`, but `VERLAN UAB`.
  if (CERTAIN_FORMS.has(word)) return word === words[0] && !FORMS_ALONE.has(word);
  if (ORGANISATION_WORDS.has(word)) return false;
  return words.every((other) => other.length <= MAX_SHORT_NAME);
}

function isFormBeforeQuote(folded: string): boolean {
  const [first = ''] = toWords(folded);
  const form = toPlainWord(first);
  return FIRST_DOTTED_WORDS.has(form) || FIRST_WORDS.has(form) || FORMS_ALONE.has(form);
}

/** The words of a lower-case text; one with points, `s.r.l.` or `bt.`, ends in DOTTED. */
function toWords(lower: string): string[] {
  if (!lower.includes('.')) return lower.split(BETWEEN_WORDS).filter((word) => word !== '');
  const joined = lower.replace(DOTTED_PARTS, joinParts);
  const marked = joined.endsWith('.') ? joined.replace(POINT_AT_END, DOTTED) : joined;
  const words = joinDottedWords(marked, DOTTED).split(BETWEEN_WORDS);
  return words.filter((word) => word !== '');
}

function joinParts(dotted: string): string {
  const letters = dotted.replaceAll('.', '');
  return CERTAIN_FORMS.has(fold(letters)) ? letters + DOTTED : dotted;
}

/** `folded`: the name, folded; `bare`: without the bracket at its end. */
function hasOrganisationWord(name: string, folded: string, bare: string): boolean {
  const words = toWords(folded);
  const isWord = (word: string) =>
    ORGANISATION_WORDS.has(toPlainWord(word)) || isLongForm(word) || isCyrillicWord(word);
  if (words.some((word, index) => isWord(word) && isSpelled(name, word, index))) return true;
  const [first = ''] = words;
  if (words.length < 2) return false;
  if (isFirstForm(first) && isSpelled(name, first, 0)) return true;
  if (hasLastForm(bare, bare === name ? words : toWords(fold(bare)))) return true;
  return first.length <= MAX_FORM_LENGTH && isMarkedFirstForm(name.slice(0, name.indexOf(' ')));
}

function hasLastForm(bare: string, words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  return words.length > 1 && isLastForm(last, bare) && isSpelled(bare, last, words.length - 1);
}

/** `ПРИМЭРИЯ`: a word of this country, as it was written until 1989. */
function isCyrillicWord(word: string): boolean {
  if (word.length <= MAX_FORM_LENGTH || !CYRILLIC.test(word)) return false;
  const latin = toLatin(toPlainWord(word));
  return ORGANISATION_WORDS.has(latin) && !SURNAMES_TOO.has(latin);
}

/** Whether a folded word of a name is too long for a form, or is spelled as one. */
function isSpelled(name: string, folded: string, index: number): boolean {
  const plain = toPlainWord(folded);
  if (plain.length > MAX_FORM_LENGTH || !hasMarks(name)) return true;
  return isSpelledAsForm(toWords(name.toLowerCase())[index] ?? plain);
}

function isFirstForm(word: string): boolean {
  const form = toPlainWord(word);
  return FIRST_WORDS.has(form) || (word.endsWith(DOTTED) && FIRST_DOTTED_WORDS.has(form));
}

function isLastForm(word: string, name: string): boolean {
  const form = toPlainWord(word);
  if (LAST_WORDS.has(form) || isDottedForm(word)) return true;
  return MARKED_END.test(name) && FIRST_DOTTED_WORDS.has(form);
}

function isDottedForm(word: string): boolean {
  return word.endsWith(DOTTED) && (LAST_DOTTED_WORDS.has(toPlainWord(word)) || isLongForm(word));
}

function isLongForm(word: string): boolean {
  return word.endsWith(DOTTED) && LONG_FORMS.has(toPlainWord(word));
}

function toPlainWord(word: string): string {
  return word.endsWith(DOTTED) ? word.slice(0, -DOTTED.length) : word;
}

function toOpening(patterns: readonly string[]): RegExp {
  return new RegExp(`^(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'u');
}
