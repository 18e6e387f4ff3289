import { unclassifiedId } from '../classification.ts';
import { addDays, toDotted, toSerial } from '../days.ts';
import type { Dirt } from '../dirt.ts';
import { integer, pick } from '../random.ts';

const junkDays = ['20.08.1111', '01.01.0001', '15.06.1192'];

/** Dirt in dates, addresses, places, forms and activities. */
export const cellDirt = {
  /** 6: the register writes a zero where it has no address. */
  address_zero: {
    share: 0.005,
    spoil(row) {
      row.cells.address = '0';
      row.company.address = null;
      row.flags.push('address_unknown');
    },
  },
  cuatm_missing: {
    share: 0.002,
    spoil(row) {
      row.cells.cuatm = null;
      row.company.region = null;
      row.flags.push('region_unknown');
    },
  },
  legal_form_odd: {
    share: 0.002,
    spoil(row) {
      row.cells.legalForm = 'Altă formă de organizare';
      row.company.legalForm = null;
      if (!row.flags.includes('legal_form_unknown')) row.flags.push('legal_form_unknown');
    },
  },
  /** Dates as text in place of a serial number: right, in another form. */
  date_text: {
    share: 0.02,
    spoil(row) {
      if (row.company.regDate !== null) row.cells.regDate = toDotted(row.company.regDate);
      if (row.liquidatedOn !== null) row.cells.liquidationDate = toDotted(row.liquidatedOn);
    },
  },
  date_junk: {
    share: 0.001,
    spoil(row, { random }) {
      row.cells.regDate = pick(random, junkDays);
      row.company.regDate = null;
      row.flags.push('registration_date_invalid');
    },
  },
  date_after_dump: {
    share: 0.001,
    spoil(row, { random, dumpDate, date1904 }) {
      row.cells.regDate = toSerial(addDays(dumpDate, integer(random, 1, 4_000)), date1904);
      row.company.regDate = null;
      row.flags.push('registration_date_invalid');
    },
  },
  activity_unclassified: {
    share: 0.003,
    spoil(row) {
      const { unlicensed } = row.cells;
      row.cells.unlicensed =
        unlicensed === null ? unclassifiedId : `${unlicensed}, ${unclassifiedId}`;
      row.flags.push('activity_unclassified');
    },
  },
  activity_repeated: {
    share: 0.003,
    spoil(row) {
      const { unlicensed } = row.cells;
      if (unlicensed !== null) row.cells.unlicensed = `${unlicensed}, ${unlicensed}`;
    },
  },
} satisfies Record<string, Dirt>;
