// Renders our own Markdown pages as HTML. HTML inside a page is escaped.

import { Marked } from 'marked';
import type { Sliced } from '../concurrency/turn.js';
import { escapeHtml } from '../http/reply/page.js';

/** Returns the target of a link on a page. Undefined if it is not on this server. */
type LinkOf = (href: string) => string | undefined;

/** Renders a page as HTML. Headings get ids, so that links within pages work. */
export function htmlOf(markdown: string, linkOf: LinkOf = besideIt): string {
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }) {
        const id = anchorOf(text);
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const shown = this.parser.parseInline(tokens);
        const to = linkOf(href);
        return to === undefined ? shown : `<a href="${escapeHtml(to)}">${shown}</a>`;
      },
      html: ({ text }) => escapeHtml(text),
      // Nothing is loaded from other servers, and our pages have no pictures.
      image: ({ text }) => escapeHtml(text),
    },
  });
  return marked.parse(markdown, { async: false });
}

/** Samples of all the kinds of Markdown that our pages use. */
const SAMPLES = [
  ...['text', '# title', '- item', '1. item', '[text](/to)', '`code`', '**strong** *text*'],
  ...['| a | b |\n| --- | --- |\n| 1 | 2 |', '```\ncode\n```', '> text', '<b>text</b>'],
];

/** Warms up the parser, so that the first page does not wait for it. Pauses between parts. */
export function* warmMarkdown(): Sliced<void> {
  for (const sample of SAMPLES) {
    htmlOf(sample);
    yield;
  }
}

/** Returns the title of a page: its first heading, without markup. */
export function titleOf(markdown: string): string {
  return (/^# (.+)$/m.exec(markdown)?.[1] ?? '').replaceAll('`', '');
}

/** Derives the id of a heading from its words, as other renderers do. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

// Returns the address of a page in the same folder, which is the file name without its extension.
function besideIt(href: string): string {
  return /^[a-z0-9-]+\.md$/.test(href) ? href.slice(0, -'.md'.length) : href;
}
