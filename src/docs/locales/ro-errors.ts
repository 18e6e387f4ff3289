import { toWordList } from '../../domain/word-list.ts';
import { FACTS } from '../facts.ts';
import type { ErrorName } from './en-api.ts';

const PLANS = toWordList(FACTS.planNames, 'or', 'ro');

/** What to do about each error. */
export const WHAT_TO_DO: Readonly<Record<ErrorName, string>> = {
  missing_or_invalid_api_key:
    'Trimiteți cheia într-unul dintre cele două antete. Dacă a fost regenerată sau revocată pe pagina contului, folosiți-o pe cea nouă.',
  no_active_api_plan: `Alegeți un abonament ${PLANS} sau prelungiți-l. Cheia rămâne aceeași și funcționează din nou de la următoarea cerere.`,
  https_required:
    'Folosiți adresa cu https și regenerați cheia: a fost trimisă prin http, unde o pot citi și alții.',
  rate_limited:
    'Așteptați numărul de secunde indicat de `t` din `RateLimit`, apoi repetați cererea: până atunci se eliberează un loc. `Retry-After` este timpul după care fereastra este sigur goală.',
  invalid_idno:
    'Verificați numărul înainte de a-l trimite: doar cifre, 13 pentru o companie din registru. Nu repetați aceeași cerere.',
  invalid_query: 'Corectați parametrul numit în mesaj. Nu repetați aceeași cerere.',
  cursor_expired:
    'Obțineți `next` dintr-o cerere fără `after` și `from`, cereți din nou toate companiile dumneavoastră, apoi urmăriți lista de la acel cursor. Nu repetați aceeași cerere.',
  not_found:
    'Acesta este un răspuns: compania nu există. Nu repetați cererea; o companie înregistrată ulterior apare cu un export ulterior al registrului.',
  method_not_allowed: 'Folosiți GET sau HEAD.',
  internal_error:
    'Repetați cererea, de cel mult câteva ori. Dacă eroarea persistă, comunicați-ne identificatorul cererii din mesaj.',
  unavailable:
    'Repetați cererea după numărul de secunde din `Retry-After` și dublați așteptarea după fiecare eșec.',
  bad_request:
    'Folosiți o bibliotecă HTTP pentru a construi cererea: metoda nu există în HTTP, un antet este greșit sau antetul `Host` lipsește ori se repetă.',
  headers_too_large:
    'Scurtați adresa și antetele; o cerere către acest API are nevoie de câteva sute de octeți.',
  request_timeout: 'Repetați cererea pe o conexiune nouă.',
  expectation_failed: 'Omiteți antetul `Expect`: o cerere fără corp nu are nevoie de el.',
};
