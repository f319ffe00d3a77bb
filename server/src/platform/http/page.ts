// Our own short texts as HTML: headings, paragraphs, lists, code and links, nothing else.

/** A whole HTML page around a body. */
export function pageOf(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body>
${body}
</body>
</html>
`;
}

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
