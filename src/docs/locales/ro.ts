import { EXAMPLE_IDNO } from '../../domain/company/test-companies.ts';
import { createCount } from '../../domain/counted.ts';
import { toWordList } from '../../domain/word-list.ts';
import { FACTS, toDuration, toDurationList } from '../facts.ts';
import type { Texts } from './en.ts';
import type { ErrorName } from './en-api.ts';

const PLANS = toWordList(FACTS.planNames, 'or', 'ro');

/** What to do about a 429, wherever it is described. */
const WAIT_AT_LIMIT = `Așteptați \`t\` secunde, valoarea din antetul \`RateLimit\`: este cel mai apropiat moment în care se eliberează un loc. \`Retry-After\` este întotdeauna ${FACTS.windowSeconds}, după care fereastra este sigur goală.`;

/** What to do about each error. */
const WHAT_TO_DO: Readonly<Record<ErrorName, string>> = {
  missing_or_invalid_api_key:
    'Trimiteți cheia într-unul dintre cele două antete. Dacă a fost regenerată sau ștearsă pe pagina contului, folosiți-o pe cea nouă.',
  no_active_api_plan: `Alegeți un abonament ${PLANS} sau prelungiți-l. Cheia rămâne aceeași și funcționează din nou de la următoarea cerere.`,
  https_required:
    'Folosiți adresa cu https și regenerați cheia: a fost trimisă prin http, unde o pot citi și alții.',
  rate_limited: WAIT_AT_LIMIT,
  invalid_idno:
    'Verificați numărul înainte de a-l trimite: doar cifre, 13 pentru o companie din registru. Nu repetați aceeași cerere.',
  invalid_query:
    'Corectați parametrul sau corpul cererii, așa cum indică mesajul. Nu repetați aceeași cerere.',
  cursor_expired:
    'Obțineți `next` dintr-o cerere fără `after` și `from`, preluați din nou datele companiilor, apoi urmăriți lista de la acel cursor. Nu repetați aceeași cerere.',
  watchlist_full:
    'Eliminați din lista de urmărire companiile de care nu mai aveți nevoie sau alegeți un abonament cu o listă mai lungă. Nu repetați aceeași cerere.',
  not_found:
    'Acesta este un rezultat, nu un eșec: compania nu există. Nu repetați cererea; o companie înregistrată ulterior apare cu un export ulterior al registrului.',
  method_not_allowed: 'Folosiți o metodă din antetul `Allow`.',
  body_too_large: `Trimiteți mai puțin: corpul cererii are cel mult ${FACTS.maxBodyKib} KiB; la modificarea listei de urmărire, ${FACTS.maxWatchBodyKib} KiB.`,
  unsupported_media_type: 'Trimiteți corpul ca JSON, cu `Content-Type: application/json`.',
  internal_error:
    'Repetați cererea, de cel mult câteva ori. Dacă eroarea persistă, comunicați-ne ID-ul cererii din mesaj.',
  unavailable:
    'Repetați cererea după numărul de secunde din `Retry-After` și dublați așteptarea după fiecare eșec.',
  bad_request:
    'Folosiți o bibliotecă HTTP pentru a construi cererea: metoda nu există în HTTP, un antet este greșit sau antetul `Host` lipsește ori se repetă.',
  headers_too_large:
    'Scurtați adresa și antetele; o cerere către acest API are nevoie de câteva sute de octeți.',
  request_timeout: 'Repetați cererea pe o conexiune nouă.',
  expectation_failed: 'Omiteți antetul `Expect`: o cerere fără corp nu are nevoie de el.',
};

const count = createCount('ro');
const { planNames, windowSeconds } = FACTS;
const requests = (limit: number) =>
  count(limit, { one: 'cerere', few: 'cereri', other: 'de cereri' });
const seconds = (number: number) =>
  count(number, { one: 'secundă', few: 'secunde', other: 'de secunde' });
const window = seconds(windowSeconds);

const watchListSizes = toWordList(
  FACTS.plans.map(
    ({ name, watchListSize }) =>
      `${count(watchListSize, { one: 'companie', few: 'companii', other: 'de companii' })} la abonamentul ${name}`,
  ),
  'and',
  'ro',
);

