import type { Activity, Company, Founder } from '../domain/company.ts';
import type { Loaders } from './loaders.ts';

/** What each operation is given besides its variables. */
export interface Context {
  loaders: Loaders;
  /** The address of a company's public page. */
  toCompanyUrl: (idno: string) => string;
}

export interface SchemaTypes {
  Context: Context;
  Objects: { Company: Company; Founder: Founder; Activity: Activity };
  /** The views of the schema: `internal` is what the REST API asks in process. */
  SubGraphs: 'internal';
}
