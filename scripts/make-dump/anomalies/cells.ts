import type { Anomaly } from '../anomalies.ts';
import { UNCLASSIFIED_ID } from '../classification.ts';
import { addDays, toDotted, toSerial } from '../days.ts';
import { integer } from '../random.ts';
import { fromTemplate } from './template.ts';

/** Anomalies of dates, addresses, places, forms and activities. */
export const cellAnomalies = {
  /** The register writes a zero where it has no address. */
  address_zero: fromTemplate(0.005, {
    cells: { address: '0' },
    expected: { address: null },
    flags: ['address_unknown'],
  }),
  cuatm_missing: fromTemplate(0.002, {
    cells: { cuatm: null },
    expected: { region: null },
    flags: ['region_unknown'],
  }),
  legal_form_odd: fromTemplate(0.002, {
    cells: { legalForm: 'Altă formă de organizare' },
    expected: { legalForm: null },
    flags: ['legal_form_unknown'],
  }),
  /** Dates as text in place of a serial number: right, in another form. */
  date_text: {
    share: 0.02,
    apply(row) {
      if (row.expected.regDate !== null) row.cells.regDate = toDotted(row.expected.regDate);
      if (row.liquidatedOn !== null) row.cells.liquidationDate = toDotted(row.liquidatedOn);
    },
  },
  date_junk: fromTemplate(0.001, {
    cells: { regDate: ['20.08.1111', '01.01.0001', '15.06.1192'] },
    expected: { regDate: null },
    flags: ['registration_date_invalid'],
  }),
  date_after_dump: {
    share: 0.001,
    apply(row, { random, dumpDate, date1904 }) {
      row.cells.regDate = toSerial(addDays(dumpDate, integer(random, 1, 4_000)), date1904);
      row.expected.regDate = null;
      row.flags.push('registration_date_invalid');
    },
  },
  activity_unclassified: {
    share: 0.003,
    apply(row) {
      const { unlicensed } = row.cells;
      row.cells.unlicensed =
        unlicensed === null ? UNCLASSIFIED_ID : `${unlicensed}, ${UNCLASSIFIED_ID}`;
      row.flags.push('activity_unclassified');
    },
  },
  activity_repeated: {
    share: 0.003,
    apply(row) {
      const { unlicensed } = row.cells;
      if (unlicensed !== null) row.cells.unlicensed = `${unlicensed}, ${unlicensed}`;
    },
  },
} satisfies Record<string, Anomaly>;
