import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Eta } from 'eta';
import type { FastifyInstance } from 'fastify';
import { LANGUAGES, type Language } from '../../domain/account/language.ts';
import type { PlanPrices } from '../../domain/account/plan.ts';
import { readAsset, serveAssets } from './assets.ts';
import { en, type FrameTexts } from './locales/en.ts';
import { ro } from './locales/ro.ts';
import { ru } from './locales/ru.ts';
import { highlight } from './markup.ts';

/*
 * The frame of every page: head, header, footer, colours, type and code blocks. A part of the service
 * makes its pages once, and renders them with a `frame` among the values:
 *
 *     const PAGES = createPages({ folder: import.meta.dirname, style: 'page.css' });
 *     PAGES.serveAssets(scope);
 *     PAGES.render('account', { frame: { language, title, supportUrl, current: 'account' }, email });
 *
 * A template begins with `<% layout('@frame') %>` and has a <main id="content">. It finds the frame's
 * words in `it.frame.t`. `include('@code-tabs', { ...it, id, label, examples })` shows code in several
 * languages, highlighted and with a button to copy it; `it.highlight(code)` makes HTML of other code.
 * `include('@company-search', it)` is the search for companies.
 * `include('@get-plan', it)` says how people get a plan, from an `Offer` in `it.offer`.
 * The page '@message' has a heading, a text and links, and needs no template.
 */

/** The parts of the service that the header leads to. */
export type Section = 'docs' | 'account' | 'status';

export interface Frame {
  language: Language;
  /** The window's title, before the name of the service. */
  title: string;
  /** For search engines and previews. */
  description?: string | undefined;
  /** The address of the page for previews of links (Open Graph); left out: they get no tags. */
  previewUrl?: string | undefined;
  /** The address of the HTML by which pages of other sites embed the page (oEmbed). */
  oembedUrl?: string | undefined;
  /** Where people get help; null: the header has no such link. */
  supportUrl: string | null;
  /** At the foot of the page; left out: there are none. */
  legal?: LegalLinks | undefined;
  /** The part that the page belongs to. */
  current?: Section | undefined;
  /** The language switch; left out: there is none. */
  languageChoice?: LanguageForm | LanguageLinks | undefined;
  /** Whether the address names the language: links to the start page then keep it. */
  hasLanguage?: boolean | undefined;
  /** The address that search engines should list, where a page has several. */
  canonical?: string | undefined;
  /** The addresses of the same page in each language, for search engines. */
  alternates?: Readonly<Record<Language, string>> | undefined;
  /** Whose session it is: the header names the account, and has the button to sign out. */
  signedInAs?: string | undefined;
  /** Addresses of further style sheets and scripts. */
  styles?: readonly string[] | undefined;
  scripts?: readonly string[] | undefined;
  /** Leaves out Pico, where another style sheet has the type and controls of the page. */
  withoutPico?: boolean | undefined;
}

/** The operator's own pages; null: there is none. */
export interface LegalLinks {
  termsUrl: string | null;
  privacyUrl: string | null;
}

/** How people get a plan with API access, as the operator has set it. */
export interface Offer extends LegalLinks {
  /** Where they get it; null: they ask at `supportUrl`, or else the operator. */
  upgradeUrl: string | null;
  supportUrl: string | null;
  /** Texts next to the limits of the plans. */
  planPrices: PlanPrices;
}

/** The choice is stored: see LANGUAGE_PATH. */
export interface LanguageForm {
  /** The page to come back to. */
  next?: string | undefined;
}

/** Each language has an address, which changes no stored choice. */
export interface LanguageLinks {
  hrefs: Readonly<Record<Language, string>>;
}

/** The values of '@message'. */
export interface Message {
  heading: string;
  text: string;
  /** The path to try again; left out: that would not help. */
  retry?: string | undefined;
  /** Links instead of the one to the start page; not shown with `retry`. */
  actions?: readonly { href: string; label: string }[] | undefined;
  /** Whether it has the search for companies. Default: no. */
  offersSearch?: boolean | undefined;
}

export interface Pages {
  /** The HTML of one of the folder's templates, or of '@message'. */
  render(template: string, values: { frame: Frame; [name: string]: unknown }): string;
  /** Serves the style sheet of these pages; `serveSharedAssets` the others. */
  serveAssets(scope: FastifyInstance): void;
}

/** The path of the documentation's guide in each language. */
export const GUIDE_PATHS: Readonly<Record<Language, string>> = {
  ro: '/docs/ro',
  ru: '/docs/ru',
  en: '/docs',
};

const FOLDER = import.meta.dirname;
const TEXTS: Readonly<Record<Language, FrameTexts>> = { ro, ru, en };
const LANGUAGE_CHOICES = LANGUAGES.map((code) => ({ code, name: TEXTS[code].languageName }));
const PICO = createRequire(import.meta.url).resolve('@picocss/pico/css/pico.blue.min.css');
const SHARED = {
  pico: readAsset(PICO),
  colours: readAsset(join(FOLDER, 'assets/colours.css')),
  frame: readAsset(join(FOLDER, 'assets/frame.css')),
  code: readAsset(join(FOLDER, 'assets/code.css')),
  script: readAsset(join(FOLDER, 'assets/page.js')),
  icon: readAsset(join(FOLDER, 'assets/icon.svg')),
};
const PARTIALS = ['frame', 'message', 'code-tabs', 'company-search', 'get-plan'].map((name) => {
  return { name, text: readFileSync(join(FOLDER, `templates/${name}.eta`), 'utf8') };
});

/** Serves, once for the whole service, the files that all pages load. */
export function serveSharedAssets(scope: FastifyInstance): void {
  serveAssets(scope, Object.values(SHARED));
}

/** `folder` has `templates/`, and in `assets/` a style sheet on top of what all pages share. */
export function createPages({ folder, style }: { folder: string; style?: string }): Pages {
  const own = style === undefined ? [] : [readAsset(join(folder, 'assets', style))];
  const eta = new Eta({ views: join(folder, 'templates'), cache: true });
  for (const { name, text } of PARTIALS) eta.loadTemplate(`@${name}`, text);
  return {
    render(template, { frame, ...values }) {
      const name = template.startsWith('@') ? template : `./${template}`;
      return eta.render(name, { ...values, highlight, frame: toWholeFrame(frame) });
    },
    serveAssets: (scope) => serveAssets(scope, own),
  };

  function toWholeFrame(frame: Frame) {
    const { pico, colours, frame: base, code, script, icon } = SHARED;
    const styles = [...(frame.withoutPico ? [] : [pico]), colours, base, code, ...own];
    return {
      ...frame,
      t: TEXTS[frame.language],
      guidePath: GUIDE_PATHS[frame.language],
      startPath: frame.hasLanguage ? `/?lang=${frame.language}` : '/',
      languages: LANGUAGE_CHOICES,
      icon: icon.url,
      styles: [...styles.map(({ url }) => url), ...(frame.styles ?? [])],
      scripts: [script.url, ...(frame.scripts ?? [])],
    };
  }
}

/** Pages of a heading, a text and links, for parts of the service that have no other page. */
export const MESSAGE_PAGES = createPages({ folder: FOLDER });
