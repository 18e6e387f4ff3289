const TOKENS =
  /(?<comment>(?<=^|\s)(?:\/\/|#)[^\n]*|(?<=^|\s)\/\*[\s\S]*?\*\/)|(?<key>"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<word>\b(?:async|await|const|continue|def|echo|except|exit|export|for|foreach|from|function|if|import|in|let|new|null|of|print|raise|return|static|throw|true|false|True|False|None|try|while|with|curl|sh)\b)|(?<number>\b\d[\d_.]*\b)/gm;

/** Code as HTML with spans around comments, strings, keywords and numbers, for all languages. */
export function highlight(code: string): string {
  let html = '';
  let from = 0;
  for (const match of code.matchAll(TOKENS)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0];
    html += `${escapeHtml(code.slice(from, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`;
    from = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(from));
}

/** Text with `code` in backticks as HTML. */
export function toInlineHtml(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

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

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const ENTITIES = new Map(Object.entries({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }));

export function unescapeHtml(html: string): string {
  return html.replace(/&(#?\w+);/g, (entity, name) => ENTITIES.get(name) ?? entity);
}
