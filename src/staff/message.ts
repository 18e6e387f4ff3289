/** A page of one sentence, and where to go on. */
export function toMessagePage(message: string, next: { url: string; label: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Registru – staff</title>
</head>
<body>
<h1>Registru – staff</h1>
<p>${toHtml(message)}</p>
<p><a href="${next.url}">${next.label}</a></p>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function toHtml(text: string): string {
  return text.replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one);
}
