import type { CompanyFlag } from '../domain/company/company.ts';
import { FACTS } from './facts.ts';

export interface FlagText {
  /** What the register has. */
  found: string;
  /** What the answer has then. */
  served: string;
}

/** What is uncertain or missing in the register's row of a company, and what comes of it. */
export const FLAG_TEXTS: Readonly<Record<CompanyFlag, FlagText>> = {
  address_unknown: {
    found:
      'No address, `0`, words that say so (`nespecificată`), or words such as `str.` and `nr.` alone.',
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
    found: `A day of registration before ${FACTS.firstYear}, after the dump, or of no calendar; a bare year.`,
    served: '`reg_date` is null.',
  },
  liquidation_date_invalid: {
    found: 'A day of liquidation that cannot be right.',
    served: '`status` is lichidata all the same.',
  },
  status_uncertain: {
    found:
      'No day where the day of liquidation stands, or a value of the column “Statutul” that is unknown or contradicts that day.',
    served: '`status` is worked out from the other columns.',
  },
  directors_junk: {
    found: 'Something in the list of directors that names nobody.',
    served: 'It is left out of `admins`.',
  },
  directors_unsplit: {
    found:
      'Directors whom „și”, “&”, a stroke, a dash or a line end parts, or may part; a note beside a name.',
    served: 'Full names are entries of their own; what may be one name stays one entry.',
  },
  founders_junk: {
    found: 'Something in the list of founders that names nobody.',
    served: 'It is left out of `founders`.',
  },
  founders_joint: {
    found: 'Several founders who hold one share together.',
    served: 'They stay one entry of `founders`, their names with commas between.',
  },
  founders_unsplit: {
    found:
      'Founders that cannot be told apart with certainty, or that „și”, “&”, a stroke, a dash or a line end parts; a note beside a name.',
    served: 'Full names are entries of their own; what may be one name stays one entry.',
  },
  share_invalid: {
    found: 'A share that is no percentage, is over 100, or cannot be read with certainty.',
    served: '`share` is null, and `name` comes without it.',
  },
  shares_over_100: {
    found: 'Shares that make more than 100 % together, beyond rounding.',
    served: 'Each `share` as filed.',
  },
  founder_type_uncertain: {
    found:
      'A founder with the name neither of a person nor of an organisation, or with one that both may have (`BANK JOHN`).',
    served: '`type` is persoana_fizica unless a word tells otherwise.',
  },
  activity_unclassified: {
    found:
      "An activity that the dump's classification does not name, or whose code cannot be read.",
    served: 'It is left out of `caem`.',
  },
  main_activity_unknown: {
    found: 'The same, of the activity that the register lists first.',
    served:
      '`caem_main` is null and no entry of `caem` is the main one, unless a supplement names it.',
  },
  personal_number_cut: {
    found: "A person's number beside the name.",
    served: 'The name comes without it: personal numbers are never served.',
  },
  text_cut: {
    found: `A text of more than ${FACTS.maxTextLength.toLocaleString('en')} characters.`,
    served: 'Its beginning.',
  },
};
