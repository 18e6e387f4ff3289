/**
 * One Latin spelling for names in Cyrillic letters, as people in Moldova write Latin ones: by the
 * orthography of Romanian in Cyrillic letters, used until 1989, which official documents follow for
 * Russian names too (СЕРГЕЙ is SERGHEI). Diacritics are left out, as `fold` leaves them out.
 */

const CYRILLIC = /[\u0400-\u04ff]/;
const WORD = /[^ ]+/g;
const LATIN_LETTER = /[a-z]/g;
const CYRILLIC_LETTER = /[\u0400-\u04ff]/g;

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
const LOOKS: Readonly<Record<string, string>> = {
  ...{ а: 'a', в: 'b', е: 'e', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c', т: 't', у: 'y' },
  ...{ х: 'x', і: 'i', ѕ: 's', ј: 'j' },
};
const CYRILLIC_BY_LATIN: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(LOOKS).map(([cyrillic, latin]) => [latin, cyrillic]),
);

/** The folded words in Latin letters. */
export function toLatin(words: string): string {
  if (!CYRILLIC.test(words)) return words;
  return words.replace(WORD, toLatinWord).replace(/ {2,}/g, ' ').trim();
}

/** In a word of both alphabets the letters of one of them are mistakes, if all have a twin. */
function toLatinWord(word: string): string {
  const cyrillic = word.match(CYRILLIC_LETTER) ?? [];
  if (cyrillic.length === 0) return word;
  const latin = word.match(LATIN_LETTER) ?? [];
  if (latin.length === 0) return spell(word);
  if (cyrillic.every((letter) => letter in LOOKS)) return replaceLetters(word, LOOKS);
  const isCyrillic = latin.every((letter) => letter in CYRILLIC_BY_LATIN);
  return spell(isCyrillic ? replaceLetters(word, CYRILLIC_BY_LATIN) : word);
}

function spell(word: string): string {
  const inContext = CONTEXTS.reduce((text, [letters, sound]) => text.replace(letters, sound), word);
  return replaceLetters(inContext, SOUNDS);
}

function replaceLetters(word: string, letters: Readonly<Record<string, string>>): string {
  return word.replace(/[^0-9]/g, (letter) => letters[letter] ?? letter);
}
