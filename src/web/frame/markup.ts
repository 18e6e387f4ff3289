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

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
