import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { COMPANY_PAGE_PATH } from './view.ts';

export const SITEMAP_PATH = '/sitemap.xml';
/** The folder of the parts, which are `/sitemap/1.xml.gz` and so on. */
export const SITEMAP_PARTS_PATH = '/sitemap';
/** The most addresses of a part (https://www.sitemaps.org/protocol.html). */
const MAX_ADDRESSES = 50_000;
/** Enough for ten times as many companies as the register has; further ones are not listed. */
const MAX_PARTS = 50;
/** A read takes a few milliseconds, and requests are answered between two of them. */
const IDNOS_PER_READ = 5_000;
/** Dumps come weekly. */
const MAX_AGE_MS = 3_600_000;

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const compress = promisify(gzip);

export interface Sitemap {
  /** XML that names the parts. */
  index: string;
  /** By file name; gzipped XML. */
  parts: ReadonlyMap<string, Buffer>;
}

export interface SitemapSources {
  /** `CompanyReads.listIdnos`. */
  listIdnos: (after: string | null, first: number) => Promise<string[]>;
  /** Where browsers reach the service; no trailing slash. */
  baseUrl: string;
  /** Milliseconds of a monotonic clock. */
  elapsedMs: () => number;
}

/**
 * Lists the pages of all companies for search engines. The first request builds it, and so does the
 * first one after MAX_AGE_MS or a failure; requests meanwhile share the work. Rejects with
 * Unavailable.
 */
export function createSitemap(sources: SitemapSources): () => Promise<Sitemap> {
  let made: Promise<Sitemap> | null = null;
  let madeAtMs = 0;
  return () => {
    if (made !== null && sources.elapsedMs() - madeAtMs < MAX_AGE_MS) return made;
    const making = makeSitemap(sources);
    made = making;
    madeAtMs = sources.elapsedMs();
    making.catch(() => {
      if (made === making) made = null;
    });
    return making;
  };
}

async function makeSitemap({ listIdnos, baseUrl }: SitemapSources): Promise<Sitemap> {
  const parts = new Map<string, Buffer>();
  const toEntry = (tag: 'url' | 'sitemap', path: string) =>
    `<${tag}><loc>${baseUrl}${path}</loc></${tag}>`;
  for (let after: string | null = null; parts.size < MAX_PARTS; ) {
    const entries: string[] = [];
    while (entries.length < MAX_ADDRESSES) {
      const idnos: string[] = await listIdnos(after, IDNOS_PER_READ);
      for (const idno of idnos) entries.push(toEntry('url', `${COMPANY_PAGE_PATH}/${idno}`));
      after = idnos.at(-1) ?? null;
      if (after === null) break;
      await setImmediate();
    }
    if (entries.length > 0) {
      parts.set(`${parts.size + 1}.xml.gz`, await compress(toXml('urlset', entries)));
    }
    if (after === null) break;
  }
  const names = [...parts.keys()];
  const index = names.map((name) => toEntry('sitemap', `${SITEMAP_PARTS_PATH}/${name}`));
  return { index: toXml('sitemapindex', index), parts };
}

function toXml(root: 'urlset' | 'sitemapindex', entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${NAMESPACE}>${entries.join('\n')}</${root}>\n`;
}
