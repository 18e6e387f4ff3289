import { undoConversion } from './conversion.ts';
import { toDistrict, toRegion } from './districts.ts';
import { findInitial, toLegalForm } from './legal-form.ts';
import { foldPlainWords } from './text.ts';

/** A column of values of which there are few, such as districts. */
export interface ValueGroups {
  /** One group, for a message; its value follows. */
  title: string;
  /** The group of a value; null where it has none. */
  toGroup(text: string): string | null;
}

interface Column {
  /** The column's title, in the register's words. */
  title: string;
  /**
   * Match the folded titles that the column has had over the years; a later pattern counts only if
   * no earlier one matches.
   */
  patterns: readonly RegExp[];
  /** The field's description in the staff's schema. */
  description: string;
  /** Whether some layouts lack it. */
  isOptional?: boolean;
  /** Whether its cells are days, which may be serial numbers. */
  isDate?: boolean;
  /** Matches every readable value; by default texts with a letter. Days are read as such. */
  readable?: RegExp;
  /**
   * About the share of the register's rows that have a value, if not nearly all: tells in a first
   * import, which cannot be compared with another, whether a blank column lost its values.
   */
  usualShare?: number;
  /** Whether its cells are lists: shorter cells have lost a part of them. */
  isList?: boolean;
  /** Whether many rows have the same text. */
  isRepeated?: boolean;
  /** Groups none of which disappears from one week to the next. */
  groups?: ValueGroups;
}

const DIGIT = /[1-9]/;

/** The columns of the register's dump. Rows are stored by position, so a new one is appended. */
const COLUMNS = {
  idno: {
    title: 'IDNO/ Cod fiscal',
    patterns: [/^idno/],
    description: 'IDNO/ Cod fiscal.',
    readable: DIGIT,
  },
  regDate: {
    title: 'Data înregistrării',
    patterns: [/^data(?:de)?inregistr/],
    description: 'Data înregistrării; a serial number counts as in the 1900 system.',
    isDate: true,
  },
  name: {
    title: 'Denumirea completă',
    patterns: [/^denumireacompleta/, /^denumire/],
    description: 'Denumirea completă.',
    groups: { title: 'names that begin with', toGroup: findInitial },
  },
  legalForm: {
    title: 'Forma org./jurid.',
    patterns: [/^forma(?:org|deorg|jurid)/],
    description: 'Forma org./jurid.',
    isRepeated: true,
    groups: { title: 'legal form', toGroup: toForm },
  },
  address: {
    title: 'Adresa',
    patterns: [/^adresa/],
    description: 'Adresa.',
  },
  cuatm: {
    title: 'CUATM',
    patterns: [/cuatm/, /^codulunitatiiadministr/],
    description: 'Codul unităţii administrativ-teritoriale (CUATM).',
    readable: DIGIT,
    isRepeated: true,
    groups: { title: 'district', toGroup: toDistrictName },
  },
  directors: {
    title: 'Lista conducătorilor',
    patterns: [/^listaconducatorilor/, /^conducator/],
    description: 'Lista conducătorilor (cu indicarea rolurilor).',
    isList: true,
  },
  founders: {
    title: 'Lista fondatorilor',
    patterns: [/^listafondatorilor/, /^fondator/],
    description: 'Lista fondatorilor (cu indicarea cotei părţi în capitalul social).',
    isList: true,
  },
  unlicensed: {
    title: 'Genuri de activitate nelicenţiate',
    patterns: [/^genuri(?:le)?deactivitatenelicen/],
    description: 'Genuri de activitate nelicentiate: numbers into the classification.',
    readable: DIGIT,
    isList: true,
  },
  licensed: {
    title: 'Genuri de activitate licenţiate',
    patterns: [/^genuri(?:le)?deactivitatelicen/],
    description: 'Genuri de activitate licentiate: numbers into the classification.',
    readable: DIGIT,
    usualShare: 0.05,
    isList: true,
  },
  liquidationDate: {
    title: 'Data lichidării',
    patterns: [/^data(?:lichid|radier)/],
    description: 'Data lichidării; a serial number counts as in the 1900 system.',
    isDate: true,
    usualShare: 0.25,
  },
  status: {
    title: 'Statutul',
    patterns: [/^statut/, /^(?:status(?:ul)?|starea)(?:juridica?)?$/],
    description: 'Statutul, a column of the layouts of 2018 to 2022.',
    isOptional: true,
  },
} as const satisfies Readonly<Record<string, Column>>;

export type RegisterColumn = keyof typeof COLUMNS;
export const COLUMN_DEFINITIONS: Readonly<Record<RegisterColumn, Column>> = COLUMNS;
export const REGISTER_COLUMNS = Object.keys(COLUMNS) as readonly RegisterColumn[];
export const OPTIONAL_COLUMNS: ReadonlySet<RegisterColumn> = new Set(
  REGISTER_COLUMNS.filter((column) => COLUMN_DEFINITIONS[column].isOptional),
);
export const DATE_COLUMNS: ReadonlySet<RegisterColumn> = new Set(
  REGISTER_COLUMNS.filter((column) => COLUMN_DEFINITIONS[column].isDate),
);

/**
 * The cells of a row of the dump as text, unchanged; null when empty. Numbers are plain decimals;
 * serial dates are converted to the 1900 system.
 */
export type RegisterRow = Record<RegisterColumn, string | null>;

/** A value for each column; `index`: its index in the list. */
export function mapColumns<Value>(
  toValue: (column: RegisterColumn, index: number) => Value,
): Record<RegisterColumn, Value> {
  const values: Partial<Record<RegisterColumn, Value>> = {};
  for (const [index, column] of REGISTER_COLUMNS.entries()) values[column] = toValue(column, index);
  return values as Record<RegisterColumn, Value>;
}

function toForm(text: string): string | null {
  const undone = undoConversion(text);
  const form = toLegalForm(undone);
  return 'value' in form ? form.value : foldPlainWords(undone);
}

function toDistrictName(text: string): string | null {
  const region = toRegion(undoConversion(text));
  return 'value' in region ? (toDistrict(region.value)?.name ?? region.value) : null;
}
