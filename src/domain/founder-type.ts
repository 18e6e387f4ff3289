import type { FounderType } from './company.ts';
import {
  FIRST_DOTTED_WORDS,
  FIRST_WORDS,
  LAST_DOTTED_WORDS,
  LAST_WORDS,
  ORGANISATION_WORDS,
} from './organisation-words.ts';
import { fold } from './text.ts';

const QUOTE = /["„“”‟«»]|''|(?:^|\s),,(?=\S)/;
/** What only organisations have in their names: A/S, K.G. & Co., S.p. z o.o. */
const SIGN = /&|(?:^|\s)a\/s(?:\s|$)|(?:^|\s)z o\.? ?o\.?(?:\s|$)/;
const MEMBERS =
  'membri|persoane|fondatori|cooperatori|actionari|asociati|proprietari|locatari|salariati|участник|член|акционер';
/** A group that the register counts or names as one: `TOTAL 71 MEMBRI`, the staff of a plant. */
const GROUP = new RegExp(
  `^(?:membri(?:i|lor)?|colectivul|persoane fizice|actionarii|fondatorii|asociatii|salariatii|cooperatorii|grup(?:ul)? de (?:persoane|cetateni|fondatori)|трудовой коллектив|коллектив|члены|акционеры)(?![\\p{L}\\p{N}])|^(?:total |\\d+ )(?:de )?(?:\\d+ )?(?:de )?(?:${MEMBERS})|^total \\d+`,
  'u',
);
const STATE = /^(?:statul|stat$|republica moldova$|государство)(?![\p{L}\p{N}])/u;

/** Letters with points after them are one word: `S.R.L.`, `s. a.`, `О.О.О`. */
const DOTTED_WORD = /(?<![\p{L}\p{N}])(?:\p{L}\. ?)+(?:\p{L}(?![\p{L}\p{N}]))?/gu;
const POINTS = /[. ]+/g;
/** Stands at the end of a word that was written with points. */
const DOTTED = '_';
const BETWEEN_WORDS = /[^\p{L}\p{N}_]+/u;

/** What stands between commas as if it were a name: `ACME CO., LTD`. */
const FORMS_ALONE: ReadonlySet<string> = new Set(
  (
    'srl sa ltd limited llc llp inc corp corporation gmbh ag kg co plc spa sarl sro doo jsc cjsc ' +
    'ojsc bv nv ооо тов зао оао'
  ).split(' '),
);

/** Who a founder is, by the words of the name; without any that tell, a person. */
export function toFounderType(name: string): FounderType {
  const folded = fold(name);
  if (GROUP.test(folded)) return 'grup';
  if (STATE.test(folded)) return 'stat';
  if (QUOTE.test(name) || SIGN.test(folded)) return 'persoana_juridica';
  const words = toWords(folded);
  return hasOrganisationWord(words, name) ? 'persoana_juridica' : 'persoana_fizica';
}

/** Whether a text is nothing but a form, `LTD` or `S.A.`, which belongs to the name before it. */
export function isFormAlone(text: string): boolean {
  const words = toWords(fold(text));
  return words.length > 0 && words.every((word) => FORMS_ALONE.has(word.replace(DOTTED, '')));
}

function toWords(folded: string): string[] {
  const joined = folded.includes('.')
    ? folded.replace(DOTTED_WORD, (dotted) => `${dotted.replace(POINTS, '')}${DOTTED} `)
    : folded;
  return joined.split(BETWEEN_WORDS).filter((word) => word !== '');
}

function hasOrganisationWord(words: readonly string[], name: string): boolean {
  for (const word of words) if (ORGANISATION_WORDS.has(word.replace(DOTTED, ''))) return true;
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  if (words.length < 2) return false;
  if (LAST_WORDS.has(last.replace(DOTTED, ''))) return true;
  if (last.endsWith(DOTTED) && LAST_DOTTED_WORDS.has(last.slice(0, -1))) return true;
  if (FIRST_WORDS.has(first.replace(DOTTED, ''))) return true;
  const isMarked = first.endsWith(DOTTED) || /^[Îî]/.test(name);
  return isMarked && FIRST_DOTTED_WORDS.has(first.replace(DOTTED, ''));
}
