import type { Founder } from '../../../src/domain/company/company.ts';
import { UNCLASSIFIED_ID } from '../classification.ts';
import type { SyntheticCompany } from '../company.ts';
import { makeWord } from '../company-name.ts';
import { organisation, person, splitHundred, writeFounders } from '../founders.ts';
import { addDays, toDotted, toSerial } from '../notation.ts';
import type { DumpSettings } from '../options.ts';
import { makePeople } from '../people.ts';
import { integer, pick, type Random } from '../random.ts';
import { columns, deriveStatus, type Row } from '../row.ts';

/** What an anomaly may need in addition to the row that it changes. */
export interface AnomalyTools {
  random: Random;
  company: SyntheticCompany;
  settings: DumpSettings;
  /** The brand of an earlier company that this row's name must fold to. */
  twinBrand: string;
}

/** Kinds that a template cannot describe: cells computed from the clean row, long lists. */
export const computations: Record<string, (row: Row, tools: AnomalyTools) => void> = {
  idno_exponent({ cells }) {
    for (const column of columns) {
      const cell = cells[column];
      if (typeof cell === 'number') cells[column] = { type: 'n', value: toJavaDouble(cell) };
    }
  },
  idno_text(row) {
    row.cells.idno = row.idno;
  },
  /** Thirteen digits with a wrong last one, as after rounding or a typing error. */
  idno_wrong_digit(row) {
    const { idno } = row.expected;
    row.idno = idno.slice(0, -1) + ((Number(idno.slice(-1)) + 1) % 10);
    row.cells.idno = Number(row.idno);
  },
  /** Correct dates, as text instead of serial numbers. */
  date_text(row) {
    if (row.expected.regDate !== null) row.cells.regDate = toDotted(row.expected.regDate);
    if (row.liquidatedOn !== null) row.cells.liquidationDate = toDotted(row.liquidatedOn);
  },
  date_after_dump({ cells }, { random, settings }) {
    const day = addDays(settings.dumpDate, integer(random, 1, 4_000));
    cells.regDate = toSerial(day);
  },
  date_serial_text({ cells }) {
    cells.regDate = String(cells.regDate);
  },
  liquidation_date_error(row) {
    row.liquidatedOn = null;
    row.expected.status = deriveStatus(row.directors, null);
  },
  activity_unclassified({ cells, flags }) {
    if (cells.unlicensed === null) flags.push('main_activity_unknown');
    cells.unlicensed = `${cells.unlicensed ?? UNCLASSIFIED_ID}, ${UNCLASSIFIED_ID}`;
  },
  /** The activity that would be the main one cannot be read. */
  activity_first_unclassified({ cells, expected }) {
    cells.unlicensed = `${UNCLASSIFIED_ID}, ${cells.unlicensed ?? UNCLASSIFIED_ID}`;
    expected.caem = expected.caem.map((activity) => ({ ...activity, main: false }));
  },
  activity_repeated({ cells }) {
    if (cells.unlicensed !== null) cells.unlicensed = `${cells.unlicensed}, ${cells.unlicensed}`;
  },
  /** Ten to twenty companies in quotes without shares. */
  founders_quoted_list: founded((random) => {
    const count = integer(random, 10, 20);
    const words = new Set(Array.from({ length: count }, () => makeWord(random)));
    return [...words].map((word) => {
      return organisation(`"${word}" ${pick(random, ['S.R.L.', 'S.A.', 'Î.I.', 'C.P.'])}`);
    });
  }),
  /** Several names and no share: each is a founder. */
  founders_without_share: founded((random) => {
    return makePeople(random, integer(random, 2, 6)).map((name) => person(name));
  }),
  /** More than 4,096 characters in one cell. */
  founders_long: founded((random) => {
    const people = makePeople(random, integer(random, 200, 260));
    const shares = splitHundred(random, people.length);
    return people.map((name, index) => person(name, shares[index]));
  }),
};

/** Java's `Double.toString`, with which some libraries write every number of a sheet. */
function toJavaDouble(value: number): string {
  if (value < 10_000_000) return `${value}.0`;
  const digits = String(value);
  const fraction = digits.slice(1).replace(/0+$/, '') || '0';
  return `${digits[0]}.${fraction}E${digits.length - 1}`;
}

function founded(makeFounders: (random: Random) => Founder[]) {
  return ({ cells, expected }: Row, { random, company }: AnomalyTools): void => {
    const founders = makeFounders(random);
    expected.founders = founders.map((founder) => {
      return { ...founder, name: company.spell(founder.name) };
    });
    cells.founders = writeFounders(expected.founders);
  };
}
