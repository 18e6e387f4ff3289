import { refuseQuery } from '../answers/search.ts';
import { isLanguage, type Language } from '../domain/account/language.ts';
import { HTTP_ERRORS, RefusedRequest } from '../web/errors.ts';
import { escapeHtml } from '../web/frame/markup.ts';
import { COMPANY_PAGE_PATH } from './view.ts';
import { CARD_HEIGHT, CARD_WIDTH } from './widget-card.ts';

/*
 * oEmbed (https://oembed.com): from the address of a company's page, the HTML that shows its card.
 */

/** Dumps come weekly; a new version of the program shows within this time. */
export const MAX_AGE_SECONDS = 300;

const COMPANY_PATH = new RegExp(`^${COMPANY_PAGE_PATH}/(\\d{13})$`);
const PIXELS = /^[1-9]\d{0,4}$/;

export interface OembedQuery {
  idno: string;
  /** Null: the address of the page names none. */
  language: Language | null;
  width: number;
  height: number;
  /** Where browsers reach the service; no trailing slash. */
  baseUrl: string;
}

/** Throws RefusedRequest. */
export function readOembedQuery(query: unknown, baseUrl: string): OembedQuery {
  const { url, format = 'json', maxwidth, maxheight } = Object(query);
  if (format !== 'json') {
    const message = 'Leave out format, or give json: there is no other.';
    throw new RefusedRequest({ status: 501, error: 'not_implemented', message });
  }
  const example = `${baseUrl}${COMPANY_PAGE_PATH}/{idno}`;
  if (typeof url !== 'string') throw refuseQuery(`Give url once: ${example}.`);
  const page = URL.parse(url);
  const [, idno] = COMPANY_PATH.exec(page?.pathname ?? '') ?? [];
  if (page?.origin !== baseUrl || idno === undefined) {
    const message = `Give url as the address of a company's page: ${example}.`;
    throw new RefusedRequest({ ...HTTP_ERRORS.not_found, message });
  }
  const lang = page.searchParams.get('lang') ?? '';
  return {
    idno,
    language: isLanguage(lang) ? lang : null,
    width: readMax('maxwidth', maxwidth, CARD_WIDTH),
    height: readMax('maxheight', maxheight, CARD_HEIGHT),
    baseUrl,
  };
}

/** The size of the card, or less if less is wanted: the frame then scrolls. */
function readMax(name: string, text: unknown, size: number): number {
  if (text === undefined) return size;
  if (typeof text !== 'string' || !PIXELS.test(text)) {
    throw refuseQuery(`Give ${name} as a number of pixels.`);
  }
  return Math.min(Number(text), size);
}

export function toOembed({
  idno,
  name,
  language,
  width,
  height,
  baseUrl,
}: OembedQuery & { name: string }) {
  const card = `${baseUrl}/api/widget/company/${idno}/card`;
  const attributes = {
    src: language === null ? card : `${card}?lang=${language}`,
    title: `${name} · ${idno}`,
    width,
    height,
    frameborder: 0,
    loading: 'lazy',
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
  };
  const html = Object.entries(attributes).map(
    ([key, value]) => `${key}="${escapeHtml(String(value))}"`,
  );
  return {
    version: '1.0',
    type: 'rich',
    title: name,
    provider_name: 'Registru',
    provider_url: baseUrl,
    cache_age: MAX_AGE_SECONDS,
    width,
    height,
    html: `<iframe ${html.join(' ')}></iframe>`,
  };
}
