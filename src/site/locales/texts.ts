import type { StatusFacts, StatusPart } from '../status-facts.ts';

/** Every text of the start page, the status page and the error pages in one language. */
export interface Texts {
  start: StartTexts;
  status: StatusTexts;
  errors: {
    faults: Readonly<Record<Fault, { heading: string; text: string }>>;
    /** Label of the way back. */
    account: string;
  };
}

export interface StartTexts {
  title: string;
  description: string;
  heading: string;
  lead: string;
  guide: string;
  account: string;
  upgrade: string;
  request: string;
  answer: string;
  /** Of the company that is asked for; `idno` is HTML. */
  example: (idno: string) => string;
  testCompanies: string;
  plans: {
    title: string;
    plan: string;
    limit: string;
    /** `60 requests in any 60 seconds`. */
    requests: (limit: number, seconds: number) => string;
    /** What the plans have in common. */
    all: string;
    rolling: string;
  };
  points: readonly { heading: string; text: string; href: string }[];
  dataDate: (day: string) => string;
}

export interface StatusTexts {
  title: string;
  description: string;
  /** The state as a whole. */
  headings: Readonly<Record<StatusFacts['state'], string>>;
  parts: string;
  services: Readonly<Record<StatusPart, string>>;
  limits: string;
  works: string;
  fails: string;
  /** Of a part that works and failed in the last minutes. */
  faults: string;
  degraded: string;
  data: string;
  dataDate: string;
  lastImport: string;
  none: string;
  unknown: string;
  speed: string;
  half: string;
  most: string;
  noLookups: string;
  milliseconds: (text: string) => string;
  scope: string;
  checked: (time: string) => string;
}

export type Fault =
  | 'crossSite'
  | 'tooLarge'
  | 'badRequest'
  | 'notFound'
  | 'tooMany'
  | 'unavailable'
  | 'internal';
