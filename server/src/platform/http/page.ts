// Our own short texts as HTML: headings, paragraphs, lists, code and links, nothing else.

/** A whole HTML page around a body. */
export function pageOf(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/docs/page.css">
</head>
<body>
${body}
</body>
</html>
`;
}

/** How our pages look: one calm column, by daylight and by night. */
export const PAGE_STYLE = `:root { color-scheme: light dark; }
body {
  max-width: 44rem; margin: 3rem auto; padding: 0 1.25rem;
  font: 16px/1.6 system-ui, sans-serif;
}
h1 { font-size: 1.6rem; letter-spacing: -0.01em; }
h2 { font-size: 1.1rem; margin-top: 2rem; }
a { color: light-dark(#0b57d0, #a8c7fa); }
code, pre { font: 0.9em/1.5 ui-monospace, monospace; }
pre { padding: 1rem; border-radius: 0.5rem; overflow-x: auto; }
pre { background: light-dark(#f3f5f7, #1f2328); }
`;

/** The few marks of Markdown that our pages use; anything else comes out as the text that it is. */
export function htmlOf(markdown: string): string {
  const fences = markdown.split(/^```\w*$/m);
  return fences
    .map((part, index) =>
      index % 2 === 1 ? `<pre>${escapeHtml(part.trim())}</pre>` : blocksOf(part),
    )
    .join('\n');
}

function blocksOf(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map(blockOf)
    .join('\n');
}

function blockOf(block: string): string {
  const [, marks, heading] = /^(#{1,3}) (.*)$/.exec(block) ?? [];
  if (marks !== undefined) return `<h${marks.length}>${inline(heading ?? '')}</h${marks.length}>`;
  if (!block.startsWith('- ')) return `<p>${inline(block)}</p>`;
  const items = block.split(/^- /m).slice(1);
  return `<ul>${items.map((item) => `<li>${inline(item.trim())}</li>`).join('')}</ul>`;
}

function inline(text: string): string {
  return escapeHtml(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\[([^\]]+)\]\((\/[^)\s]*|[a-z0-9-]+)(\.md)?\)/g, '<a href="$2">$1</a>');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
