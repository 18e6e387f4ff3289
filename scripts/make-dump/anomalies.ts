import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Company, Director, LegalStatus } from '../../src/domain/company/company.ts';
import type { CompanyFlag } from '../../src/domain/company/flags.ts';
import type { Cell } from '../xlsx-writer/sheet.ts';
import { type AnomalyTools, computations } from './anomalies/computations.ts';
import { makeWord } from './company-name.ts';
import { makeIdno } from './idno.ts';
import { withBothLetters } from './notation.ts';
import type { AnomalySet } from './options.ts';
import { makeCyrillicPerson, makeGivenName, makePerson, makePersonalNumber } from './people.ts';
import { integer, pick, type Random } from './random.ts';
import { type Cells, type Outcome, type Row, setDirectors } from './row.ts';
import words from './words/names.json' with { type: 'json' };

/** A kind of anomaly: what its cells contain and what must be served for them. */
export interface Template {
  /** Its share of all rows; every kind occurs at least once in the first 300. */
  share: number;
  /** A list has alternatives that must be read alike; a row gets one of them. */
  cells?: Partial<Record<keyof Cells, Cell | readonly Cell[]>>;
  /** `mixed`: cedilla and comma-below in one cell; left out: the spelling of the row. */
  spelling?: 'mixed';
  /** Differences from the clean row; a name or address left out is that of the cell. */
  expected?: Partial<Company>;
  directors?: Director[];
  /** The status that the roles or the name give, unless there is a day of liquidation. */
  status?: LegalStatus;
  flags?: CompanyFlag[];
  outcome?: Outcome;
}

const COMMON = readTemplates('common.json');

/** Every kind, by name. */
export const anomalies: Readonly<Record<string, Template>> = {
  ...COMMON,
  ...readTemplates('rare.json'),
};

export function listAnomalies(set: AnomalySet): string[] {
  if (set === 'none') return [];
  return Object.keys(set === 'all' ? anomalies : COMMON);
}

/** Changes the cells of a clean row and its expected result. */
export function applyAnomaly(kind: string, row: Row, tools: AnomalyTools): void {
  const template = anomalies[kind];
  if (template !== undefined) fillTemplate(template, row, tools);
  computations[kind]?.(row, tools);
}

function readTemplates(name: string): Record<string, Template> {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'anomalies', name), 'utf8'));
}

/** The random texts for placeholders such as `{person}`; `{person2}` is another one. */
const PLACEHOLDERS: Record<string, (random: Random, tools: AnomalyTools) => string> = {
  person: makePerson,
  given: makeGivenName,
  cyrillicPerson: makeCyrillicPerson,
  cyrillicCompany: (random) => pick(random, words.cyrillicCompanies),
  personalNumber: makePersonalNumber,
  word: makeWord,
  idno: (random) => makeIdno(integer(random, 1, 99_999), integer(random, 0, 99_999)),
  count: (random) => String(integer(random, 5, 400)),
  vowels: (random) => pick(random, words.bothVowels),
  sibilants: (random) => pick(random, words.sibilants),
  opening: (random, { company }) => pick(random, company.form.openings),
  twin: (_, { twinBrand }) => twinBrand,
};

function fillTemplate(template: Template, row: Row, tools: AnomalyTools): void {
  const { cells = {}, spelling, status, flags = [], outcome } = template;
  const fill = createFill(tools, spelling === 'mixed' ? withBothLetters : tools.company.spell);
  for (const [column, cell] of Object.entries(cells) as [keyof Cells, Cell | Cell[]][]) {
    const picked = Array.isArray(cell) ? pick(tools.random, cell) : cell;
    const filled = fill(picked);
    row.cells[column] = filled;
    const isFiled = column === 'name' || column === 'address';
    if (isFiled && typeof filled === 'string') row.expected[column] = filled;
  }
  if (template.directors !== undefined) setDirectors(row, fill(template.directors));
  if (status !== undefined && row.liquidatedOn === null) row.expected.status = status;
  Object.assign(row.expected, fill(template.expected ?? {}));
  for (const flag of flags) if (!row.flags.includes(flag)) row.flags.push(flag);
  row.outcome = outcome ?? row.outcome;
}

/** Fills the placeholders of a value; within a row the same placeholder has the same text. */
function createFill(tools: AnomalyTools, spell: (text: string) => string) {
  const drawn = new Map<string, string>();
  const draw = (placeholder: string, name: string): string => {
    const make = PLACEHOLDERS[name];
    if (make === undefined) throw new Error(`unknown placeholder ${placeholder}`);
    const value = drawn.get(placeholder) ?? make(tools.random, tools);
    drawn.set(placeholder, value);
    return value;
  };
  const fillText = (text: string) => spell(text.replace(/\{([a-zA-Z]+)\d*\}/g, draw));
  return <Value>(value: Value): Value =>
    JSON.parse(JSON.stringify(value), (_, part) =>
      typeof part === 'string' ? fillText(part) : part,
    );
}
