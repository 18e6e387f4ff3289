import type { Anomaly, AnomalyTools } from '../anomalies.ts';
import { UNCLASSIFIED_ID } from '../classification.ts';
import { addDays, toDotted, toSerial } from '../days.ts';
import { integer, pick } from '../random.ts';
import { columns, type Row, setLiquidatedOn } from '../row.ts';

/** Anomalies whose cells follow from the clean row; the others are templates. */
export const cellAnomalies: Record<string, Anomaly> = {
  /** The numbers as Java's `Double.toString` writes them into the file. */
  idno_exponent: anomaly(0.02, ({ cells }) => {
    for (const column of columns) {
      const cell = cells[column];
      if (typeof cell === 'number') cells[column] = { type: 'n', value: toJavaDouble(cell) };
    }
  }),
  idno_text: anomaly(0.005, (row) => {
    row.cells.idno = row.idno;
  }),
  /** Thirteen digits of which the last is wrong, as where a number was rounded or mistyped. */
  idno_wrong_digit: anomaly(0.001, (row) => {
    const { idno } = row.expected;
    row.idno = idno.slice(0, -1) + ((Number(idno.slice(-1)) + 1) % 10);
    row.cells.idno = Number(row.idno);
    row.outcome = 'rejected';
  }),
  /** The number of a company that stands further up too; this row is the valid one. */
  duplicate_idno: anomaly(0.002, () => {}),
  /** The same, with so many rows between them that no batch of rows holds both. */
  duplicate_idno_far: anomaly(0.001, () => {}),
  /** Dates as text in place of a serial number: right, in another form. */
  date_text: anomaly(0.02, (row) => {
    if (row.expected.regDate !== null) row.cells.regDate = toDotted(row.expected.regDate);
    if (row.liquidatedOn !== null) row.cells.liquidationDate = toDotted(row.liquidatedOn);
  }),
  date_after_dump: anomaly(0.001, (row, { random, dumpDate, date1904 }) => {
    row.cells.regDate = toSerial(addDays(dumpDate, integer(random, 1, 4_000)), date1904);
    row.expected.regDate = null;
    row.flags.push('registration_date_invalid');
  }),
  activity_unclassified: anomaly(0.003, (row) => {
    const { unlicensed } = row.cells;
    row.cells.unlicensed = `${unlicensed ?? UNCLASSIFIED_ID}, ${UNCLASSIFIED_ID}`;
    row.flags.push('activity_unclassified');
    if (unlicensed === null) row.flags.push('main_activity_unknown');
  }),
  activity_repeated: anomaly(0.003, ({ cells }) => {
    const { unlicensed } = cells;
    if (unlicensed !== null) cells.unlicensed = `${unlicensed}, ${unlicensed}`;
  }),
};

/** The same, of what nobody has seen in a dump yet. */
export const rareCellAnomalies: Record<string, Anomaly> = {
  /** The activity that would be the main one cannot be read. */
  activity_first_unclassified: anomaly(0.002, (row) => {
    row.cells.unlicensed = `${UNCLASSIFIED_ID}, ${row.cells.unlicensed ?? UNCLASSIFIED_ID}`;
    row.flags.push('activity_unclassified', 'main_activity_unknown');
    row.expected.caemMain = null;
    row.expected.caem = row.expected.caem.map((activity) => ({ ...activity, main: false }));
  }),
  /** Counts in the workbook's own date system, as a number does. */
  date_serial_text: anomaly(0.002, ({ cells }) => {
    cells.regDate = String(cells.regDate);
  }),
  liquidation_date_error: anomaly(0.001, (row, { random }) => {
    row.cells.liquidationDate = { type: 'e', value: pick(random, ['#REF!', '#N/A']) };
    setLiquidatedOn(row, null);
    row.flags.push('status_uncertain');
  }),
};

function anomaly(share: number, apply: (row: Row, tools: AnomalyTools) => void): Anomaly {
  return { share, apply };
}

/** Java's `Double.toString`, by which some libraries write every number of a sheet. */
function toJavaDouble(value: number): string {
  if (value < 10_000_000) return `${value}.0`;
  const digits = String(value);
  const fraction = digits.slice(1).replace(/0+$/, '') || '0';
  return `${digits[0]}.${fraction}E${digits.length - 1}`;
}
