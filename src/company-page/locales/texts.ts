import type { LegalStatus } from '../../domain/company/company.ts';

/** Every text of the page in one language. */
export interface Texts {
  /** Of the whole page, for search engines and previews. */
  description: (name: string, idno: string) => string;
  idno: string;
  legalForm: string;
  statuses: Readonly<Record<LegalStatus, string>>;
  /** Of a company that the register no longer lists. */
  delisted: {
    since: (date: string) => string;
    lead: string;
    status: (status: string) => string;
  };
  regDate: string;
  address: string;
  /** For what the register does not give. */
  unknown: string;
  activities: {
    title: string;
    code: string;
    label: string;
    main: string;
    none: string;
  };
  record: {
    title: string;
    lead: string;
    docs: string;
  };
  dataDate: (date: string) => string;
  messages: Readonly<Record<MessageName, Message>>;
}

export interface Message {
  heading: string;
  text: string;
}

export type MessageName = 'notFound' | 'tooMany' | 'unavailable' | 'badRequest' | 'internal';
