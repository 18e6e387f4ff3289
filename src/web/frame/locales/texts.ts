/** The words of the frame in one language. */
export interface FrameTexts {
  languageName: string;
  language: string;
  skip: string;
  /** Names the links to the parts of the service. */
  service: string;
  docs: string;
  account: string;
  status: string;
  support: string;
  signOut: string;
  /** The way back from a page that has no other. */
  start: string;
  footer: string;
  copy: string;
  copied: string;
  copyCode: (name: string) => string;
}
