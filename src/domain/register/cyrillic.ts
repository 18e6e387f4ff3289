/**
 * One Latin spelling for names in Cyrillic letters, as people in Moldova write Latin ones: by the
 * orthography of Romanian in Cyrillic letters, used until 1989, which official documents follow for
 * Russian names too (СЕРГЕЙ is SERGHEI). Diacritics are left out, as `fold` leaves them out.
 */

const CYRILLIC = /[\u0400-\u04ff]/;
const WORD = /[^ ]+/g;
const LATIN = /\p{Script=Latin}/u;

/** Sounds that depend on the letters next to them. Applied in this order, to one word. */
const CONTEXTS: readonly (readonly [RegExp, string])[] = [
  // Romanian writes x as кс: МАКСИМ.
  [/кс/g, 'x'],
  // Only Romanian ends words so: БЭЛЦЬ is Bălți, ХЫНЧЕШТЬ is Hîncești. Elsewhere ь is silent.
  [/(ц|шт)ь$/g, '$1и'],
  [/к(?=[еєиіьюя])/g, 'ch'],
  [/г(?=[еєиіьюя])/g, 'gh'],
  // БАБИЧ is Babici, ЧОБАНУ is Ciobanu, ЧЕБАН is Ceban.
  [/ч(?![еєиіюя])/g, 'ci'],
  [/[ьъ](?=[еєоуэ])/g, 'i'],
  // ЕВГЕНИЙ, МАРИЯ, ЮЛИЮ.
  [/(?<=[иі])й/g, ''],
  [/(?<=[иі])я/g, 'a'],
  [/(?<=[иі])ю/g, 'u'],
  // Iurie, Tatiana, but Reabov and steaua.
  [/(?<=^|[аеєиіїоуўыэюяьъ])я/g, 'ia'],
  // Romanian ă stands behind consonants, Russian э begins a word: ЭЛЕКТРО, КИШИНЭУ.
  [/(?<=[а-я])(?<![аеиоуыэюя])э/g, 'a'],
];

const SOUNDS: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', ґ: 'g', ѓ: 'g', д: 'd', е: 'e', є: 'e', ж: 'j', ӂ: 'g' },
  ...{ з: 'z', ѕ: 'z', и: 'i', і: 'i', ї: 'i', ј: 'i', й: 'i', к: 'c', ќ: 'c', л: 'l', м: 'm' },
  ...{ н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ў: 'u', ф: 'f', х: 'h', ц: 't' },
  ...{ ч: 'c', џ: 'g', ш: 's', щ: 'sc', ъ: '', ы: 'i', ь: '', э: 'e', ю: 'iu', я: 'ea' },
};

/** Letters whose capitals look alike, which are typed for each other by mistake. */
const LOOKALIKES = ['авекмнорстухіѕј', 'abekmhopctyxisj'] as const;
const LATIN_BY_CYRILLIC = mapLetters(...LOOKALIKES);
const CYRILLIC_BY_LATIN = mapLetters(LOOKALIKES[1], LOOKALIKES[0]);

/** The folded words in Latin letters. */
export function toLatin(words: string): string {
  if (!CYRILLIC.test(words)) return words;
  return words.replace(WORD, toLatinWord).replace(/ {2,}/g, ' ').trim();
}

function toLatinWord(word: string): string {
  return CYRILLIC.test(word) ? spell(toOneWordScript(word)) : word;
}

/** The text with each word in one alphabet where its letters of the other only look like those. */
export function toOneScript(text: string): string {
  if (!LATIN.test(text) || !CYRILLIC.test(text)) return text;
  return text.replace(WORD, toOneWordScript);
}

function toOneWordScript(word: string): string {
  if (!LATIN.test(word) || !CYRILLIC.test(word)) return word;
  const latin = replaceLetters(word, LATIN_BY_CYRILLIC);
  if (!CYRILLIC.test(latin)) return latin;
  const cyrillic = replaceLetters(word, CYRILLIC_BY_LATIN);
  return LATIN.test(cyrillic) ? word : cyrillic;
}

function spell(word: string): string {
  const inContext = CONTEXTS.reduce((text, [letters, sound]) => text.replace(letters, sound), word);
  return replaceLetters(inContext, SOUNDS);
}

function replaceLetters(word: string, letters: Readonly<Record<string, string>>): string {
  return word.replace(/[^0-9]/g, (letter) => letters[letter] ?? letter);
}

/** In both cases. */
function mapLetters(letters: string, others: string): Readonly<Record<string, string>> {
  const lower = Array.from(letters, (letter, at) => [letter, others.charAt(at)] as const);
  const upper = lower.map(([letter, other]) => [letter.toUpperCase(), other.toUpperCase()]);
  return Object.fromEntries([...lower, ...upper]);
}
