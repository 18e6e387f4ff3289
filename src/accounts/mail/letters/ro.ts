import { createCount } from '../../../domain/counted.ts';
import type { LetterTexts, Values } from './en.ts';

const count = createCount('ro');
const requests = (limit: string) =>
  count(Number(limit), { one: 'cerere', few: 'cereri', other: 'de cereri' });

/** Where the holder acted from; empty if the holder did not act. */
function from({ origin }: Values): string {
  return origin && ` de la adresa IP ${origin}`;
}

function warning({ url }: Values): string {
  return `Dacă nu ați fost dumneavoastră, autentificați-vă și apăsați „Deconectare de pe toate dispozitivele”, apoi autentificați-vă din nou și schimbați cheia:\n${url}`;
}

function webhookWarning({ url }: Values): string {
  return `Dacă nu ați fost dumneavoastră, autentificați-vă și apăsați „Deconectare de pe toate dispozitivele”, apoi autentificați-vă din nou și ștergeți webhookul:\n${url}`;
}

function operatorHasKey({ url }: Values): string {
  return `Cheia a fost afișată operatorului serviciului, care v-o transmite. O puteți înlocui pe pagina contului:\n${url}`;
}

function renew({ renewUrl, url }: Values): string {
  if (renewUrl === '') {
    return `Pentru prelungire adresați-vă operatorului serviciului. Pagina contului:\n${url}`;
  }
  return `Puteți prelungi abonamentul aici:\n${renewUrl}`;
}

