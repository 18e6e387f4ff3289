import type { LetterTexts, Values } from './texts.ts';

const signature = 'Registru';

function warning({ url }: Values): string {
  return `Dacă nu ați făcut dumneavoastră această modificare, intrați în cont, revocați cheia și deconectați toate dispozitivele:\n${url}`;
}

export const ROMANIAN: LetterTexts = {
  sign_in_link: {
    subject: 'Intrarea în contul Registru',
    paragraphs: ({ url, time }) => [
      'Bună ziua!',
      `Pentru a intra în cont, deschideți acest link și apăsați butonul de pe pagină:\n${url}`,
      `Linkul funcționează o singură dată, până la ${time}.`,
      'Dacă nu ați cerut acest link, ignorați mesajul: fără el nimeni nu poate intra în cont.',
    ],
    signature,
  },
  key_created: {
    subject: 'Cheie API nouă',
    paragraphs: (values) => [
      'Bună ziua!',
      `Contul dumneavoastră are o cheie API nouă, ${values.keyStart}…, creată la ${values.time}.`,
      `Cheia se vede o singură dată, în pagina contului:\n${values.url}`,
      'Dacă nu ați făcut dumneavoastră această modificare, revocați cheia în aceeași pagină.',
    ],
    signature,
  },
  key_regenerated: {
    subject: 'Cheia API a fost înlocuită',
    paragraphs: (values) => [
      'Bună ziua!',
      `La ${values.time} cheia API a contului a fost înlocuită cu una nouă, ${values.keyStart}…. Cheia veche nu mai funcționează.`,
      warning(values),
    ],
    signature,
  },
  key_revoked: {
    subject: 'Cheia API a fost revocată',
    paragraphs: (values) => [
      'Bună ziua!',
      `La ${values.time} cheia API ${values.keyStart}… a fost revocată. Ea nu mai funcționează.`,
      `Dacă nu ați făcut dumneavoastră această modificare, intrați în cont și deconectați toate dispozitivele:\n${values.url}`,
    ],
    signature,
  },
  new_browser: {
    subject: 'Intrare în cont dintr-un browser nou',
    paragraphs: (values) => [
      'Bună ziua!',
      `La ${values.time} cineva a intrat în contul dumneavoastră dintr-un browser nou, de la adresa de rețea ${values.address}.`,
      `Dacă nu ați fost dumneavoastră, intrați în cont, revocați cheia și deconectați toate dispozitivele:\n${values.url}`,
    ],
    signature,
  },
};
