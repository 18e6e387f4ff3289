import type { SyntheticCompany } from '../company.ts';
import type { DumpSettings } from '../options.ts';
import type { Random } from '../random.ts';

/** What an anomaly may need to know beside the row that it changes. */
export interface AnomalyTools {
  random: Random;
  company: SyntheticCompany;
  settings: DumpSettings;
  /** The brand of the company some rows above that this row's name is to fold like. */
  twinBrand: string;
}
