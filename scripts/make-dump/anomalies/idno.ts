import type { Anomaly } from '../anomalies.ts';

/** Anomalies of the first column; rows without a number of 13 digits have a share of their own. */
export const idnoAnomalies = {
  /** The same number as Java's `Double.toString` writes it into the file. */
  idno_exponent: {
    share: 0.02,
    apply(row) {
      row.exponent = true;
    },
  },
  idno_text: {
    share: 0.005,
    apply(row) {
      row.cells.idno = row.idno;
    },
  },
  /** Thirteen digits of which the last is wrong, as where a number was rounded or mistyped. */
  idno_wrong_digit: {
    share: 0.001,
    apply(row) {
      const { idno } = row.expected;
      const wrong = idno.slice(0, -1) + ((Number(idno.slice(-1)) + 1) % 10);
      row.cells.idno = Number(wrong);
      row.idno = wrong;
      row.outcome = 'rejected';
    },
  },
  /** The number of a company that stands further up too; this row is the valid one. */
  duplicate_idno: { share: 0.002, apply() {} },
  /** The same, with 2,100 rows between them, so that no batch of rows holds both. */
  duplicate_idno_far: { share: 0.001, apply() {} },
} satisfies Record<string, Anomaly>;
