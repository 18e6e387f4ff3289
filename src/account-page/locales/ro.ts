import { API_PLANS } from '../../domain/account/plan.ts';
import type { Texts } from './en.ts';
import { createWords, FACTS, toPriceText } from './facts.ts';

const { count, planChoice, planList } = createWords('ro');
const days = count(FACTS.usageDays, { one: 'zi', few: 'zile', other: 'de zile' });
const minutes = { one: 'minut', few: 'minute', other: 'de minute' };
const failureDays = count(FACTS.failedRequestDays, { one: 'zi', few: 'zile', other: 'de zile' });
const confirmationHours = count(FACTS.confirmationHours, {
  one: 'oră',
  few: 'ore',
  other: 'de ore',
});
const hours = count(FACTS.rotationHours, { one: 'oră', few: 'ore', other: 'de ore' });
const seconds = count(FACTS.windowSeconds, { one: 'secundă', few: 'secunde', other: 'de secunde' });
const perWindow = (limit: number) =>
  `${count(limit, { one: 'cerere', few: 'cereri', other: 'de cereri' })} în orice interval de ${seconds}`;

export const ro: Texts = {
  title: 'Cont API',
  staff: 'Angajați: interogarea conturilor și a companiilor',
  staffPages: 'Angajați: căutarea unui cont sau a unei companii',
  signIn: {
    title: 'Autentificare',
    lead: 'Introduceți adresa de e-mail a contului. Vă trimitem un link de autentificare.',
    email: 'Adresa de e-mail',
    send: 'Trimite linkul',
    sentTitle: {
      mail: 'Verificați-vă e-mailul',
      terminal: 'Linkul este în terminal',
      none: 'Cereți un link',
    },
    sent: {
      mail: (email) =>
        `Dacă există un cont cu adresa ${email}, veți primi imediat un link de autentificare. Linkul poate fi folosit o singură dată, în următoarele ${count(FACTS.linkMinutes, minutes)}.`,
      terminal: (email) =>
        `Dacă există un cont cu adresa ${email}, linkul de autentificare este în terminalul în care rulează acest demo. Linkul poate fi folosit o singură dată, în următoarele ${count(FACTS.linkMinutes, minutes)}.`,
      none: (email) =>
        `Serviciul nu trimite încă e-mailuri. Operatorul serviciului vă poate da un link de autentificare pentru contul ${email}.`,
    },
    notices: {
      ended: 'Sesiunea s-a încheiat; nimic nu a fost modificat. Autentificați-vă ca să continuați.',
      everywhere: 'V-ați deconectat de pe toate dispozitivele.',
      email:
        'Adresa de e-mail a contului a fost schimbată, iar toate browserele au fost deconectate. Autentificați-vă cu adresa nouă.',
      deleted: 'Contul a fost șters.',
    },
    noMailTitle: 'Nu a venit niciun mesaj?',
    noMail: [
      'Așteptați două minute și căutați în dosarul de spam.',
      'Verificați adresa de mai sus: o adresă fără cont nu primește mesaj, iar noi nu spunem care adrese au cont.',
      'Unele companii rețin mesajele cu linkuri: întrebați administratorul cutiei poștale.',
      `Cereți linkul din nou, de cel mult ${FACTS.maxMailedLinks} ori în ${count(FACTS.linkMinutes, minutes)}.`,
    ],
    askSupport: 'Întrebați serviciul de asistență',
    again: 'Folosește altă adresă',
    pitch: 'Orice companie din Moldova, la o cerere distanță',
    linkTitle: 'Autentificare în Registru',
    linkLead: 'Urmează să vă autentificați în contul',
    linkButton: 'Autentificare',
    badLinkTitle: 'Linkul nu mai este valabil',
    badLink: 'A fost folosit deja sau a expirat. Cereți altul.',
    newLink: 'Cere un link nou',
    otherLinkTitle: 'A fost deschis alt link',
    otherLink:
      'Între timp, în acest browser a fost deschis alt link de autentificare, așa că nimeni nu a fost autentificat. Deschideți din nou linkul dumneavoastră.',
  },
  plan: {
    title: 'Abonament',
    limit: 'Limită',
    perWindow,
    lastWindow: `Folosite în ultimele ${seconds}`,
    usedOf: (used, limit) => `${used}\u00a0din\u00a0${limit}`,
    allUsed: 'toate folosite: următoarele cereri primesc 429',
    watchList: 'Lista de urmărire',
    until: 'Valabil până la',
    noEnd: 'Fără dată de expirare',
    ended: 'Încheiat',
    noAccess: 'Fără acces la API',
    lacksTitle: `API-ul este inclus în abonamentele ${planList}`,
    lacks:
      'Abonamentul actual nu include accesul la API. Cu unul dintre aceste abonamente primiți:',
    items: (prices) => [
      ...API_PLANS.map(
        ({ plan, name, limit }) =>
          `${name}: o cheie API și ${perWindow(limit)}${toPriceText(prices[plan]?.ro)}`,
      ),
      'Fondatorii, administratorii și genurile de activitate ale fiecărei companii înregistrate, în JSON',
    ],
    end: {
      ending: {
        title: (name, day) => `Abonamentul ${name} se încheie pe ${day}`,
        lead: 'După această zi, cererile cu cheia dumneavoastră primesc 403.',
      },
      over: {
        title: (name, day) =>
          `Abonamentul ${name} s-a încheiat${day === null ? '' : ` (ultima zi: ${day})`}`,
        lead: 'Cererile cu cheia dumneavoastră primesc 403. Cheia va funcționa din nou când veți avea un abonament cu acces la API.',
      },
      renew: 'Prelungește abonamentul',
      askOperator: 'Pentru prelungire adresați-vă operatorului serviciului.',
    },
  },
  key: {
    title: 'Cheia API',
    created: 'Creată la',
    lastUsed: 'Ultima utilizare',
    usedNow: `În ultimele ${seconds}`,
    never: 'Încă nu a fost folosită',
    none: 'Nu aveți o cheie activă. Creați o cheie nouă.',
    suspended:
      'Cererile cu această cheie primesc 403 până când aveți din nou un abonament cu acces la API.',
    waiting: 'Cheia este gata și nu a fost afișată încă. Se afișează o singură dată.',
    reveal: 'Afișează cheia',
    create: 'Creează o cheie',
    regenerate: 'Regenerează…',
    revoke: 'Șterge…',
    newTitle: 'Cheia dumneavoastră',
    newHint: 'Copiați-o acum și păstrați-o în siguranță. Nu va mai fi afișată.',
    newEnvironment: 'Setați-o ca variabilă de mediu',
    cancel: 'Renunță',
  },
  confirm: {
    regenerate: {
      heading: 'Regenerați cheia?',
      warning:
        'Primiți o cheie nouă, iar cea veche încetează imediat să funcționeze: până când puneți cheia nouă, cererile primesc 401. Un cont are o singură cheie, de aceea înlocuiți-o când o scurtă întrerupere nu deranjează.',
      steps: [
        'Pregătiți-vă: găsiți toate programele care folosesc cheia și locul în care se schimbă.',
        'Regenerați cheia și copiați-o pe cea nouă.',
        'Puneți-o imediat în toate programele și reporniți-le pe cele care o citesc la pornire.',
        'Verificați că cererile reușesc: pagina contului le arată pe cele eșuate.',
      ],
      button: 'Regenerează cheia',
    },
    revoke: {
      heading: 'Ștergeți cheia?',
      warning: 'Cheia încetează imediat să funcționeze și nu mai poate fi recuperată.',
      button: 'Șterge cheia',
    },
    leak: 'Altcineva vă folosește contul? Deconectați-vă mai întâi de pe toate dispozitivele, autentificați-vă din nou, apoi schimbați cheia.',
  },
  done: {
    revoked: 'Cheia a fost ștearsă și nu mai funcționează.',
    replaced: (time) =>
      `Cheia a fost înlocuită la ${time}; cheia nouă a fost afișată o singură dată. Dacă nu ați copiat-o, regenerați-o din nou.`,
  },
  usage: {
    title: `Cereri în ultimele ${days}`,
    today: 'Astăzi',
    month: days,
    kinds: {
      ok: '200 Reușite',
      notModified: '304 Nemodificate',
      notFound: '404 Negăsite',
      clientErrors: '4xx Alte erori',
      limited: '429 Peste limită',
    },
    axis: 'Cereri pe zi (ora Chișinăului)',
    day: 'Ziua',
    table: 'Afișează ca tabel',
    chart: (total, highest) => `Cereri în ${days}: ${total}; cel mult într-o zi: ${highest}`,
    none: `Nicio cerere în ultimele ${days}.`,
    export: 'Descarcă în format CSV',
    notices: {
      on: 'La prima cerere peste limită din fiecare zi primiți un e-mail.',
      off: 'Nu primiți e-mail când cererile depășesc limita.',
      turnOn: 'Activează',
      turnOff: 'Dezactivează',
    },
  },
  code: {
    title: 'Prima cerere',
    lead: 'Setați cheia în variabila de mediu REGISTRU_API_KEY.',
  },
  failures: {
    title: 'Cereri eșuate recente',
    none: `Nicio cerere nu a eșuat în ultimele ${failureDays}.`,
    lead: `Ultimele ${count(FACTS.maxFailedRequests, { one: 'cerere', few: 'cereri', other: 'de cereri' })} cu cheia dumneavoastră care au primit 4xx sau 5xx în ultimele ${failureDays}. Dacă cereți ajutor, indicați ID-ul cererii.`,
    all: (all) => `Toate (${all}): filtrare și căutare după ID`,
    openedTitle: (status) => `O cerere care a primit ${status}`,
    time: 'Ora',
    request: 'Cererea',
    status: 'Cod',
    error: 'Eroare',
    network: 'Rețea',
    requestId: 'ID-ul cererii',
    any: 'Toate',
    find: 'Caută',
    nothing: 'Nicio cerere eșuată nu corespunde.',
    unknownId:
      'Nicio cerere eșuată nu are acest ID: este a altui cont, e mai veche decât cele afișate sau nu a eșuat.',
    whatToDo: 'Ce trebuie făcut',
    retry: 'Aceeași cerere poate reuși mai târziu.',
    noRetry: 'Aceeași cerere primește același răspuns: nu o repetați.',
    guide: 'Toate erorile, în ghid',
  },
  webhook: {
    title: 'Webhook',
    lead: 'După fiecare import, serviciul trimite serverului dumneavoastră modificările companiilor din lista de urmărire.',
    guide: 'Cum le primiți și cum le verificați',
    off: 'Operatorul serviciului a oprit livrările. Nu se trimite nimic; modificările se acumulează.',
    emptyList: 'Lista de urmărire este goală, așa că nu este nimic de trimis.',
    addCompanies: 'Adăugați companii',
    suspended:
      'Nu se trimite nimic până când aveți din nou un abonament cu acces la API. Modificările se acumulează.',
    skipped:
      'Modificările de după ultima livrare nu se mai păstrează, așa că webhookul începe cu următoarele. Preluați din nou datele companiilor.',
    address: 'Adresa serverului dumneavoastră',
    rule: `https către o adresă publică, portul 443 sau peste 1023, fără nume de utilizator și parolă, cel mult ${count(FACTS.maxWebhookUrlLength, { one: 'caracter', few: 'caractere', other: 'de caractere' })}.`,
    localRule: 'În acest demo adresa poate fi și pe aceeași mașină, cu http și orice port.',
    create: 'Configurează webhookul',
    save: 'Salvează adresa',
    states: {
      working: 'Funcționează',
      retrying: 'Se reîncearcă',
      paused: 'În pauză',
      stopped: 'Oprit',
    },
    explained: {
      unused: 'Așteaptă modificări ale companiilor din lista de urmărire.',
      working: 'Ultima livrare a reușit.',
      paused: 'Nu se trimite nimic până la reluare. Modificările se acumulează.',
      stopped: 'Nu se trimite nimic până la reluare. Modificările se acumulează.',
    },
    done: {
      set: 'Adresa a fost salvată.',
      pause: 'Webhookul este în pauză. Modificările se acumulează.',
      resume: 'Webhookul a fost reluat. Modificările acumulate se trimit acum.',
      remove: 'Webhookul și secretul său au fost eliminate.',
      resend: 'Modificările din acea zi încoace se trimit din nou, începând de acum.',
    },
    tested: (result) => `Evenimentul de test a fost livrat: ${result}.`,
    testFailed: (result) => `Ultimul eveniment de test nu a fost livrat: ${result}.`,
    needsAttention: 'Webhookul nu livrează.',
    toWebhook: 'Vedeți webhookul',
    failing: (since, result) =>
      `Livrările eșuează de la ${since}${result === null ? '' : ` (${result})`}.`,
    nextAttempt: (time) => `Următoarea încercare: ${time}.`,
    stops: {
      failing: `Toate livrările au eșuat timp de ${count(FACTS.giveUpDays, { one: 'zi', few: 'zile', other: 'de zile' })}. Corectați serverul, apoi reluați: nu se pierde nimic.`,
      gone: 'Serverul dumneavoastră a răspuns cu 410. Reluați când acceptă din nou evenimente: nu se pierde nimic.',
      changes_not_kept:
        'Modificările de după ultima livrare nu se mai păstrează. Reluați pentru a le primi pe următoarele și preluați din nou datele companiilor.',
    },
    faults: {
      not_public: 'numele nu are o adresă publică',
      not_connected: 'fără conexiune',
      not_trusted: 'certificatul TLS nu este valid',
      timeout: 'fără răspuns la timp',
      redirect: 'o redirecționare, care nu este urmată',
      gone: 'adresa nu mai există',
      status: 'nu este 2xx',
      secret_unreadable: 'secretul nu poate fi decriptat',
    },
    secret: 'Secretul',
    secretOf: (time) => `Creat la ${time}, afișat o singură dată. Dacă nu îl aveți, înlocuiți-l.`,
    resendFrom: 'Trimite din nou începând cu',
    resendRule: `Trimite din nou ce s-a modificat cu exporturile din acea zi și de mai târziu, cel mult ${count(FACTS.changesKeptMonths, { one: 'lună', few: 'luni', other: 'de luni' })} în urmă. Un eveniment cu aceleași modificări are același ID: serverul dumneavoastră trebuie să uite ID-urile.`,
    previousSecret: 'Secretul anterior',
    until: (time) => `Semnează și el până la ${time}`,
    newTitle: 'Secretul webhookului',
    newHint: 'Copiați-l acum și păstrați-l în siguranță. Nu va mai fi afișat.',
    newEnvironment: 'Puneți-l într-o variabilă de mediu a serverului',
    replaced: (time) =>
      `Secretul a fost creat la ${time} și afișat o singură dată. Dacă nu l-ați copiat, înlocuiți-l din nou.`,
    actions: {
      resume: 'Reia',
      retry: 'Încearcă acum',
      test: 'Trimite un eveniment de test',
      pause: 'Pune în pauză',
      rotate: 'Înlocuiește secretul…',
      remove: 'Șterge…',
      resend: 'Trimite din nou',
    },
    confirm: {
      rotate: {
        heading: 'Înlocuiți secretul?',
        warning: `Primiți un secret nou. Fiecare secret înlocuit mai semnează evenimentele timp de ${hours}, ca să puteți trece serverul la cel nou.`,
        button: 'Înlocuiește secretul',
      },
      remove: {
        heading: 'Ștergeți webhookul?',
        warning: 'Nu se mai trimite nimic. Adresa, secretul și lista încercărilor se șterg.',
        button: 'Șterge webhookul',
      },
    },
    attempts: {
      title: `Ultimele ${count(FACTS.maxWebhookAttempts, { one: 'încercare', few: 'încercări', other: 'de încercări' })}`,
      none: 'Nicio încercare până acum.',
      time: 'Ora',
      result: 'Răspunsul',
      duration: 'Durata',
      changes: 'Modificări',
      milliseconds: (number) => `${number}\u00a0ms`,
      test: 'Test',
      eventId: 'Evenimentul',
      sent: (bytes) => `S-au trimis ${bytes}\u00a0B`,
      firstChanges: 'Primele modificări',
      answer: 'Începutul răspunsului',
      emptyAnswer: 'Răspunsul nu a avut conținut.',
      noAnswer: 'Nu a venit niciun răspuns.',
    },
    urlFaults: {
      too_long: `Adresa are mai mult de ${count(FACTS.maxWebhookUrlLength, { one: 'caracter', few: 'caractere', other: 'de caractere' })}. Introduceți una mai scurtă.`,
      no_address: 'Aceasta nu este o adresă. Scrieți-o ca https://example.com/webhook.',
      not_https: 'Adresa trebuie să înceapă cu https://.',
      has_user:
        'Adresa nu trebuie să conțină nume de utilizator sau parolă: cererile sunt semnate.',
      system_port: 'Folosiți portul 443 sau unul peste 1023.',
      not_public: 'Adresa trebuie să fie în internetul public, nu într-o rețea privată.',
    },
    tooManySecrets: `Într-o oră puteți crea cel mult ${count(FACTS.maxNewSecrets, { one: 'secret', few: 'secrete', other: 'de secrete' })}. Încercați mai târziu.`,
    refusals: {
      NO_ACTIVE_API_PLAN: `Pentru un webhook este nevoie de un abonament ${planChoice} activ.`,
      NO_WEBHOOK: 'Webhookul nu mai există. Nu s-a schimbat nimic.',
      INVALID_WEBHOOK_URL: 'La această adresă nu se pot trimite evenimente. Introduceți alta.',
      INVALID_DATE: 'Aceasta nu este o zi. Scrieți-o ca 2026-09-14.',
      CHANGES_NOT_KEPT:
        'Nu toate modificările din acea zi încoace se mai păstrează. Alegeți o zi mai târzie sau preluați din nou datele companiilor.',
      WEBHOOKS_OFF: 'Livrările sunt oprite, așa că testul nu a fost trimis.',
      CONFLICT:
        'Webhookul s-a schimbat după ce ați deschis pagina, așa că operațiunea nu a avut efect.',
      TOO_MANY: `Într-o oră puteți cere cel mult ${count(FACTS.maxRequestedAttempts, { one: 'încercare', few: 'încercări', other: 'de încercări' })} (evenimente de test, reluări, retrimiteri, adrese noi). Încercați din nou mai târziu.`,
    },
  },
  watchList: {
    title: 'Lista de urmărire',
    lead: 'Companiile ale căror modificări le primiți la /api/v1/changes?watched=true și prin webhook.',
    guide: 'Cum funcționează',
    addTitle: 'Adăugați companii',
    idnos: 'Unul sau mai multe IDNO-uri',
    rule: `Câte 13 cifre, fiecare pe un rând sau separate prin virgulă; cel mult ${FACTS.maxWatchChanges} odată.`,
    add: 'Adaugă în listă',
    added: (companies) =>
      companies === '0'
        ? 'Nu s-a adăugat nimic: toate erau deja în listă.'
        : `Companii adăugate în listă: ${companies}.`,
    removed: 'Compania nu mai este în lista de urmărire.',
    refused: (line, text) => `Rândul ${line}: „${text}” nu este un IDNO de 13 cifre.`,
    moreRefused: (lines) => `Și încă ${lines}.`,
    noIdno: 'Nu s-a adăugat nimic: introduceți cel puțin un IDNO de 13 cifre.',
    tooMany: (given, most) =>
      `Nu s-a adăugat nimic: ați introdus ${given} IDNO-uri, odată se pot adăuga cel mult ${most}.`,
    full: 'Nu s-a adăugat nimic: lista ar avea mai multe companii decât permite planul.',
    needsPlan: `Pentru a adăuga companii este necesar un plan ${planChoice} activ.`,
    size: (size, most) => `${size} din ${most} companii`,
    sizeOnly: (size) => `Companii: ${size}`,
    empty: 'Lista este goală.',
    search: 'Denumire sau IDNO',
    find: 'Caută',
    nothing: 'Nicio companie din listă nu corespunde.',
    unknown: 'Nu este în registru',
    removedSince: (day) => `exclusă din registru la ${day}`,
    remove: 'Elimină',
    removeOf: (company) => `Elimină ${company}`,
    pages: 'Pagini',
    first: 'Prima pagină',
    next: 'Pagina următoare',
    export: 'Descarcă în format CSV',
  },
  identity: {
    title: 'Adresa de e-mail și contul',
    newEmail: 'Adresa de e-mail nouă',
    rule: 'Confirmați schimbarea mai întâi de la adresa actuală, apoi de la cea nouă.',
    change: 'Schimbă adresa',
    delete: 'Șterge contul…',
    done: {
      'email-requested': `V-am trimis un mesaj la adresa actuală. Deschideți linkul în cel mult ${confirmationHours} și confirmați schimbarea.`,
      'email-confirmed': `V-am trimis un mesaj la adresa nouă. Deschideți linkul în cel mult ${confirmationHours} ca să încheiați schimbarea.`,
      'deletion-requested': `V-am trimis un mesaj. Deschideți linkul în cel mult ${confirmationHours} ca să ștergeți contul.`,
    },
    confirm: {
      request: {
        heading: 'Ștergeți contul?',
        warning:
          'Cheia, statistica, lista de urmărire și webhookul se șterg și nu pot fi recuperate. Se încheie și abonamentul: întrebați mai întâi operatorul ce se întâmplă cu suma plătită. Primiți un mesaj în care confirmați.',
        button: 'Trimite-mi mesajul',
      },
      present_email: {
        heading: 'Schimbați adresa de e-mail?',
        warning:
          'Adresa nouă primește un mesaj, în care confirmați și acolo. Până atunci nu se schimbă nimic.',
        button: 'Continuă',
      },
      new_email: {
        heading: 'Folosiți această adresă?',
        warning:
          'Contul primește această adresă, cea veche este anunțată, iar toate browserele sunt deconectate.',
        button: 'Schimbă adresa',
      },
      deletion: {
        heading: 'Ștergeți contul acum?',
        warning:
          'Cheia, statistica, lista de urmărire și webhookul se șterg și nu pot fi recuperate. Cererile cu cheia primesc imediat 401.',
        button: 'Șterge contul',
      },
    },
    refusedTitle: 'Nimic nu a fost modificat',
    refusals: {
      INVALID_EMAIL: 'Aceasta nu este o adresă de e-mail. Scrieți-o ca nume@example.md.',
      SAME_EMAIL: 'Contul are deja această adresă.',
      ACCOUNT_EXISTS:
        'Alt cont are această adresă. Ștergeți mai întâi acel cont sau folosiți altă adresă.',
      FORBIDDEN: 'Conturile angajaților sunt schimbate și șterse de operator.',
      LINK_NOT_VALID:
        'Linkul a expirat, a fost folosit sau este pentru alt cont. Cereți-l din nou pe pagina contului.',
      CONFLICT: 'Contul s-a modificat între timp. Verificați-l și încercați din nou.',
      TOO_MANY: `Ați cerut ${count(FACTS.maxConfirmationMails, { one: 'confirmare', few: 'confirmări', other: 'de confirmări' })} în ultima oră. Încercați mai târziu.`,
    },
  },
  sessions: {
    title: 'Sesiuni',
    current: 'Acest browser',
    unknown: 'Browser necunoscut',
    lastSeen: 'Ultima activitate',
    end: 'Încheie',
    endOf: (browser) => `Încheie sesiunea: ${browser}`,
    everywhere: 'Deconectare de pe toate dispozitivele',
    everywhereHint: 'Încheie sesiunile din toate browserele autentificate în acest cont.',
  },
  audit: {
    title: 'Activitate recentă',
    you: 'Dumneavoastră',
    service: 'Registru',
    none: 'Nicio activitate până acum.',
    until: (day) => `până la ${day}`,
    actions: {
      account_created: 'Cont creat',
      account_deleted: 'Cont șters',
      email_changed: 'Adresă de e-mail schimbată',
      subscription_changed: 'Abonament modificat',
      key_created: 'Cheie creată',
      key_revealed: 'Cheie afișată',
      key_regenerated: 'Cheie regenerată',
      key_revoked: 'Cheie ștearsă',
      link_issued: 'Link de autentificare emis',
      signed_in: 'Autentificare',
      signed_out: 'Deconectare',
      signed_out_everywhere: 'Deconectare de pe toate dispozitivele',
      role_changed: 'Rol modificat',
      identity_linked: 'Contul de angajat a fost asociat',
      people_searched: 'Persoană căutată',
      webhook_set: 'Adresă de webhook setată',
      webhook_secret_rotated: 'Secret de webhook înlocuit',
      webhook_tested: 'Webhook testat',
      webhook_paused: 'Webhook pus în pauză',
      webhook_resumed: 'Webhook reluat',
      webhook_resent: 'Webhook întors la o zi anterioară',
      webhook_stopped: 'Webhook oprit',
      webhook_removed: 'Webhook șters',
    },
  },
  refusals: {
    NO_ACTIVE_API_PLAN: `Pentru o cheie este nevoie de un abonament ${planChoice} activ.`,
    KEY_EXISTS: 'Aveți deja o cheie. Nu s-a schimbat nimic.',
    ALREADY_REVEALED: 'Cheia a fost deja afișată. Dacă ați pierdut-o, regenerați-o.',
    NO_ACTIVE_KEY: 'Nu există o cheie activă. Nu s-a schimbat nimic.',
    CONFLICT: 'Cheia s-a schimbat după ce ați deschis pagina, așa că operațiunea nu a avut efect.',
    TOO_MANY: `Ați creat ${count(FACTS.maxNewKeys, { one: 'cheie', few: 'chei', other: 'de chei' })} în ultima oră. Încercați din nou mai târziu.`,
    REGENERATE_NEEDED: 'Cheia nu mai poate fi afișată. Regenerați-o.',
    INVALID_EMAIL: 'Introduceți o singură adresă de e-mail, de exemplu ana@example.com.',
    TOO_MANY_ATTEMPTS: `Prea multe încercări. Încercați din nou peste ${count(FACTS.signInAttemptMinutes, minutes)}.`,
    TOO_BUSY: 'Se cer prea multe linkuri de autentificare. Încercați din nou peste un minut.',
  },
};
