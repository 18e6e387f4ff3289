import { join } from 'node:path';
import { Eta } from 'eta';
import type { FastifyReply } from 'fastify';
import { LANGUAGES, type Language } from '../domain/account/language.ts';
import { ASSET_URLS } from '../web/assets.ts';
import { en } from './locales/en.ts';
import { ro } from './locales/ro.ts';
import { ru } from './locales/ru.ts';
import type { Texts } from './locales/texts.ts';

const TEXTS: Readonly<Record<Language, Texts>> = { ro, ru, en };
const LANGUAGE_CHOICES = LANGUAGES.map((code) => ({ code, name: TEXTS[code].languageName }));

export function textsOf(language: Language): Texts {
  return TEXTS[language];
}

export interface PageValues {
  heading: string;
  narrow?: boolean;
  alert?: string;
  success?: string;
  [name: string]: unknown;
}

/** Sends one of the templates in a language. */
export type Render = (
  reply: FastifyReply,
  language: Language,
  template: 'account' | 'confirm' | 'link' | 'message' | 'sign-in',
  values: PageValues,
) => FastifyReply;

export function createRender(): Render {
  const eta = new Eta({ views: join(import.meta.dirname, 'templates'), cache: true });
  return (reply, language, template, values) => {
    const common = {
      language,
      languages: LANGUAGE_CHOICES,
      t: TEXTS[language],
      assets: ASSET_URLS,
    };
    // A value that a page has none of reads as undefined, and its part is left out.
    const html = eta.render(`./${template}`, { ...common, ...values });
    return reply.type('text/html; charset=utf-8').send(html);
  };
}
