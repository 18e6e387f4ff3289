import { isWithoutValue } from './cell.ts';
import { foldPlainWords } from './text.ts';

/** A longer text is no placeholder. */
const MAX_LENGTH = 60;
const OPENINGS =
  'n(?:\\W|u|a(?:$|\\W|n)|i[lc]|on|e[cdis])|dat|den|f[aă]r|fon|lip|adr|inf|con|ind|un[dk]|se |' +
  '[iîÎ]n c|x(?:x|\\W)|pers';
/** Rules out nearly every name by its first letters, so that it need not be folded. */
const FIRST_LETTERS = new RegExp(`^(?:${OPENINGS}|[^a-z\\u00c0-\\u024f])`, 'i');
const OPENING = new RegExp(`^[\\s\\p{P}\\p{S}]*(?:${OPENINGS}|н|отс|без|данн|адрес|учр)`, 'iu');
const SUBJECT =
  '(?:date|datele|datelor|denumire|denumirea|nume|numele|adresa|fondator|fondatori|fondatorii|conducator|' +
  'conducatori|conducatorii|informatie|informatii|informatia|informatiile)';
const NO_VALUE_WORDS = [
  'n a|na|nul|null|nil|none|nan|undefined|unknown',
  'nu|fara|lipsa|lipsesc|lipseste',
  'nu (?:sunt|sint|exista|e(?:ste)?(?: cazul)?|are|au|se (?:cunoaste|aplica)|(?:s a|(?:a|au) fost|este|sunt|sint) (?:indicat|specificat|identificat|cunoscut|disponibil)(?:a|i|e)?)',
  'ne(?:cunoscut|specificat|indicat|definit|determinat|disponibil)(?:a|i|e)?|indisponibil(?:a|i|e)?',
  'se (?:concretizeaza|precizeaza|identifica|verifica|stabileste|actualizeaza)|in curs de \\p{L}{3,20}',
  'x{2,}(?: x{2,})*|persoan[ae] (?:fizica|juridica)',
  'нет|отсутству(?:ет|ют)|не указан(?:а|о|ы)?|неизвест(?:ен|на|но|ны)|н д',
];
const ROMANIAN = new RegExp(
  `^(?:${SUBJECT} )?(?:${NO_VALUE_WORDS.join('|')})(?: ${SUBJECT})?$`,
  'u',
);
const RUSSIAN =
  /^(?:(?:нет|без) (?:данных|названия|адреса|учредителей)|(?:данные|адрес|учредители|учредитель) (?:отсутству(?:ет|ют)|не указан(?:ы)?|нет))$/u;

/** As FIRST_LETTERS, and those of a text without a value (`isWithoutValue`). */
const NO_NAME_LETTERS = new RegExp(`${FIRST_LETTERS.source}|^(?:err:|true|fals|adev)`, 'i');
/** A shorter text may be a placeholder whole. */
const MIN_NAME_LENGTH = 5;

/** A fast check, true only for texts with a letter that are no placeholder. */
export function beginsWithName(text: string): boolean {
  return text.length >= MIN_NAME_LENGTH && !NO_NAME_LETTERS.test(text);
}

/** A fast check of the beginning whether a text may be a placeholder. */
export function mayBePlaceholder(text: string): boolean {
  return FIRST_LETTERS.test(text);
}

/**
 * Whether a text only states that there is no value: `N/A`, `NULL`, `Datele lipsesc`,
 * `nespecificată`, or a spreadsheet's error.
 */
export function isPlaceholder(text: string): boolean {
  return isWithoutValue(text) || saysNoValue(text);
}

/** Whether words state that there is no value: `isPlaceholder` without a spreadsheet's error. */
export function saysNoValue(text: string): boolean {
  if (text.length > MAX_LENGTH || !FIRST_LETTERS.test(text) || !OPENING.test(text)) return false;
  const words = foldPlainWords(text);
  return ROMANIAN.test(words) || RUSSIAN.test(words);
}
