export const en = {
  languageName: 'English',
  language: 'Language',
  skip: 'Skip to content',
  service: 'Service',
  docs: 'Documentation',
  account: 'Account',
  status: 'API status',
  support: 'Support',
  signOut: 'Sign out',
  retry: 'Try again',
  start: 'Start page',
  footer: 'Registru · company data of the Moldovan State Register of Legal Units',
  terms: 'Terms of use',
  privacy: 'Privacy',
  findCompany: 'Find a company by name or IDNO',
  find: 'Search',
  /** How people get a plan with API access. */
  getPlan: {
    subscribe: 'Subscribe to a plan',
    lead: 'API access comes with a plan.',
    askSupport: 'Ask support for one',
    askOperator: 'The operator of this service gives plans with API access.',
    price: 'Price',
  },
  copy: 'Copy',
  copied: 'Copied',
  copyCode: (name: string) => `Copy the ${name} code`,
};

/** The words of the frame in one language; English is the pattern of the others. */
export type FrameTexts = typeof en;
