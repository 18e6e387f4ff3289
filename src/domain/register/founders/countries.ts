import { foldPlainWords } from '../text.ts';
import { toFounderType } from './type.ts';

const LANGUAGES = ['ro', 'ru', 'en'];
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Names in use that Unicode's list does not have. */
const OTHER_NAMES =
  'marea britanie|anglia|sua|statele unite|statele unite ale americii|olanda|tarile de jos|tarilor de jos|' +
  'regatul unit al marii britanii si irlandei de nord|federatia rusa|rf|russia|cehia|' +
  'emiratele arabe unite|eau|hong kong|cipru de nord|united states of america|' +
  'united kingdom of great britain and northern ireland|' +
  'соединенные штаты|соединенные штаты америки|сша|великобритания|англия|российская федерация|рф|оаэ|' +
  'голландия|usa|uk';
/** Of republics. Some are names of people too: ELENA. */
const ADJECTIVES: ReadonlySet<string> = new Set(
  'chineza italiana franceza elena elvetiana portugheza polona ceha slovaca libaneza austriaca'.split(
    ' ',
  ),
);
/** `REPUBLICA CIPRU`, `R. P. CHINEZĂ`, `Federal Republic of Germany`. */
const STATE_WORDS =
  /^(?:republica|r|regatul|confederatia|principatul|marele ducat(?: al)?)(?: (?:populara|araba|federala|federativa|islamica|socialista|democrata|democratica|p))* |^(?:(?:people s|federal|islamic|arab) )?(?:republic|kingdom|state) (?:of )?|^(?:(?:народная|федеративная|арабская|исламская) )*(?:республика|королевство) /;
/** `Китайская Народная Республика`. */
const RUSSIAN_STATE =
  /^\p{L}+ская (?:(?:народная|федеративная|арабская|исламская) )?(?:республика|конфедерация)$/u;
/** `REGATUL SUEDIEI`, `MARELE DUCAT AL LUXEMBURGULUI`. */
const GENITIVES = [
  [/ului$/, ''],
  [/ei$/, 'a'],
] as const;
/** The longest name of a country has some 60 characters. */
const MAX_LENGTH = 80;

let names: ReadonlySet<string> | undefined;

/** Whether a text is the name of a country other than this one, in Romanian, Russian or English. */
export function isCountry(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  names ??= listCountries();
  const folded = foldPlainWords(text);
  return (names.has(folded) || isState(folded, names)) && toFounderType(text) !== 'stat';
}

/** Whether words such as "Republic of" stand beside a country's name or adjective. */
function isState(folded: string, countries: ReadonlySet<string>): boolean {
  if (RUSSIAN_STATE.test(folded)) return true;
  const name = folded.replace(STATE_WORDS, '');
  if (name === folded) return false;
  const forms = [name, ...GENITIVES.map(([end, other]) => name.replace(end, other))];
  return ADJECTIVES.has(name) || forms.some((form) => countries.has(form));
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