export const ro: Texts = {
  description:
    'Datele companiilor din Registrul de stat al Republicii Moldova prin API-ul Registru',
  menu: 'Documentație',
  pages: {
    guide: 'Ghid',
    reference: 'Referință (EN)',
    data: 'Dicționar de date (EN)',
    excel: 'Excel și Power Query (EN)',
    mcp: 'Asistenți IA (EN)',
    versions: 'Versiuni (EN)',
    widget: 'Widget',
  },
  contents: 'Pe această pagină',
  next: (page) => `Continuare: ${page}`,
  finder: {
    label: 'Căutare în documentație',
    button: 'Caută',
    found: (query, results) => {
      if (query === '') return 'Scrieți un cuvânt: un câmp, un antet, o eroare, un cod HTTP.';
      if (results === 0) return `Nu s-a găsit nimic pentru „${query}”.`;
      return `${count(results, { one: 'rezultat', few: 'rezultate', other: 'de rezultate' })} pentru „${query}”`;
    },
  },

  heading: 'Datele companiilor din Registrul de stat al Republicii Moldova',
  lead: 'O cerere, o companie: denumirea, forma juridică, statutul, adresa, fondatorii, administratorii și genurile de activitate, în JSON cu format stabil. Pagina se citește în cinci minute și conține tot ce trebuie știut pentru început.',
  sections: {
    'first-request': 'Prima cerere',
    try: 'Încercați aici',
    keys: 'Cheia API',
    errors: 'Erori',
    limit: 'Limita glisantă',
    retries: 'Repetarea cererilor',
    etag: 'ETag',
    companies: 'Mai multe companii',
    search: 'Căutare',
    history: 'Istoricul',
    changes: 'Modificări',
    usage: 'Utilizarea',
    watchlist: 'Lista de urmărire',
    webhooks: 'Webhookuri',
    'test-companies': 'Companii de test',
    questions: 'Întrebări',
    clients: 'Clienții noștri',
    tools: 'Instrumente',
  },
  first: {
    steps: [
      'Setați o cheie în variabila de mediu `REGISTRU_API_KEY`. Această cheie publică de test nu cere cont și răspunde pentru [companiile de test](#test-companies):',
      'Cereți o companie după IDNO, numărul de 13 cifre pe care Registrul de stat îl atribuie fiecărei unități de drept:',
    ],
    answerLead: 'Răspunsul vine pe o singură linie; aici este formatat:',
    answer: 'Răspunsul',
    testKey: 'Cheia publică de test',
    after: [
      `\`${EXAMPLE_IDNO}\` este una dintre [companiile de test](#test-companies), disponibile în orice instalare a serviciului.`,
      `Pentru celelalte companii aveți nevoie de o cheie proprie. Alegeți un abonament ${planNames.map((name) => `**${name}**`).join(' sau ')}. Cheia este creată imediat și vă așteaptă pe [pagina contului](/cont/api), unde se afișează o singură dată.`,
      'Semnificația fiecărui câmp, sursa lui și cazurile în care este `null` sunt descrise în [dicționarul de date](/docs/data) (în engleză).',
    ],
  },
  try: {
    lead: 'Cereți din această pagină o [companie de test](#test-companies), cu cheia publică de test sau cu cheia dumneavoastră. Cu cheia dumneavoastră, cererea consumă din limita abonamentului.',
    withoutScript:
      'Formularul are nevoie de JavaScript. Fără JavaScript, rulați unul dintre exemplele de mai sus.',
    key: 'Cheia API',
    keyHint: 'Cheia este păstrată doar în această filă și este uitată când o închideți.',
    company: 'Compania',
    send: 'Trimite cererea',
    forget: 'Uită cheia',
    sending: 'Se trimite…',
    noAnswer: 'Serviciul nu a răspuns. Verificați conexiunea și încercați din nou.',
    answer: 'Răspunsul la cererea dumneavoastră',
  },
  keys: {
    lead: 'Trimiteți cheia cu fiecare cerere, într-unul dintre cele două antete:',
    headers: 'Cele două antete',
    form: `Cheia începe cu \`${FACTS.keyPrefix}\` și are ${count(FACTS.keyLength, { one: 'caracter', few: 'caractere', other: 'de caractere' })}. Un cont are o singură cheie activă. Serviciul păstrează doar hash-ul cheii, de aceea nimeni nu v-o poate afișa din nou.`,
    rules: [
      '**Păstrați cheia pe server.** Nu o puneți niciodată într-o pagină web, o aplicație mobilă, un depozit de cod, un chat sau un URL: oricine o citește vă poate consuma limita.',
      '**Citiți cheia din variabila de mediu** sau dintr-un manager de secrete și nu o scrieți în jurnale.',
      '**A ajuns la altcineva sau bănuiți asta?** Dacă altcineva v-ar putea folosi contul, apăsați mai întâi **Deconectare de pe toate dispozitivele** pe [pagina contului](/cont/api) și autentificați-vă din nou. Apoi apăsați **Regenerează**. Cheia veche este refuzată începând cu următoarea cerere, așa că înlocuiți-o imediat.',
      `**Folosiți scanere de secrete.** Cheile corespund expresiei regulate \`${FACTS.keyPattern}\`; adăugați-o în scanerul depozitelor de cod.`,
    ],
  },
  errors: {
    lead: 'Toate erorile au aceeași structură. Programul trebuie să se bazeze pe `error`, care nu se schimbă; `message` este pentru oameni.',
    body: 'Corpul unei erori',
    status: 'Cod',
    whatToDo: 'Ce trebuie făcut',
    retry: 'Se repetă',
    yes: 'da',
    no: 'nu',
    rare: 'Erori pe care bibliotecile le evită',
    order:
      'La orice adresă se verifică, în ordine: 401, 403, 429, apoi toate celelalte. Înaintea lor vin doar `https_required` (403), un 503 al serviciului suprasolicitat și erorile cererilor care nu pot fi citite (400, 408, 431).',
    requestId:
      '**ID-ul cererii:** fiecare răspuns îl are în `X-Request-Id`. Păstrați-l în jurnal. După el [pagina contului](/cont/api/failed-requests) găsește o cerere recentă care a primit 4xx sau 5xx și spune ce trebuie făcut. Indicați ID-ul când cereți ajutor.',
    byName: WHAT_TO_DO,
  },
  limit: {
    plan: 'Abonament',
    window: `În orice interval de ${window}`,
    requests,
    lead: `Fereastra nu începe la minut fix. Ea cuprinde mereu ultimele ${window}, pentru fiecare cheie: o cerere se numără exact ${window} din clipa în care a fost acceptată, apoi locul ei se eliberează.`,
    picture: {
      title: `O fereastră de ${window} în două momente`,
      moment: ({ clock, counted, untilFree }) =>
        `La ${clock} fereastra conține ${requests(counted)}; cea mai veche iese peste ${seconds(untilFree)}.`,
      at: (clock) => `la ${clock}`,
      verdict: ({ counted, free, untilFree }) =>
        `${counted} numărate: ${free === 0 ? 'următoarea primește 429' : `${free} libere`}, t=${untilFree}`,
      caption: ({ clock, free }) =>
        `Abonamentul ${FACTS.examplePlan}: ${requests(FACTS.exampleLimit)} în orice interval de ${window}. Fiecare bloc este o rafală de cereri, cu numărul lor; cadrul este fereastra, care se termină acum și se deplasează odată cu ceasul. La ${clock} prima rafală a ieșit din ea și mai pot fi acceptate ${requests(free)}.`,
    },
    rules: [
      `În orice interval de ${window} nu se acceptă niciodată mai multe cereri decât limita și nicio cerere nu este refuzată cât timp mai este loc.`,
      'Fiecare cerere acceptată se numără: și 404 sau 304, nu doar 200. Un răspuns 429 nu se numără, deci repetarea nu prelungește niciodată blocarea.',
      'Contează abonamentul din acel moment. După trecerea la un abonament superior, limita mai mare se aplică de la următoarea cerere.',
    ],
    headersLead: 'După verificarea cheii și a abonamentului, fiecare răspuns arată consumul:',
    headers: {
      'X-RateLimit-Limit': `Numărul de cereri permise de abonament în orice interval de ${window}.`,
      'X-RateLimit-Tier': 'Nivelul abonamentului în acest moment.',
      'X-RateLimit-Remaining': 'Câte cereri ar mai fi acceptate în această clipă.',
      'RateLimit-Policy':
        'Limita în forma proiectului IETF pentru antetele RateLimit: `q` cereri în orice interval de `w` secunde.',
      RateLimit:
        'Ce a rămas, în forma aceluiași proiect: `r` cereri acum; peste `t` secunde cea mai veche cerere numărată iese din fereastră și locul ei se eliberează.',
    },
  },
  retries: {
    rules: [
      `**429:** ${WAIT_AT_LIMIT}`,
      '**503:** așteptați cât indică `Retry-After` și de două ori mai mult la fiecare nouă încercare.',
      '**500, 408, conexiune întreruptă, timp de așteptare depășit, pagina de eroare a unui proxy:** o cerere trimisă de două ori nu strică nimic, așa că o puteți repeta, de cel mult câteva ori.',
      '**400, 401, 403, 404, 405, 409, 410, 413, 415, 417, 431:** nu repetați. Aceeași cerere primește același răspuns.',
    ],
    slowDown:
      'Dacă aveți multe cereri de trimis, încetiniți înainte de a fi refuzat: când `X-RateLimit-Remaining` ajunge la 0, așteptați `t` secunde.',
    after:
      'Exemplele așteaptă și repetă cererea acolo unde ajută; altfel renunță și explică motivul într-o singură linie. Un răspuns care nu este JSON vine de la un proxy intermediar, nu de la API.',
  },
  etag: {
    lead: 'Fiecare răspuns 200 are un `ETag`, hash-ul corpului. Păstrați-le pe amândouă. Când aveți din nou nevoie de companie, trimiteți eticheta înapoi:',
    request: 'O cerere condiționată',
    after:
      'Un 304 nu are corp: copia dumneavoastră este actuală. Economisiți transferul și prelucrarea și observați schimbările fără a compara câmpurile. Cererea consumă din limită ca oricare alta. Registrul își publică exportul săptămânal, deci nu are rost să întrebați mai des de o dată pe zi. `X-Data-Date`, la 200 și 304, se schimbă când a fost importat un export nou.',
  },
  companies: {
    lead: `Dacă aveți mai multe IDNO-uri, cereți până la ${FACTS.maxIdnos} de companii dintr-o dată:`,
    request: 'O cerere pentru mai multe companii',
    answer: 'Răspunsul pentru mai multe companii',
    rules: [
      'Companiile vin în ordinea cererii, fiecare exact ca atunci când este cerută singură; `null` înseamnă că registrul nu are o companie cu acest IDNO.',
      '`removed_since` are aceeași ordine: data de la care compania nu mai figurează în registru, altfel `null`.',
      'Fiecare IDNO se numără ca o cerere, chiar dacă se repetă sau nu există. Dacă au rămas mai puține cereri, răspunsul este 429 și nu se numără nimic; `t` arată când este loc pentru toate.',
      'O cerere cu corp greșit se numără o singură dată; mesajul indică poziția primului IDNO greșit, începând de la 0.',
    ],
    after: 'Detaliile sunt în [referință](/docs/reference/companies) (în engleză).',
  },
  search: {
    lead: 'Dacă nu știți IDNO-ul, căutați după denumire sau după filtre: statut, regiune, formă juridică, gen de activitate.',
    request: 'O căutare',
    answer: 'Răspunsul la o căutare',
    rules: [
      'Nu contează majusculele, diacriticele, ghilimelele și forma juridică (în interiorul cuvântului, â și î sunt tratate ca i, iar â și ca a; cratima sau apostroful pot lipsi), iar ultimul cuvânt poate fi incomplet. Literele chirilice găsesc denumiri cu litere latine și invers: `агро` și `agro` găsesc același lucru. Ordinea este: denumirea însăși, denumirile care încep cu ea, denumirile care conțin toate cuvintele.',
      'Codificați denumirea în URL ca UTF-8, cum fac bibliotecile; cu curl: `--get --data-urlencode "name=școala"`.',
      'O companie este găsită și după o denumire anterioară, indicată în `former_name`. `removed_since` este o dată dacă compania nu mai figurează în registru.',
      'Pentru pagina următoare, trimiteți `next` ca `after`, cu aceeași denumire și aceleași filtre. Pe ultima pagină `next` este `null`.',
      'O căutare se numără ca o cerere. Dacă serviciul este ocupat, ea își așteaptă puțin rândul; apoi răspunsul este 503.',
    ],
    after: 'Toți parametrii sunt în [referință](/docs/reference/search) (în engleză).',
  },
  history: {
    lead: 'Ce spunea registrul despre o companie înainte, modificare cu modificare, și compania așa cum era într-o zi:',
    request: 'Un istoric și o companie așa cum era',
    answer: 'Răspunsul la un istoric',
    rules: [
      'Modificările vin de la cea mai nouă, cu valorile fiecărui câmp modificat dinainte și de după; ultima este apariția companiei. `next` duce la cele mai vechi.',
      'Cu `at` primiți compania așa cum era servită cu ultimul export din acea zi sau dinainte; `X-Data-Date` este data acelui export. O zi de dinaintea apariției companiei primește 404, una de dinaintea primului export 400.',
      'Istoricul începe cu primul export importat de acest serviciu și se păstrează întreg.',
    ],
  },
  changes: {
    lead: 'Ca să vă păstrați copia la zi, urmăriți lista de modificări în loc să cereți din nou fiecare companie:',
    request: 'O listă de modificări',
    answer: 'Răspunsul la o listă de modificări',
    steps: [
      'Trimiteți o cerere fără `after` și păstrați `next`. Apoi cereți companiile de care aveți nevoie.',
      'O dată pe zi trimiteți `next` ca `after` și repetați imediat cât timp `more` este `true`. Cereți fiecare companie din listă, apoi păstrați noul `next`. Dacă vă opriți la mijloc, continuați de la ultimul `next` păstrat: nu se pierde nimic, iar o companie cerută de două ori nu strică nimic.',
    ],
    rules: [
      'Modificările dintr-un export apar împreună, după ce a fost importat complet. Pentru a începe cu exporturile de la o anumită zi, trimiteți `from=YYYY-MM-DD` în loc de `after`.',
      'Companiile `removed` nu mai sunt în registru; la cererile despre ele serviciul răspunde cu ultima lor formă și cu antetul `X-Removed-Since`. Cauza `reinterpretation` nu este un eveniment: serviciul citește mai bine aceleași date.',
      `Modificările se păstrează ${count(FACTS.changesKeptMonths, { one: 'lună', few: 'luni', other: 'de luni' })}. Un cursor mai vechi primește 410 \`cursor_expired\`, la fel ca unul luat înainte de primul export importat de serviciu și ca unul pe care o copie de rezervă restaurată nu îl cunoaște: începeți din nou cu pasul 1.`,
    ],
    after: 'Toți parametrii sunt în [referință](/docs/reference/changes) (în engleză).',
  },
  usage: {
    lead: 'Planul, limita și ce a rămas din ea, cererile pe zile și rezultate, lista de urmărire și webhookul:',
    request: 'Planul și utilizarea',
    answer: 'Răspunsul cu planul și utilizarea',
  },
  watchlist: {
    lead: 'Ca să urmăriți doar companiile care vă interesează, adăugați-le în lista de urmărire a contului și cereți modificările lor:',
    request: 'Adăugarea în lista de urmărire',
    changes: 'Modificările companiilor urmărite',
    rules: [
      `Cu o cerere puteți adăuga și elimina câte maximum ${FACTS.maxWatchChanges} de IDNO-uri: totul sau nimic. Pentru o singură companie trimiteți \`PUT\` sau \`DELETE\` la \`/api/v1/watchlist/{idno}\`: răspunsul este 204, chiar dacă nu se schimbă nimic. \`GET /api/v1/watchlist\` returnează lista.`,
      `În listă încap ${watchListSizes}. Dacă lista este plină, răspunsul este 409 \`watchlist_full\`. Ea se păstrează când cheia este înlocuită sau abonamentul expiră; dacă noul abonament permite mai puține companii, puteți doar să eliminați.`,
      'Puteți urmări și un IDNO pe care registrul încă nu îl are: `created` anunță înregistrarea.',
      'Cursoarele sunt cele ale listei tuturor modificărilor. Un răspuns poate conține mai puține modificări decât `limit` sau niciuna, deși `more` este `true`: continuați cu `next`.',
      'Contează lista din momentul cererii. Modificările de dinaintea cursorului nu vin încă o dată, așa că cereți datele companiei când o adăugați.',
    ],
    after:
      'Detaliile sunt în [referință](/docs/reference/watchlist) (în engleză). Cheia publică de test nu are listă de urmărire.',
  },
  webhooks: {
    lead: 'Modificările pot veni singure la dumneavoastră: după fiecare import, serviciul trimite serverului dumneavoastră, semnate, modificările companiilor din [lista de urmărire](#watchlist).',
    steps: [
      'Serverul dumneavoastră primește cereri la o adresă `https` publică, verifică fiecare eveniment și îl stochează, ca în exemplele de mai jos.',
      'Introduceți adresa pe [pagina contului](/cont/api). Pagina afișează secretul o singură dată: puneți-l în variabila de mediu `REGISTRU_WEBHOOK_SECRET` a serverului.',
      'Apăsați acolo **Trimite un eveniment de test**. Tipul lui este `webhook.test`.',
    ],
    request: 'Un eveniment',
    verify:
      'Verificați fiecare eveniment înainte de a-l folosi: oricine poate trimite cereri la adresa dumneavoastră. Semnătura acoperă identificatorul, ora și octeții exacți ai corpului, conform Standard Webhooks; biblioteci pentru multe limbaje găsiți la standardwebhooks.com. Exemplele refuză un eveniment trimis cu mai mult de 5 minute în urmă, așa că nimeni altcineva nu îl poate retrimite.',
    local:
      'Dacă serverul nu are încă o adresă publică, setați o adresă http de pe aceeași mașină într-un demo al acestui serviciu sau semnați singur un eveniment și trimiteți-l de pe aceeași mașină:',
    localEvent: 'Un eveniment semnat, trimis pe aceeași mașină',
    rules: [
      `**Răspundeți cu 2xx în cel mult ${seconds(FACTS.webhookTimeoutSeconds)}**, după ce ați stocat evenimentul, și cereți companiile după aceea. Orice alt cod, o redirecționare sau lipsa răspunsului este un eșec.`,
      `**Repetări:** după ${toDurationList(FACTS.webhookPausesMs, 'ro')}, apoi la fiecare ${toDuration(FACTS.webhookLastPauseMs, 'ro')}. După ${toDuration(FACTS.webhookGiveUpMs, 'ro')} de eșecuri webhookul se oprește; 410 îl oprește imediat, dacă nu răspunde la un test. Un 429 sau 503 cu \`Retry-After\` se repetă nu mai devreme de atât, până la ${toDuration(FACTS.webhookRetryAfterMs, 'ro')}. Primiți un e-mail când livrările eșuează de o oră, când webhookul s-a oprit și când adresa sau secretul lui s-a schimbat.`,
      `**Ordine:** evenimentele vin unul după altul, următorul după un răspuns 2xx. Fiecare are cel mult ${FACTS.maxEventChanges} de modificări, în ordinea [listei de modificări](#changes), și niciuna nu este omisă.`,
      '**Duplicate:** un eveniment poate veni din nou, de exemplu dacă răspunsul dumneavoastră s-a pierdut. Are atunci același `webhook-id`; după alt import sau după o modificare a listei de urmărire, aceleași modificări pot veni cu alt `webhook-id`. O companie cerută de două ori nu strică nimic.',
      '**Valori:** un eveniment arată ce s-a modificat. Cereți fiecare companie pentru valorile ei. `next` este un cursor al listei de modificări, de la care puteți continua acolo.',
      `**Înlocuirea secretului:** timp de ${toDuration(FACTS.webhookRotationMs, 'ro')} evenimentele sunt semnate cu secretul vechi și cu cel nou. \`webhook-signature\` are atunci câte o semnătură cu fiecare și este suficient ca una să se potrivească. Dacă un secret a ajuns la altcineva, ștergeți webhookul și adăugați-l din nou: secretele lui își pierd imediat valabilitatea, iar webhookul nou începe cu modificările următoare.`,
      '**Adrese IP:** evenimentele nu vin de la adrese fixe. Nu filtrați după ele; verificați semnătura.',
      `**Oprit:** corectați cauza, apoi apăsați **Reia** pe pagina contului. Evenimentele continuă după ultimul livrat. Dacă modificările de atunci nu se mai păstrează (${count(FACTS.changesKeptMonths, { one: 'lună', few: 'luni', other: 'de luni' })}), webhookul începe cu următoarele, iar pagina vă anunță: preluați din nou datele companiilor.`,
    ],
    after:
      'Schemele evenimentelor sunt în [referință](/docs/reference#webhooks) (în engleză) și în [`/openapi.json`](/openapi.json), la `webhooks`.',
  },
  testCompanies: {
    lead: 'Companii fictive pentru testele dumneavoastră, cu numere pe care registrul nu le atribuie niciodată: încep cu 0. Sunt disponibile cu orice cheie, fiecare cerere se numără și niciun export nu le modifică. Cu cheia dumneavoastră nu apar nici în căutări, nici în listele de modificări. Cheia publică de test are un registru numai cu ele: le caută și le listează modificările începând cu 2026-09-07, câte una de fiecare fel și din fiecare cauză. Aceste răspunsuri nu se schimbă niciodată.',
    use: 'Pentru',
    byIdno: {
      '0000000000011': 'O companie activă cu toate câmpurile.',
      '0000000000022': 'O companie în lichidare.',
      '0000000000033': 'O companie insolvabilă.',
      '0000000000044': 'O companie lichidată, neînregistrată ca plătitor de TVA.',
      '0000000000055': 'Fondatori de toate tipurile, unul fără cotă.',
      '0000000000066': 'Fondatori comuni: două persoane care dețin împreună o singură cotă.',
      '0000000000077': 'Fiecare câmp care poate fi null sau [] chiar este.',
      '0000000000088': `${count(FACTS.manyActivities, { one: 'gen', few: 'genuri', other: 'de genuri' })} de activitate.`,
      '0000000000103': 'O companie care nu mai este în registru.',
      '0000000000114': 'O companie adăugată de curând în registru.',
    },
    unknown: 'Întotdeauna 404.',
    limited: 'Întotdeauna 429 cu cheia publică de test.',
    after: 'Răspunsurile complete: [`/codes/test-companies.json`](/codes/test-companies.json).',
  },
  questions: {
    price: {
      title: 'Cât costă?',
      text: `Prețul fiecărui abonament este stabilit de operatorul acestui serviciu. Accesul la API este inclus în abonamentele ${planNames.join(' și ')}. Ele oferă aceleași date și se deosebesc prin preț, prin [limită](#limit) și prin mărimea [listei de urmărire](#watchlist).`,
      ask: (plans) =>
        `Pentru prețul abonamentului ${plans} adresați-vă operatorului acestui serviciu.`,
    },
    storage: {
      title: 'Pot stoca, publica sau revinde datele?',
      text: 'Aceasta o stabilește operatorul serviciului în termenii de utilizare. API-ul nu pune limite tehnice: [lista modificărilor](#changes) ține la zi o copie. Fondatorii și administratorii sunt persoane: cine le stochează numele răspunde pentru date cu caracter personal.',
      license: (license) => `Licența datelor: ${license}.`,
    },
    terms: {
      title: 'Unde sunt termenii și cum primesc o factură sau anulez abonamentul?',
      text: 'Operatorul serviciului stabilește termenii și condițiile, emite facturile și se ocupă de anularea (rezilierea) abonamentelor. După încheierea abonamentului cheia se păstrează, iar cererile cu ea primesc 403 până la un abonament nou.',
      read: 'Termeni de utilizare',
      askSupport: 'Întrebați serviciul de asistență',
      askOperator: 'Adresați-vă operatorului acestui serviciu.',
    },
    uptime: {
      title: 'Ce disponibilitate este garantată (uptime, SLA)?',
      text: 'Operatorul serviciului garantează ceea ce prevăd termenii de utilizare. [Pagina de stare](/status) arată ce funcționează acum și cât de repede sunt găsite companiile.',
    },
    sandbox: {
      title: 'Există un mediu de test (sandbox)?',
      text: 'Da: cheia publică de test. Are aceleași adrese, antete, limită și erori ca o cheie proprie și răspunde dintr-un registru al [companiilor de test](#test-companies), care nu se schimbă niciodată. Numai lista de urmărire și webhookurile cer un cont.',
    },
    webhook: {
      title: 'Există webhookuri?',
      text: 'Da: un [webhook](#webhooks) trimite serverului dumneavoastră modificările companiilor pe care le urmăriți. Alte notificări (callback) nu există. Dacă păstrați toate companiile, interogați o dată pe zi [lista de modificări](#changes). În ambele cazuri nu pierdeți nimic cât timp serverul dumneavoastră este oprit.',
    },
    widget: {
      title: 'Pot afișa o companie pe site-ul meu?',
      text: 'Da, fără cheie: [widgetul](/docs/widget) afișează denumirea, statutul, forma juridică, data înregistrării și raionul ca un card.',
    },
    cors: {
      title: 'Pot apela API-ul dintr-o pagină web (CORS)?',
      text: 'Nu. API-ul nu trimite antete CORS, de aceea browserele nu permit paginilor altor site-uri să îi citească răspunsurile. Este o decizie intenționată: orice vizitator ar putea citi cheia din pagină. Apelați API-ul de pe serverul dumneavoastră. [`/openapi.json`](/openapi.json) și listele de coduri, care nu cer cheie, pot fi citite din orice pagină.',
    },
    maximum: {
      title: 'Care sunt valorile maxime?',
      text: `Un răspuns conține maximum ${FACTS.maxSearchLimit} de companii la căutare și maximum ${FACTS.maxChangesLimit} de modificări în lista de modificări; \`next\` duce la restul. Denumirea căutată poate avea ${FACTS.maxSearchLength} de caractere. Adresa și antetele pot avea împreună ${FACTS.maxHeadersKib} KiB. Numărul maxim de cereri este [limita](#limit) abonamentului; nu există limită pe zi sau pe lună.`,
    },
  },
  clients: {
    lead: 'Clienți proprii pentru TypeScript și JavaScript (Node, Deno, Bun, workers) și pentru Python (sincron și asincron). Fiecare operație este o metodă, cu tipuri.',
    install: 'Instalarea unui client',
    rules: [
      'Așteaptă când limita este atinsă și repetă cererile după erori ca [mai sus](#retries), dar niciodată după termenul stabilit.',
      'Iteratorii parcurg toate paginile unei căutări, ale modificărilor și ale listei de urmărire. `follow` transmite modificările funcției dumneavoastră și, după o întrerupere, nu omite și nu repetă niciuna.',
      'Erorile au valoarea `error` a API-ului, iar webhookurile se verifică printr-un singur apel.',
    ],
    after:
      'Fișierul README din fiecare pachet descrie totul. Pachetele au versiunea API-ului, iar serviciul o oferă doar pe cea mai nouă: păstrați fișierul în proiectul dumneavoastră.',
  },
  tools: {
    lead: '[`/openapi.json`](/openapi.json) descrie API-ul în OpenAPI 3.1, pentru Insomnia și alte programe. Pentru Postman există o [colecție](/docs/postman.json), iar pentru Bruno un [dosar](/docs/bruno.zip): fiecare cerere cu exemplul ei, parametrii opționali dezactivați și cheia în variabila `apiKey`, la început cheia publică de test. Aceste generatoare de clienți sunt testate:',
    after:
      'Toți clienții, în afară de cel pentru C#, sunt compilați sau verificați ca tipuri și citesc fiecare răspuns și eroare; acceptă câmpuri și identificatori de erori adăugați ulterior, precum și `null` acolo unde o companie nu este găsită.',
  },
  widget: {
    heading: 'Afișați o companie pe site-ul dumneavoastră',
    lead: 'Un card cu denumirea, statutul, forma juridică, data înregistrării și raionul unei companii, așa cum apar acum în registru. Nu cere cheie, nu setează cookie-uri și nu numește persoane.',
    sections: {
      element: 'Elementul',
      frame: 'Fără JavaScript',
      policy: 'Dacă paginile dumneavoastră au o Content Security Policy',
      json: 'Datele ca JSON',
      oembed: 'oEmbed',
      limits: 'Limite și cache',
    },
    element: {
      lead: 'Introduceți acest cod în pagină. Scriptul transformă elementul în card; până atunci, și acolo unde scripturile sunt blocate, vizitatorii văd linkul din el.',
      language: 'Limba',
      ofPage: 'Cea a paginii',
      theme: 'Culorile',
      ofVisitor: 'Cele ale sistemului vizitatorului',
      light: 'Deschise',
      dark: 'Închise',
      snippet: 'HTML pentru pagina dumneavoastră',
      rules: [
        'Doar atributul `idno` este obligatoriu. `lang` este `ro`, `ru` sau `en`; fără el, cardul are limba paginii. `theme` este `light` sau `dark`; fără el, cardul urmează sistemul vizitatorului.',
        'Un singur script ajunge pentru oricâte carduri. Dacă un atribut se schimbă, se schimbă și cardul.',
        'Cardul arată singur dacă un IDNO este greșit și de când o companie nu mai figurează în registru.',
      ],
    },
    frame: {
      lead: 'Numai cardul, într-un cadru:',
      snippet: 'Un cadru',
      rules: [
        'Fără `lang`, cardul are limba preferată de browserul vizitatorului; fără `theme`, culorile sunt cele ale sistemului.',
        'Un card are nevoie de o lățime de 320 de pixeli. Nu are niciun script, iar linkul său deschide o filă nouă.',
      ],
    },
    policy: {
      lead: 'Permiteți acest serviciu ca sursă de scripturi și cadre, și de conexiuni dacă un script al dumneavoastră citește datele JSON:',
      after:
        'Elementul nu are nevoie de stiluri sau scripturi inline. Și o pagină izolată prin `Cross-Origin-Embedder-Policy` poate afișa cardul.',
    },
    json: {
      lead: 'Pentru un card propriu, de pe serverul dumneavoastră sau dintr-un script al oricărei pagini (CORS este deschis):',
      request: 'O cerere fără cheie',
      answer: 'Răspunsul la ea',
      rules: [
        'Numele și valorile sunt cele din [v1](/docs/data); `region_name` este numele raionului sau al municipiului, iar `data_date` este data setului de date. `removed_since` este o dată dacă registrul nu mai conține compania. Ce nu dă registrul este `null`.',
        'Erorile sunt JSON: 400 `invalid_idno`, 404 `not_found`, 429 `rate_limited`, 503 `unavailable`.',
        'Widgetul nu face parte din v1 și de aceea lipsește din `/openapi.json`, care descrie accesul cu cheie, abonament și limită. Aici pot apărea câmpuri noi; ignorați-le pe cele pe care nu le cunoașteți.',
      ],
    },
    oembed: {
      lead: 'Programele care transformă linkuri în previzualizări, cum este WordPress, găsesc cardul după adresa paginii unei companii. Pagina indică ea însăși această adresă:',
      rules: [
        '`maxwidth` și `maxheight` micșorează cadrul. Cardul are limba pe care o indică adresa paginii.',
        'Numai JSON: `format=xml` primește 501. O adresă care nu este a paginii unei companii primește 404.',
      ],
    },
    limits: (maxAgeSeconds) => [
      `În oricare ${seconds(FACTS.pageWindowSeconds)} o adresă IPv4 sau un /64 din IPv6 primește ${FACTS.maxPagesPerSubscriber} de carduri și răspunsuri, iar un /24 sau un /48 ${FACTS.maxPagesPerSite}; următoarea cerere primește 429 cu \`Retry-After\`. Vizitatorii paginii dumneavoastră contează cu adresele lor.`,
      `Toate pot fi păstrate în cache ${seconds(maxAgeSeconds)} și au un \`ETag\`.`,
      'Pentru mai multe, sau pentru fondatori, administratori și activități, folosiți [API-ul](/docs/ro) cu o cheie.',
    ],
  },
};
