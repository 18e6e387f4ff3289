import type { CompanyFlag } from '../domain/company/company.ts';
import { MAX_LINE_LENGTH } from '../domain/register/text.ts';
import { FIRST_DAY } from '../domain/time/calendar-date.ts';

export interface FlagText {
  /** The content of the register. */
  found: string;
  /** The content of the answer in that case. */
  served: string;
}

/** For each flag, what the register's row contains and what the answer contains for it. */
export const FLAG_TEXTS: Readonly<Record<CompanyFlag, FlagText>> = {
  address_unknown: {
    found:
      'No address, `0`, words for “unspecified” (`nespecificată`), or only words such as `str.` and `nr.`',
    served: '`address` is null.',
  },
  region_unknown: {
    found:
      'No code of a territorial unit, or one outside the ranges of the classifier CUATM, by its first two digits.',
    served: '`region` is null.',
  },
  legal_form_unknown: {
    found: 'No legal form, or one without a usual abbreviation.',
    served: '`legal_form` is null.',
  },
  registration_date_invalid: {
    found: `A day of registration before ${FIRST_DAY.slice(0, 4)}, after the dump, or not in the calendar; only a year.`,
    served: '`reg_date` is null.',
  },
  liquidation_date_invalid: {
    found: 'A day of liquidation that cannot be right.',
    served: '`status` is still lichidata.',
  },
  status_uncertain: {
    found:
      'A value in the column of the day of liquidation that is not a day, or a value of the column “Statutul” that is unknown or contradicts that day.',
    served: '`status` is derived from the other columns.',
  },
  directors_junk: {
    found: 'Something in the list of directors that names nobody.',
    served: 'It is left out of `admins`.',
  },
  directors_unsplit: {
    found:
      'Directors that “și”, “&”, a slash, a dash or a line break separates, or may separate; a note next to a name.',
    served: 'Full names become separate entries; what may be one name stays one entry.',
  },
  founders_junk: {
    found: 'Something in the list of founders that names nobody.',
    served: 'It is left out of `founders`.',
  },
  founders_joint: {
    found: 'Several founders who hold one share together.',
    served: 'They are one entry of `founders`, with commas between their names.',
  },
  founders_unsplit: {
    found:
      'Founders that cannot be separated with certainty, or that “și”, “&”, a slash, a dash or a line break separates; a note next to a name.',
    served: 'Full names become separate entries; what may be one name stays one entry.',
  },
  share_invalid: {
    found: 'A share that is not a percentage, is over 100, or cannot be read with certainty.',
    served: '`share` is null, and `name` does not contain it.',
  },
  shares_over_100: {
    found: 'Shares that add up to more than 100 %, beyond rounding.',
    served: 'Each `share` as filed.',
  },
  founder_type_uncertain: {
    found:
      'A founder whose name is neither that of a person nor that of an organisation, or may be either (`BANK JOHN`).',
    served: '`type` is persoana_fizica unless a word indicates another type.',
  },
  activity_unclassified: {
    found:
      "An activity that the dump's classification does not name, or whose code cannot be read.",
    served: 'It is left out of `caem`.',
  },
  main_activity_unknown: {
    found: 'The same for the activity that the register lists first.',
    served:
      '`caem_main` is null and no entry of `caem` is the main one, unless a supplement names it.',
  },
  personal_number_cut: {
    found: 'A personal number next to the name.',
    served: 'The name is served without it: personal numbers are never served.',
  },
  text_cut: {
    found: `A text of more than ${MAX_LINE_LENGTH.toLocaleString('en')} characters.`,
    served: 'Its beginning.',
  },
};
