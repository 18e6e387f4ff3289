import { createCount } from '../../domain/counted.ts';
import type { Texts } from './en.ts';

const count = createCount('ro');
const FAILED = 'Operațiunea nu a reușit';

export const ro: Texts = {
  start: {
    title: 'API cu date despre companiile din Moldova',
    description:
      'Companiile din Registrul de stat al unităților de drept al Moldovei în JSON: după IDNO sau după denumire.',
    heading: 'Orice companie din Moldova, la o cerere distanță',
    lead: 'Registrul de stat al unităților de drept, prin API: trimiteți un IDNO și primiți în JSON denumirea, statutul, adresa, fondatorii, administratorii și genurile de activitate ale companiei.',
    guide: 'Citește ghidul',
    account: 'Autentificare',
    request: 'Cererea',
    answer: 'Răspunsul',
    example: (idno) => `${idno} este una dintre`,
    testCompanies: 'companiile de test',
    tryIt: 'Încearcă fără cont',
    plans: {
      title: 'Abonamente',
      plan: 'Abonament',
      limit: 'Limită',
      requests: (limit, seconds) =>
        `${count(limit, { one: 'cerere', few: 'cereri', other: 'de cereri' })} în orice interval de ${count(seconds, { one: 'secundă', few: 'secunde', other: 'de secunde' })}`,
      all: 'Fiecare dintre aceste abonamente include o cheie, toate câmpurile și căutarea.',
      rolling:
        'Limita este o fereastră glisantă: nicio cerere nu este refuzată cât timp mai este loc în ea.',
    },
    points: [
      {
        heading: 'Un format stabil',
        text: 'În v1 câmpurile doar se adaugă, iar toate erorile au aceeași formă.',
        href: '/docs/versions',
      },
      {
        heading: 'Căutare',
        text: 'După denumire, denumiri anterioare, statut, regiune, formă juridică și gen de activitate.',
        href: '/docs/ro#search',
      },
      {
        heading: 'Fără presupuneri',
        text: 'Ce nu indică registrul este null. Dicționarul de date numește sursa fiecărui câmp.',
        href: '/docs/data',
      },
    ],
    dataDate: (day) => `Datele registrului la ${day}`,
  },
  status: {
    title: 'Starea API-ului',
    description:
      'Ce funcționează acum, cât de recente sunt datele și cât de repede răspunde API-ul.',
    headings: {
      ready: 'Toate sistemele funcționează',
      disturbed: 'Serviciul funcționează, cu erori recente',
      empty: 'Serviciul funcționează, dar datele registrului nu au fost încă importate',
      outdated: 'API-ul funcționează, cu date mai vechi de două săptămâni',
      degraded: 'API-ul funcționează, cu limite mai puțin exacte',
      stopping: 'Acest server repornește',
      unavailable: 'API-ul nu este disponibil acum',
    },
    parts: 'Ce funcționează acum',
    services: {
      lookups: 'Interogarea companiilor',
      search: 'Căutarea și lista de modificări',
      watchList: 'Lista de urmărire',
      webhooks: 'Webhookurile',
      mcp: 'Asistenții IA (MCP)',
      companyPages: 'Paginile companiilor',
      account: 'Pagina contului și autentificarea',
      mail: 'E-mailurile cu linkuri de autentificare',
    },
    limits: 'Limitele de cereri',
    works: 'Funcționează',
    fails: 'Indisponibil',
    faults: 'Erori recente',
    degraded: 'Numărate de fiecare server separat',
    data: 'Date',
    dataDate: 'Datele registrului la',
    lastImport: 'Ultimul import',
    none: 'Încă niciun import',
    unknown: 'Necunoscut acum',
    speed: 'Interogările de companii din ultima oră',
    half: 'Mediana (p50)',
    most: 'Percentila 99 (p99)',
    noLookups: 'Nicio interogare în ultima oră',
    milliseconds: (text) => `${text} ms`,
    scope:
      'Erorile recente și timpii sunt ale serverului care a generat această pagină. Timpii nu includ rețeaua.',
    checked: (time) => `Verificat: ${time}`,
  },
  errors: {
    faults: {
      crossSite: {
        heading: FAILED,
        text: 'Cererea nu a venit de pe această pagină. Deschideți pagina și încercați din nou.',
      },
      tooLarge: { heading: FAILED, text: 'Formularul este prea mare.' },
      badRequest: { heading: FAILED, text: 'Formularul nu a putut fi citit.' },
      notFound: {
        heading: 'Pagina nu a fost găsită',
        text: 'La această adresă nu există nicio pagină.',
      },
      tooMany: {
        heading: 'Prea multe pagini deschise',
        text: 'Din rețeaua sau din contul dumneavoastră au fost deschise prea multe pagini. Încercați din nou peste un minut.',
      },
      unavailable: {
        heading: FAILED,
        text: 'Serviciul nu poate răspunde acum. Încercați din nou peste câteva secunde.',
      },
      internal: {
        heading: FAILED,
        text: 'A apărut o eroare în sistemul nostru. Încercați din nou mai târziu.',
      },
    },
    account: 'Înapoi la cont',
  },
};
