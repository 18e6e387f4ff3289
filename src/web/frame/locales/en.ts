import type { FrameTexts } from './texts.ts';

export const en: FrameTexts = {
  languageName: 'English',
  language: 'Language',
  skip: 'Skip to content',
  service: 'Service',
  docs: 'Documentation',
  account: 'Account',
  status: 'API status',
  support: 'Support',
  signOut: 'Sign out',
  start: 'Start page',
  footer: 'Registru · company data of the Moldovan State Register of Legal Units',
  copy: 'Copy',
  copied: 'Copied',
  copyCode: (name) => `Copy the ${name} code`,
};
