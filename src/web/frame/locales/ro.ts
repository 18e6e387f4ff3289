import type { FrameTexts } from './en.ts';

export const ro: FrameTexts = {
  languageName: 'Română',
  language: 'Limba',
  skip: 'Treci la conținut',
  service: 'Serviciu',
  docs: 'Documentație',
  account: 'Cont',
  status: 'Starea API-ului',
  support: 'Asistență',
  signOut: 'Deconectare',
  retry: 'Încearcă din nou',
  start: 'Pagina principală',
  footer: 'Registru · date din Registrul de stat al unităților de drept din Moldova',
  findCompany: 'Căutați o companie după denumire sau IDNO',
  find: 'Caută',
  getPlan: {
    subscribe: 'Alege un abonament',
    lead: 'Accesul la API este inclus în abonament.',
    askSupport: 'Cereți un abonament serviciului de asistență',
    askOperator: 'Abonamentele cu acces la API sunt oferite de operatorul serviciului.',
    price: 'Preț',
  },
  copy: 'Copiază',
  copied: 'Copiat',
  copyCode: (name) => `Copiază codul ${name}`,
};
