import { createCount } from '../../domain/counted.ts';
import type { Texts } from './en.ts';

const count = createCount('ro');

export const ro: Texts = {
  description: (facts) =>
    `${facts}. Date din Registrul de stat al unităților de drept din Moldova.`,
  idno: 'IDNO',
  copyIdno: 'Copiază IDNO-ul',
  watch: 'Urmăriți compania',
  formerNames: 'Denumiri anterioare',
  period: (from, until) => `din ${from} până la ${until}`,
  capital: 'Capital social',
  lei: (amount) => `${amount} lei`,
  vat: { title: 'TVA', yes: 'Înregistrată ca plătitor', no: 'Neînregistrată ca plătitor' },
  legalForm: 'Forma juridică',
  delisted: {
    since: (date) => `Nu figurează în registru din ${date}`,
    lead: 'Pagina arată ultimele date din registru despre această companie.',
    status: (status) => `Ultimul statut: ${status}`,
  },
  test: {
    title: 'Companie de test',
    lead: 'Datele sunt fictive și servesc la testarea API-ului.',
  },
  regDate: 'Data înregistrării',
  liquidationDate: 'Data lichidării',
  address: 'Adresa',
  units: {
    district: 'Raion',
    municipality: 'Municipiu',
    autonomous: 'Unitate teritorială autonomă',
  },
  unknown: 'Nu este indicată în registru',
  activities: {
    title: 'Genurile de activitate (CAEM)',
    code: 'Codul',
    label: 'Denumirea',
    main: 'principal',
    none: 'Registrul nu indică niciun gen de activitate.',
  },
  history: {
    title: 'Istoric',
    lead: 'Zilele sunt cele ale exporturilor registrului. Întregul istoric este disponibil prin API, cu o cheie.',
    older: 'Modificările mai vechi nu sunt afișate aici.',
    unavailable:
      'Istoricul nu este disponibil acum. Deschideți din nou pagina peste câteva secunde.',
    fields: { name: 'Denumirea', status: 'Statutul', address: 'Adresa' },
    before: 'anterior',
    events: {
      created: 'Primul export al serviciului în care figurează compania',
      removed: 'Nu mai figurează în registru',
      restored: 'Figurează din nou în registru',
    },
  },
  record: {
    title: 'Date complete',
    lead: 'Toate datele, inclusiv fondatorii și administratorii, sunt disponibile prin API deținătorilor unei chei API.',
    docs: 'Cum obțineți datele prin API',
  },
  dataDate: (date) => `Datele registrului la ${date}`,
  search: {
    title: 'Căutarea companiilor',
    lead: 'Introduceți denumirea companiei, începutul denumirii sau IDNO-ul. Căutarea include și denumirile anterioare.',
    name: 'Denumire sau IDNO',
    status: 'Statut',
    anyStatus: 'Orice statut',
    region: 'Raion sau municipiu',
    anyRegion: 'Toate raioanele',
    button: 'Caută',
    found: (total) => {
      if (total === null) return 'Companii găsite';
      if (total.hasMore) return `Mai mult de ${total.count} de companii găsite`;
      const forms = { one: 'companie găsită', few: 'companii găsite', other: 'de companii găsite' };
      return count(total.count, forms);
    },
    shortened: (typed: string, found: string) =>
      `Nimic pentru „${typed}”; denumiri care încep cu „${found}” sau conțin acest text`,
    searchedFor: (text) =>
      `S-a căutat „${text}”: literele chirilice sunt citite ca litere latine, iar forma juridică este omisă.`,
    formerName: 'Denumire anterioară',
    pages: 'Paginile rezultatelor',
    first: 'Prima pagină',
    previous: 'Pagina precedentă',
    next: 'Pagina următoare',
    withoutFilter: 'Caută fără filtre',
    none: {
      title: 'Nu a fost găsită nicio companie',
      advice: [
        'Introduceți mai puține cuvinte sau doar începutul denumirii.',
        'Puteți omite diacriticele, ghilimelele, apostrofurile și forma juridică.',
        'Majoritatea denumirilor sunt înregistrate în română: o denumire rusească poate fi scrisă altfel sau tradusă.',
        'Dacă știți IDNO-ul, introduceți toate cele 13 cifre.',
      ],
      otherWords: 'Căutați un singur cuvânt:',
    },
    empty: {
      title: 'Datele registrului nu au fost încă importate',
      text: 'Acest serviciu nu are încă datele registrului, de aceea nicio companie nu poate fi găsită.',
    },
    problems: {
      filter: {
        heading: 'Acest filtru nu există',
        text: 'Alegeți statutul și raionul din liste.',
      },
      long: {
        heading: 'Denumirea este prea lungă',
        text: 'Introduceți cel mult 200 de caractere.',
      },
      cursor: {
        heading: 'Această pagină de rezultate nu este disponibilă',
        text: 'Adresa este incompletă sau aparține altei căutări.',
      },
      busy: {
        heading: 'Căutarea nu este disponibilă acum',
        text: 'Sunt prea multe căutări în curs. Căutați din nou peste câteva secunde.',
      },
    },
  },
  cardFaults: {
    400: { heading: 'Compania nu a fost găsită', text: 'Un IDNO are 13 cifre.' },
    404: {
      heading: 'Compania nu a fost găsită',
      text: 'Registrul de stat nu are nicio companie cu acest IDNO.',
    },
  },
  messages: {
    notFound: {
      heading: 'Compania nu a fost găsită',
      text: 'Un IDNO are 13 cifre. Verificați adresa paginii.',
    },
    empty: {
      heading: 'Datele registrului nu au fost încă importate',
      text: 'Acest serviciu nu are încă datele registrului, de aceea nicio companie nu poate fi găsită.',
    },
    missing: {
      heading: 'Compania nu a fost găsită',
      text: 'Registrul nu are nicio companie cu acest IDNO. Verificați cele 13 cifre din adresa paginii.',
    },
    tooMany: {
      heading: 'Prea multe pagini deschise',
      text: 'Din rețeaua dumneavoastră au fost deschise prea multe pagini. Încercați din nou peste un minut.',
    },
    unavailable: {
      heading: 'Pagina nu este disponibilă acum',
      text: 'Serviciul nu poate răspunde în acest moment. Încercați din nou peste câteva secunde.',
    },
    badRequest: {
      heading: 'Cererea nu a putut fi citită',
      text: 'Deschideți din nou adresa paginii.',
    },
    internal: {
      heading: 'A apărut o eroare',
      text: 'Eroarea a fost înregistrată. Încercați din nou mai târziu.',
    },
  },
};
