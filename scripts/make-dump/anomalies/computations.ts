import type { Founder } from '../../../src/domain/company/company.ts';
import { laterClasses, UNCLASSIFIED_ID } from '../classification.ts';
import type { SyntheticCompany } from '../company.ts';
import { makeWord } from '../company-name.ts';
import { organisation, person, splitHundred, writeFounders } from '../founders.ts';
import { addDays, toDotted, toSerial } from '../notation.ts';
import type { DumpSettings } from '../options.ts';
import { makePeople, makePersonalNumber } from '../people.ts';
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
  idno_personal_number(row, { random }) {
    row.idno = null;
    row.cells.idno = Number(makePersonalNumber(random));
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
  /** A midnight with a rounding error. */
  date_below_midnight({ cells, expected }) {
    if (expected.regDate !== null) cells.regDate = Number(toSerial(expected.regDate)) - 1e-11;
  },
  /** A midnight in UTC, and at an offset, of the day in Europe/Chisinau. */
  date_instant({ cells, expected }, { random }) {
    const day = expected.regDate;
    if (day === null) return;
    cells.regDate = pick(random, [`${addDays(day, -1)}T22:00:00.000Z`, `${day}T00:00:00+02:00`]);
  },
  /** A local midnight that a tool has written in UTC. */
  date_shifted({ cells, expected }, { random }) {
    const serial = Number(cells.regDate) - 1;
    cells.regDate = serial + pick(random, [0.875, 0.916_67, 22 / 24]);
    expected.regDate = null;
  },
  date_in_words({ cells, expected }, { random }) {
    if (expected.regDate === null) return;
    const format = new Intl.DateTimeFormat(pick(random, ['ro', 'ru']), {
      dateStyle: 'long',
      timeZone: 'UTC',
    });
    cells.regDate = format.format(new Date(expected.regDate));
  },
  date_other_signs({ cells, expected }, { random }) {
    if (expected.regDate === null) return;
    const dotted = toDotted(expected.regDate);
    const day = Number(dotted.slice(0, 2));
    const signs = day > 12 ? ['-', '. ', '/'] : ['-', '. '];
    cells.regDate = pick(random, [dotted.replaceAll('.', pick(random, signs)), `${dotted} г.`]);
  },
  liquidation_date_error: withoutLiquidation,
  liquidation_date_placeholder: withoutLiquidation,
  name_in_liquidation: withoutDay,
  liquidation_word: withoutDay,
  liquidation_shifted: withoutDay,
  activity_unclassified({ cells, flags }) {
    if (cells.unlicensed === null) flags.push('main_activity_unknown');
    cells.unlicensed = `${cells.unlicensed ?? UNCLASSIFIED_ID}, ${UNCLASSIFIED_ID}`;
  },
  /** The activity that would be the main one cannot be read. */
  activity_first_unclassified({ cells, expected }) {
    cells.unlicensed = `${UNCLASSIFIED_ID}, ${cells.unlicensed ?? UNCLASSIFIED_ID}`;
    expected.caem = expected.caem.map((activity) => ({ ...activity, main: false }));
  },
  /** IDs of several thousands as a spreadsheet shows them; the sheet has no ID below 100. */
  activity_thousands_sign({ cells }, { random }) {
    const sign = pick(random, [',', '.', ' ', "'", '\u00a0']);
    const text = String(cells.unlicensed ?? '');
    if (text !== '') cells.unlicensed = text.replace(/\d(?=\d{3}\b)/g, `$&${sign}`);
  },
  /** Activities of an edition after CAEM Rev.2. */
  activity_later_edition({ cells, expected }) {
    cells.unlicensed = laterClasses.map(({ id }) => id).join(', ');
    expected.caemMain = laterClasses[0]?.code ?? null;
    expected.caem = laterClasses.map(({ code, label }, at) => ({ code, label, main: at === 0 }));
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

/** What is in the column of the day of liquidation says nothing. */
function withoutLiquidation(row: Row): void {
  row.liquidatedOn = null;
  row.expected.status = deriveStatus(row.directors, null);
}

/** The template has the status. */
function withoutDay(row: Row): void {
  row.liquidatedOn = null;
}

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
