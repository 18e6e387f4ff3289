import type { FastifyRequest } from 'fastify';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../domain/account/language.ts';
import type { Cookies } from './cookies.ts';
import { findPathEnd, toWeightedList } from './request.ts';

/** A path of this service, which no browser takes for another host. */
const PAGE_PATH = /^\/(?:[a-z\d][a-z\d-]{0,99}(?:\/[a-z\d][a-z\d-]{0,99}){0,5})?$/;

/** Whether a form may redirect the browser to this path. */
export function isPagePath(text: string): boolean {
  return PAGE_PATH.test(text);
}

/** A path with parameters, as browsers and `toHref` write them, and a part of the page. */
const PAGE_ADDRESS = /^([^?#]*)(?:\?[\w.~%+=&*@:-]{0,1000})?(?:#[a-z-]{1,40})?$/;

/** The same for an address that may have parameters and name a part of the page. */
export function isPageAddress(text: string): boolean {
  return isPagePath(PAGE_ADDRESS.exec(text)?.[1] ?? '');
}

/** The path of a request, if a form may redirect back to it. */
export function toPagePath({ method, url }: FastifyRequest): string | undefined {
  const path = url.slice(0, findPathEnd(url));
  return method === 'GET' && isPagePath(path) ? path : undefined;
}

/** The language that the address names as `?lang=ru`; null if it names none. */
export function readAskedLanguage({ query }: Pick<FastifyRequest, 'query'>): Language | null {
  const { lang } = Object(query);
  return typeof lang === 'string' && isLanguage(lang) ? lang : null;
}

/** The language of a page for a visitor. */
export function readLanguage(request: FastifyRequest, cookies: Cookies): Language {
  return chooseLanguage(cookies.read(request, 'language'), request.headers['accept-language']);
}

/** The visitor's choice; else the available language that the browser prefers; else the default. */
export function chooseLanguage(chosen: string | null, accepted: string | undefined): Language {
  if (chosen !== null && isLanguage(chosen)) return chosen;
  const wanted = toWeightedList(accepted).sort((one, other) => other.quality - one.quality);
  for (const { value, quality } of wanted) {
    const tag = value.split('-', 1)[0] ?? '';
    if (quality > 0 && isLanguage(tag)) return tag;
  }
  return DEFAULT_LANGUAGE;
}
