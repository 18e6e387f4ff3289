import { MAX_LINE_LENGTH } from '../register/text.ts';
import { FIRST_DAY } from '../time/calendar-date.ts';

interface Flag {
  /** The fields of the record that it is about; none: the company as a whole. */
  fields: readonly string[];
  /** The content of the register. */
  found: string;
  /** The content of the answer in that case. */
  served: string;
}

/** What may be uncertain or missing in a stored company. Records are stored with these names. */
export const COMPANY_FLAGS = {
  address_unknown: {
    fields: ['address'],
    found:
      'No address, `0`, words for “unspecified” (`nespecificată`), or only words such as `str.` and `nr.`',
    served: '`address` is null.',
  },
  region_unknown: {
    fields: ['region'],
    found:
      'No code of a territorial unit, or one outside the ranges of the classifier CUATM, by its first two digits.',
    served: '`region` is null.',
  },
  legal_form_unknown: {
    fields: ['legalForm'],
    found: 'No legal form, or one without a usual abbreviation.',
    served: '`legal_form` is null.',
  },
  registration_date_invalid: {
    fields: ['regDate'],
    found: `A day of registration before ${FIRST_DAY.slice(0, 4)}, after the dump, or not in the calendar; only a year; a placeholder (01.01.1900, 31.12.9999); a day that may be another one: \`03/04/2001\`, which is a day in April or in March, or one with a time of day of exactly 20:00 to 23:00, which is a midnight that a tool has shifted by the time zone.`,
    served: '`reg_date` is null.',
  },
  liquidation_date_invalid: {
    fields: ['liquidatedOn'],
    found:
      'A day of liquidation that cannot be right or may be another one; a word for “liquidated” in its place.',
    served: '`status` is still lichidata.',
  },
  status_uncertain: {
    fields: ['status'],
    found:
      'A value in the column of the day of liquidation that is neither a day nor a word for “liquidated”, such as a placeholder (01.01.1900, 31.12.9999), or a value of the column “Statutul” that is unknown or contradicts that day; or only the name of the company says that it is in liquidation or insolvent, and no director is a liquidator.',
    served:
      '`status` is derived from the other columns, and from words for a status in that column or in the name: a company bears “în lichidare” in its name because it is being liquidated, so `activa` would be the worse guess.',
  },
  directors_junk: {
    fields: ['admins'],
    found:
      'Something in the list of directors that names nobody, such as a role alone or a note (`decedat`).',
    served: 'It is left out of `admins`; a role still counts for `status`.',
  },
  directors_unsplit: {
    fields: ['admins'],
    found:
      'Directors that “și”, “&”, a slash, a dash or a line break separates, or may separate; a note next to a name; without roles, a single word after a name, which may be a further given name or another director.',
    served: 'Full names become separate entries; what may be one name stays one entry.',
  },
  founders_junk: {
    fields: ['founders'],
    found: 'Something in the list of founders that names nobody.',
    served: 'It is left out of `founders`.',
  },
  founders_joint: {
    fields: ['founders'],
    found: 'Several founders who hold one share together.',
    served: 'They are one entry of `founders`, with commas between their names.',
  },
  founders_unsplit: {
    fields: ['founders'],
    found:
      'Founders that cannot be separated with certainty, or that “și”, “&”, a slash, a dash or a line break separates; a note next to a name.',
    served: 'Full names become separate entries; what may be one name stays one entry.',
  },
  share_invalid: {
    fields: ['founders'],
    found: 'A share that is not a percentage, is over 100, or cannot be read with certainty.',
    served: '`share` is null, and `name` does not contain it.',
  },
  shares_over_100: {
    fields: ['founders'],
    found: 'Shares that add up to more than 100 %, beyond rounding.',
    served: 'Each `share` as filed.',
  },
  founder_type_uncertain: {
    fields: ['founders'],
    found:
      'A founder whose name is neither that of a person nor that of an organisation, or may be either (`BANK JOHN`).',
    served: '`type` is persoana_fizica unless a word indicates another type.',
  },
  activity_unclassified: {
    fields: ['caem', 'licensedActivities'],
    found:
      "An activity that the dump's classification does not name, or whose code cannot be read.",
    served: 'It is left out of `caem`.',
  },
  main_activity_unknown: {
    fields: ['caemMain'],
    found:
      "A first activity that the dump's classification does not name, or whose code cannot be read.",
    served:
      '`caem_main` is null and no entry of `caem` is the main one, unless a supplement names it.',
  },
  activity_edition_later: {
    fields: ['caem', 'caemMain'],
    found:
      'An activity of an edition of the classification after CAEM Rev.2, such as NACE Rev.2.1.',
    served:
      "Its code, in the form of CAEM Rev.2, with the register's label: the same code may mean something else in CAEM Rev.2. Of two editions of one code only the first is in `caem`.",
  },
  personal_number_cut: {
    fields: [],
    found: 'A personal number next to the name.',
    served: 'The name is served without it: personal numbers are never served.',
  },
  text_damaged: {
    fields: [],
    found:
      'Letters that a conversion of the file has lost (`�`, `Chi?in?u`), or text in a wrong encoding (`È TEFÄ NEÈ`) of which it is not certain how it was written.',
    served: 'The text as it stands.',
  },
  text_cut: {
    fields: [],
    found: `A text of more than ${MAX_LINE_LENGTH.toLocaleString('en')} characters.`,
    served: 'Its beginning.',
  },
} as const satisfies Readonly<Record<string, Flag>>;

export type CompanyFlag = keyof typeof COMPANY_FLAGS;
