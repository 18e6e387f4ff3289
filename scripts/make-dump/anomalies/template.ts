import type { Company, CompanyFlag, Director, Founder } from '../../../src/domain/company.ts';
import type { Cell } from '../../xlsx-writer/sheet.ts';
import type { Anomaly, AnomalyTools } from '../anomalies.ts';
import { makeWord } from '../brand.ts';
import { makeIdno } from '../idno.ts';
import { makeCyrillicPerson, makeGivenName, makePerson, makePersonalNumber } from '../person.ts';
import { integer, pick, type Random } from '../random.ts';
import { type Cells, type Outcome, setDirectors } from '../row.ts';
import words from '../words/anomalies.json' with { type: 'json' };

/** A cell, or several that must be read alike, of which a row has one. */
export type Cellular = Cell | readonly Cell[];

export interface Template {
  cells: Partial<Record<keyof Cells, Cellular>>;
  /** What differs from the clean row; in texts `{person}` is the person of the cell. */
  expected?: Partial<Company>;
  directors?: readonly Director[];
  flags?: readonly CompanyFlag[];
  outcome?: Outcome;
}

const PLACEHOLDERS: Record<string, (random: Random, tools: AnomalyTools) => string> = {
  person: makePerson,
  given: makeGivenName,
  cyrillicPerson: makeCyrillicPerson,
  cyrillicCompany: (random) => pick(random, words.cyrillicCompanies),
  personalNumber: makePersonalNumber,
  word: makeWord,
  idno: (random) => makeIdno(integer(random, 1, 99_999), integer(random, 0, 99_999)),
  count: (random) => String(integer(random, 5, 400)),
  house: (random) => String(integer(random, 1, 90)),
  vowels: (random) => pick(random, words.bothVowels),
  opening: (random, { form }) => pick(random, form.openings),
  twin: (_, { twinBrand }) => twinBrand,
};

/** Cells from texts in which `{person}`, `{person2}` and so on stand for what each row draws. */
export function fromTemplate(share: number, template: Template): Anomaly {
  const { cells, expected = {}, directors, flags = [], outcome } = template;
  return {
    share,
    apply(row, tools) {
      const fill = createFill(tools);
      for (const [column, cell] of Object.entries(cells) as [keyof Cells, Cellular][]) {
        row.cells[column] = pickFilled(cell, fill, tools.random);
      }
      if (directors !== undefined)
        setDirectors(row, row.cells.directors, fillAll([...directors], fill));
      Object.assign(row.expected, fillAll(expected, fill));
      for (const flag of flags) if (!row.flags.includes(flag)) row.flags.push(flag);
      row.outcome = outcome ?? row.outcome;
    },
  };
}

/** A name that is stored as it is filed. */
export function named(share: number, name: string): Anomaly {
  return fromTemplate(share, { cells: { name }, expected: { name } });
}

export function directed(
  share: number,
  cell: Cellular,
  directors: readonly Director[],
  ...flags: CompanyFlag[]
): Anomaly {
  return fromTemplate(share, { cells: { directors: cell }, directors, flags });
}

export function founded(
  share: number,
  cell: Cellular,
  founders: Founder[],
  ...flags: CompanyFlag[]
): Anomaly {
  return fromTemplate(share, { cells: { founders: cell }, expected: { founders }, flags });
}

/** One placeholder stands for one value in all texts of a row, for another one with its number. */
function createFill(tools: AnomalyTools): (text: string) => string {
  const drawn = new Map<string, string>();
  const draw = (placeholder: string, name: string): string => {
    const make = PLACEHOLDERS[name];
    if (make === undefined) throw new Error(`no placeholder ${placeholder}`);
    const value = drawn.get(placeholder) ?? make(tools.random, tools);
    drawn.set(placeholder, value);
    return value;
  };
  return (text) => tools.spell(text.replace(/\{([a-zA-Z]+)\d*\}/g, draw));
}

function pickFilled(cell: Cellular, fill: (text: string) => string, random: Random): Cell {
  const cells: readonly Cell[] = Array.isArray(cell) ? cell : [cell];
  // All are filled, so that each draws the same whichever is picked.
  const filled = cells.map((one) => (typeof one === 'string' ? fill(one) : one));
  return filled.length === 1 ? (filled[0] ?? null) : pick(random, filled);
}

function fillAll<Value>(value: Value, fill: (text: string) => string): Value {
  return JSON.parse(JSON.stringify(value), (_, part) =>
    typeof part === 'string' ? fill(part) : part,
  );
}
