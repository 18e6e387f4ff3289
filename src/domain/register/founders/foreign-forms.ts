import iso from '../legal-forms/iso-20275.json' with { type: 'json' };
import { fold } from '../text.ts';

/**
 * Forms that ISO 20275 has only in words, within other texts or not at all, by the law of their
 * countries: Czechia and Slovakia, Luxembourg, France, Portugal, Turkey, Poland, Estonia, Greece in
 * its own letters, Singapore, India and the Gulf, and the Cyrillic ones of Russia, Ukraine, Belarus
 * and Kazakhstan with their transcriptions.
 */
const FORMS_NOT_LISTED = [
  's.r.o.; v.o.s.; z.s.; š.p.; s.à r.l.; eurl; sasu; scop; lda; unipessoal lda',
  't.a.ş.; san. tic.; tic. ltd. şti.; şti.; spółka z o.o.; ou; pte; pvt; fzco; fzc; fze; dmcc',
  'pjsc; wll; qsc; ksc; saog; saoc; ι.κ.ε.; ε.π.ε.',
  'пао; нао; ао; сооо; соао; сзао; чуп; гп; куп; руп; муп; гуп; фгуп; фгбу; кфх; фх; ип; тоо; ичп',
  'чп; мчп; фоп; нпо; нпф; спд; аозт; аоот; тов; тдв; прат; пат; кп; пп; сгк; сфг; лтд; срл; инк; корп; гмбх',
  'ooo; oao; zao; pao; nao; tov; aozt; jsc; ojsc; cjsc; mchj; xk',
].join('; ');
/** This country's forms with a letter of their own. */
const DOMESTIC = 'î.i.; î.m.; î.s.; î.c.s.; î.c.c.; g.ț.; a.e.î.; c.î.; i.c.ș.; f.p.î.';

/** Also syllables of names: as the last word they are a form, before it a name. */
const NAMES_TOO =
  'ans asa cer cic edo ege fie fim fon gag gar gie giu ike ivs pac sab sac sap sas sat sau sec sia sic ' +
  'sie ska sha ste soc tub bund ente gele reit kda tas vos vog fab bab dba giz siz dno wiv fip ' +
  'nuf cra nao pao zao tov amba ages coop zub canton cantone seca soccol sacs erl comune ' +
  'чуп прат корп руп';
/** Given names of people, which stand last in the register: a form only with points. */
const GIVEN_NAMES = 'per teo sam son sal gen ong oba saa';

const LATIN_WITH_MARK = /[\u00c0-\u024f\u1e00-\u1eff]/;
const NOT_LETTERS = /[^\p{L}]+/gu;
const SEVERAL_PARTS = /\p{L}\p{L}[. (]+\p{L}|\p{L} \p{L}/u;
const MIN_LONG_LENGTH = 3;

const ALL = [...Object.values(iso.forms), FORMS_NOT_LISTED, DOMESTIC].flatMap((forms) =>
  forms.split('; '),
);
const SPELLED: ReadonlySet<string> = new Set(ALL.map(toLetters));
/** Those with letters of their language that stand first in a name without points, as in Estonia. */
const FIRST_MARKED: ReadonlySet<string> = new Set([...DOMESTIC.split('; '), 'oü'].map(toLetters));

/** The folded forms of at least three letters; with points they are forms wherever they stand. */
export const LONG_FORMS: ReadonlySet<string> = new Set(
  [...SPELLED].map(fold).filter((form) => form.length >= MIN_LONG_LENGTH),
);
/** Those that are forms at the end of a name only, and may be a person's name even there. */
export const FORMS_LIKE_NAMES: ReadonlySet<string> = new Set(NAMES_TOO.split(' '));
const EXCEPTIONS = new Set([...FORMS_LIKE_NAMES, ...GIVEN_NAMES.split(' ')]);
/** Those that are forms wherever they stand, also without points. */
export const CERTAIN_FORMS: ReadonlySet<string> = new Set(
  [...LONG_FORMS].filter((form) => !EXCEPTIONS.has(form)),
);

/** `SP. K.`, `SPOL. S R.O.`, `KOLL. ŞTİ.`: forms of several parts, as they are written or in ASCII. */
const PARTED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${listParted().join('|')})(?![\\p{L}\\p{N}])`,
  'u',
);
const PARTED_ALONE = new RegExp(`^${PARTED.source}[.)]*$`, 'u');
/** What every form of several parts has next to a letter. */
const POINT_OR_BRACKET = /[.(]/;

/**
 * Whether a word is spelled as a form may be: with the letters of its language, or in ASCII. `ÅSA`
 * is not the form ASA, nor `SÁ` the form SA.
 */
export function isSpelledAsForm(word: string): boolean {
  return !LATIN_WITH_MARK.test(word) || isMarkedForm(word);
}

/** Whether a text has letters that folding changes. */
export function hasMarks(text: string): boolean {
  return LATIN_WITH_MARK.test(text);
}

/** Whether a word is a form with letters of its own language: `OÜ`, `A.Ş.`, `Î.M.`. */
export function isMarkedForm(word: string): boolean {
  if (!LATIN_WITH_MARK.test(word)) return false;
  return SPELLED.has(toLetters(word));
}

/** As `isMarkedForm`, for the first word of a name: `TAŞ MEHMET` is a person. */
export function isMarkedFirstForm(word: string): boolean {
  return isMarkedForm(word) && (word.includes('.') || FIRST_MARKED.has(toLetters(word)));
}

/** Whether a name has a form of several parts. */
export function hasPartedForm(name: string): boolean {
  return POINT_OR_BRACKET.test(name) && PARTED.test(spell(name));
}

export function isPartedForm(text: string): boolean {
  return POINT_OR_BRACKET.test(text) && PARTED_ALONE.test(spell(text));
}

/** Lower case, composed, with the comma below of Romanian and Turkish texts that lack the cedilla. */
function spell(text: string): string {
  const lower = text.normalize('NFC').toLowerCase();
  return lower.replaceAll('\u0307', '').replaceAll('ş', 'ș').replaceAll('ţ', 'ț');
}

function toLetters(form: string): string {
  return spell(form).replace(NOT_LETTERS, '');
}

/** The patterns of forms with at least three letters in several parts; the longest first. */
function listParted(): string[] {
  const parted = new Set<string>();
  for (const form of ALL.filter((one) => SEVERAL_PARTS.test(one))) {
    for (const spelled of [spell(form), fold(form)]) {
      const parts = spelled.split(/[^\p{L}&]+/u).filter((part) => part !== '');
      if (parts.join('').length >= MIN_LONG_LENGTH) parted.add(parts.join('(?:\\. ?| \\(?)'));
    }
  }
  return [...parted].toSorted((one, other) => other.length - one.length);
}
