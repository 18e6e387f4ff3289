import { foldPlainWords } from '../text.ts';

const LANGUAGES = ['ro', 'ru', 'en'];
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Names in use that Unicode's list does not have. */
const OTHER_NAMES =
  'marea britanie|anglia|sua|statele unite|olanda|tarile de jos|federatia rusa|rf|russia|cehia|' +
  'emiratele arabe unite|eau|hong kong|cipru de nord|coreea|rpc|rfg|' +
  'regatul tarilor de jos|republica elena|republica turca|republica polona|' +
  'соединенные штаты|соединенные штаты америки|сша|великобритания|англия|рф|оаэ|голландия|корея|' +
  'объединенные арабские эмираты|кнр|фрг|белоруссия|' +
  'usa|united states of america|uk|uae|great britain|holland|turkey|korea|viet nam|prc';
/**
 * What official names have in place of the country's name: `REPUBLICA ITALIANĂ`. Those that are
 * given names or surnames, such as `elena`, are not here, because `R. ELENA` may be a person.
 */
const NAMES_OF_STATES: ReadonlySet<string> = new Set(
  (
    'chineza|elvetiana|italiana|franceza|ceha|slovaca|portugheza|libaneza|siriana|austriaca|' +
    'lituaniana|coreeana|unit|unit marii britanii|unit marii britanii si irlandei de nord|' +
    'китайская|швейцарская|итальянская|французская|чешская|словацкая|греческая|португальская|' +
    'ливанская|сирийская|турецкая|российская|австрийская|литовская|латвийская|эстонская|' +
    'соединенное|соединенное великобритании|соединенное великобритании и северной ирландии|' +
    'chinese|swiss|italian|french|czech|slovak|hellenic|portuguese|lebanese|syrian|russian|turkish|' +
    'united|united great britain and northern ireland'
  ).split('|'),
);
/** The words for a state. `R` is short for `republica`. */
const STATE_WORDS: ReadonlySet<string> = new Set(
  `republica r regatul federatia confederatia ducat principatul statul
республика королевство федерация конфедерация герцогство княжество государство
republic kingdom federation confederation duchy principality state`.split(/\s/),
);
/** What stands next to them, with its abbreviations: `R.P. CHINEZĂ`, `R.F. GERMANIA`. */
const WORDS_OF_STATES: ReadonlySet<string> = new Set(
  `populara federala federativa araba islamica socialista democrata marele al a ale p f i s d
народная федеративная арабская исламская социалистическая демократическая великое
people s federal arab islamic socialist democratic grand of the`.split(/\s/),
);
const STATE_WORD = new RegExp(`(?<![^ ])(?:${[...STATE_WORDS].join('|')})(?![^ ])`);
/** `REGATUL SUEDIEI`, `DUCAT AL LUXEMBURGULUI`, `КОРОЛЕВСТВО ИСПАНИИ`, `КОРОЛЕВСТВО НИДЕРЛАНДОВ`. */
const GENITIVES = [
  [/ei$/, 'a'],
  [/ului$/, ''],
  [/ии$/, 'ия'],
  [/ов$/, 'ы'],
] as const;
/** `REPUBLICA MOLDOVA`, but not `MOLDOVA`, which is a part of an address. */
const THIS_STATE = / moldova$| молдова$|^молдавская /;
/** The longest name of a country has some 60 characters. */
const MAX_LENGTH = 70;

let names: ReadonlySet<string> | undefined;

/** Whether a text is the name of a country, in Romanian, Russian or English. */
export function isCountry(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  names ??= listCountries();
  const folded = foldPlainWords(text);
  return names.has(folded) || (STATE_WORD.test(folded) && isOfficialName(folded, names));
}

/** As `isCountry`, of a country other than this one, which is a founder. */
export function isOtherCountry(text: string): boolean {
  return isCountry(text) && !THIS_STATE.test(foldPlainWords(text));
}

/** `republica populara chineza`, `regatul suediei`: without the state's words a country's name. */
function isOfficialName(folded: string, countries: ReadonlySet<string>): boolean {
  const words = folded.split(' ');
  const rest = words
    .filter((word) => !STATE_WORDS.has(word) && !WORDS_OF_STATES.has(word))
    .join(' ');
  return (
    countries.has(rest) ||
    NAMES_OF_STATES.has(rest) ||
    GENITIVES.some(([ending, other]) => countries.has(rest.replace(ending, other)))
  );
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
