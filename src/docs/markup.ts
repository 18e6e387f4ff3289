import { toInlineHtml } from '../web/frame/highlight.ts';

/** Text with `code`, **strong words** and [links](/docs) to this service as HTML. */
export function toRichHtml(text: string): string {
  return toInlineHtml(text)
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\(([/#][^\s)]*)\)/g, '<a href="$2">$1</a>');
}

/** A heading that is a link to itself. */
export function toHeadingHtml(level: 2 | 3, id: string, html: string): string {
  return `<h${level} id="${id}"><a class="anchor" href="#${id}">${html}</a></h${level}>`;
}

const ENTITIES = new Map(Object.entries({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }));

export function unescapeHtml(html: string): string {
  return html.replace(/&(#?\w+);/g, (entity, name) => ENTITIES.get(name) ?? entity);
}
