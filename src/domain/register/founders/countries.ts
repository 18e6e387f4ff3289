import { foldPlainWords } from '../text.ts';
import { toFounderType } from './type.ts';

const LANGUAGES = ['ro', 'ru', 'en'];
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Names in use that Unicode's list does not have. */
const OTHER_NAMES =
  'marea britanie|anglia|sua|statele unite|olanda|tarile de jos|federatia rusa|rf|russia|cehia|' +
  'republica ceha|republica slovaca|emiratele arabe unite|eau|hong kong|cipru de nord|' +
  'соединенные штаты|сша|великобритания|англия|российская федерация|рф|оаэ|голландия|usa|uk';
/** `REPUBLICA CIPRU`, `REGATUL SUEDIEI`. */
const STATE_WORD = /^(?:republica|republic of|republic|regatul|республика|королевство) /;
/** The longest name of a country has some 40 characters. */
const MAX_LENGTH = 60;

let names: ReadonlySet<string> | undefined;

/** Whether a text is the name of a country other than this one, in Romanian, Russian or English. */
export function isCountry(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  names ??= listCountries();
  const folded = foldPlainWords(text);
  if (!names.has(folded) && !names.has(folded.replace(STATE_WORD, ''))) return false;
  return toFounderType(text) !== 'stat';
}

/** All at once take 20 ms, so they are listed when the first is needed. */
function listCountries(): ReadonlySet<string> {
  const countries = new Set(OTHER_NAMES.split('|'));
  for (const language of LANGUAGES) {
    const regions = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const one of LETTERS) {
      for (const other of LETTERS) {
        const name = regions.of(one + other);
        if (name !== undefined) countries.add(foldPlainWords(name));
      }
    }
  }
  return countries;
}
