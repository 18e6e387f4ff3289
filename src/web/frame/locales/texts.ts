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
  footer: string;
  copy: string;
  copied: string;
  copyCode: (name: string) => string;
}