export const ROMANIAN: LetterTexts = {
  greeting: 'Bună ziua!',
  letters: {
    sign_in_link: {
      subject: 'Autentificare în Registru',
      paragraphs: ({ url, time }) => [
        `Pentru a vă autentifica, deschideți acest link și apăsați butonul de pe pagină:\n${url}`,
        `Linkul poate fi folosit o singură dată, până pe ${time}.`,
        'Dacă nu ați cerut acest link, ignorați mesajul: fără link nimeni nu se poate autentifica.',
      ],
    },
    key_created: {
      subject: 'Cheie API nouă',
      paragraphs: (values) => [
        `Contul dumneavoastră are o cheie API nouă (${values.keyStart}…), creată pe ${values.time}${from(values)}.`,
        values.isByOperator
          ? operatorHasKey(values)
          : `Cheia se afișează o singură dată, pe pagina contului:\n${values.url}`,
        values.origin && warning(values),
      ],
    },
    key_regenerated: {
      subject: 'Cheia API a fost înlocuită',
      paragraphs: (values) => [
        `Pe ${values.time} cheia API a contului a fost înlocuită cu una nouă (${values.keyStart}…)${from(values)}. Cheia veche nu mai funcționează.`,
        values.isByOperator ? operatorHasKey(values) : warning(values),
      ],
    },
    key_revoked: {
      subject: 'Cheia API a fost ștearsă',
      paragraphs: (values) => [
        `Pe ${values.time} cheia API ${values.keyStart}… a fost ștearsă${from(values)} și nu mai funcționează.`,
        values.origin &&
          `Dacă nu ați fost dumneavoastră, autentificați-vă și apăsați „Deconectare de pe toate dispozitivele”, apoi autentificați-vă din nou și creați o cheie nouă:\n${values.url}`,
      ],
    },
    new_browser: {
      subject: 'Autentificare dintr-un browser nou',
      paragraphs: (values) => [
        `Pe ${values.time} cineva s-a autentificat în contul dumneavoastră dintr-un browser nou, de la adresa IP ${values.origin}.`,
        warning(values),
      ],
    },
    limit_reached: {
      subject: 'Cereri peste limită',
      paragraphs: ({ url, time, planName, limit, windowSeconds }) => [
        `Pe ${time} unele cereri cu cheia API au depășit limita abonamentului ${planName}, de ${requests(limit)} în orice interval de ${windowSeconds} de secunde, și au primit 429.`,
        `Programul trebuie să aștepte numărul de secunde t din antetul RateLimit, după care se eliberează un loc (Retry-After este întotdeauna ${windowSeconds}), și să repartizeze cererile în timp. Pagina contului arată cererile din fiecare zi:\n${url}`,
        'Acest mesaj se trimite cel mult o dată pe zi. Îl puteți dezactiva pe aceeași pagină.',
      ],
    },
    plan_ending: {
      subject: 'Abonamentul se încheie în curând',
      paragraphs: (values) => [
        `Ultima zi a abonamentului ${values.planName} este ${values.time}. După această dată, cererile cu cheia dumneavoastră API vor primi 403. Cheia se păstrează și va funcționa din nou când veți avea un abonament cu acces la API.`,
        renew(values),
        values.renewUrl && `Pagina contului:\n${values.url}`,
      ],
    },
    plan_ended: {
      subject: 'Abonamentul s-a încheiat',
      paragraphs: (values) => [
        `Abonamentul ${values.planName} s-a încheiat; ultima zi a fost ${values.time}. Cererile cu cheia dumneavoastră API primesc 403. Cheia se păstrează și va funcționa din nou când veți avea un abonament cu acces la API.`,
        renew(values),
        values.renewUrl && `Pagina contului:\n${values.url}`,
      ],
    },
    confirm_present_email: {
      subject: 'Schimbarea adresei de e-mail',
      paragraphs: ({ url, time, newEmail, origin }) => [
        `Pentru a schimba adresa de e-mail a contului în ${newEmail}, deschideți acest link acolo unde sunteți autentificat și apăsați butonul de pe pagină. Apoi primiți un mesaj la adresa nouă:\n${url}`,
        `Linkul poate fi folosit până pe ${time}. Schimbarea a fost cerută de la adresa IP ${origin}.`,
        'Dacă nu ați fost dumneavoastră, autentificați-vă și apăsați „Deconectare de pe toate dispozitivele”: linkul nu mai funcționează. Apoi autentificați-vă din nou și schimbați cheia.',
      ],
    },
    confirm_new_email: {
      subject: 'Confirmați noua adresă de e-mail',
      paragraphs: ({ url, time }) => [
        `Pentru a folosi această adresă în contul Registru, deschideți acest link acolo unde sunteți autentificat și apăsați butonul de pe pagină:\n${url}`,
        `Linkul poate fi folosit până pe ${time}. După aceea toate browserele sunt deconectate și vă autentificați cu această adresă.`,
        'Dacă nu ați cerut acest lucru, ignorați mesajul.',
      ],
    },
    confirm_deletion: {
      subject: 'Ștergerea contului',
      paragraphs: ({ url, time, origin }) => [
        `Pentru a șterge contul împreună cu cheia, statistica, lista de urmărire și webhookul, deschideți acest link acolo unde sunteți autentificat și apăsați butonul de pe pagină:\n${url}`,
        `Linkul poate fi folosit până pe ${time}. Ștergerea a fost cerută de la adresa IP ${origin}.`,
        'Dacă nu ați fost dumneavoastră, autentificați-vă și apăsați „Deconectare de pe toate dispozitivele”: linkul nu mai funcționează. Apoi autentificați-vă din nou și schimbați cheia.',
      ],
    },
    email_changed: {
      subject: 'Adresa de e-mail a fost schimbată',
      paragraphs: (values) => [
        `Pe ${values.time} adresa de e-mail a contului a fost schimbată în ${values.newEmail}${from(values)}. De acum mesajele se trimit acolo.`,
        'Dacă nu ați fost dumneavoastră, anunțați imediat operatorul serviciului.',
      ],
    },
    account_deleted: {
      subject: 'Contul a fost șters',
      paragraphs: (values) => [
        `Pe ${values.time} contul dumneavoastră a fost șters${from(values)}. Cheia lui nu mai funcționează.`,
      ],
    },
    webhook_set: {
      subject: 'Adresa webhookului a fost setată',
      paragraphs: (values) => [
        `Pe ${values.time} adresa webhookului dumneavoastră a fost setată la ${values.host}${from(values)}. Modificările companiilor din lista de urmărire se trimit acolo.`,
        values.origin && webhookWarning(values),
      ],
    },
    webhook_secret_rotated: {
      subject: 'Secretul webhookului a fost înlocuit',
      paragraphs: (values) => [
        `Pe ${values.time} secretul webhookului dumneavoastră de la ${values.host} a fost înlocuit cu unul nou${from(values)}.`,
        values.origin && webhookWarning(values),
      ],
    },
    webhook_failing: {
      subject: 'Livrările către webhook eșuează',
      paragraphs: ({ url, time, host }) => [
        `Începând cu ${time}, modificările nu pot fi livrate webhookului dumneavoastră de la ${host}. Serviciul reîncearcă timp de trei zile din acel moment; în acest timp nu se pierde nicio modificare.`,
        `Pagina contului arată ultimele încercări și cauza eșecului:\n${url}`,
      ],
    },
    webhook_stopped: {
      subject: 'Webhookul a fost oprit',
      paragraphs: ({ url, time, host, webhookStop }) => [
        `Pe ${time} webhookul dumneavoastră de la ${host} a fost oprit. ${webhookStop}`,
        `Îl puteți relua pe pagina contului:\n${url}`,
      ],
    },
  },
  webhookStops: {
    failing:
      'Timp de trei zile toate încercările au eșuat. După reluare, livrarea continuă de la ultima modificare livrată.',
    gone: 'Adresa a răspuns cu 410. După reluare, livrarea continuă de la ultima modificare livrată.',
    changes_not_kept:
      'Modificările de după ultima livrată nu se mai păstrează. După reluare, se livrează modificările de atunci înainte.',
  },
};
