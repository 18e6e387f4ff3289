import type { FastifyRequest } from 'fastify';
import type { Language } from '../domain/account/language.ts';
import { type Cookies, createCookies } from '../web/cookies.ts';
import { chooseLanguage } from './language.ts';
import { createRender, type Render } from './view.ts';

/** What every page is made with, also the page of an error at an address that has none. */
export interface PageView {
  cookies: Cookies;
  render: Render;
  languageOf: (request: FastifyRequest) => Language;
}

export function createPageView(baseUrl: string): PageView {
  const cookies = createCookies(baseUrl);
  return {
    cookies,
    render: createRender(),
    languageOf: (request) =>
      chooseLanguage(cookies.read(request, 'language'), request.headers['accept-language']),
  };
}
