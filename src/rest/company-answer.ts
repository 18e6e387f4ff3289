import { hash } from 'node:crypto';

/** A company as it is served. */
export interface CompanyAnswer {
  /** JSON in UTF-8. */
  body: Buffer;
  /** A hash of the body, in its quotes. */
  etag: string;
}

/** The answer for an IDNO; null when the register has no such company. Rejects with Unavailable. */
export type FindCompanyAnswer = (idno: string) => Promise<CompanyAnswer | null>;

/** Encodes once, for the tag and the socket alike. */
export function toCompanyAnswer(json: string): CompanyAnswer {
  const body = Buffer.from(json);
  return { body, etag: `"${hash('sha256', body)}"` };
}
