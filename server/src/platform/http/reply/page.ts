// The frame and the style sheet of our own HTML pages.

/** Builds a complete HTML page around a body. */
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

/** The navigation of every documentation page. */
export type Navigation = readonly {
  readonly title: string;
  readonly links: readonly { readonly title: string; readonly path: string }[];
}[];

interface SitePageParts {
  readonly title: string;
  readonly body: string;
  readonly navigation: Navigation;
  /** The address of the current page, which is marked in the navigation. */
  readonly path: string;
}

/** Builds a documentation page from its text and the navigation. */
export function sitePageOf({ title, body, navigation, path }: SitePageParts): string {
  const sections = [REFERENCES, ...navigation].map(
    ({ title: heading, links }) =>
      `<h2>${escapeHtml(heading)}</h2>\n<ul>\n${links
        .map((link) => navigationItem(link, path))
        .join('\n')}\n</ul>`,
  );
  const whole = `<a class="skip" href="#text">To the text</a>
<div class="site">
<nav aria-label="Documentation">
<p><a href="/docs"><strong>Countinghouse</strong></a></p>
${sections.join('\n')}
</nav>
<main id="text">
${body}
</main>
</div>`;
  return pageOf(`${title} · Countinghouse`, whole);
}

const REFERENCES = {
  title: 'Reference',
  links: [
    { title: 'Every operation', path: '/docs/reference' },
    { title: 'Every problem', path: '/docs/problems' },
    { title: 'Events (AsyncAPI)', path: '/asyncapi.json' },
    { title: 'Postman collection', path: '/postman.json' },
  ],
} as const;

function navigationItem(
  link: { readonly title: string; readonly path: string },
  current: string,
): string {
  const here = link.path === current ? ' aria-current="page"' : '';
  return `<li><a href="${link.path}"${here}>${escapeHtml(link.title)}</a></li>`;
}

/** The style sheet of our pages, with a single column and light and dark colours. */
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
pre code { font-size: 1em; }
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { padding: 0.3rem 0.75rem 0.3rem 0; text-align: left; vertical-align: top; }
th, td { border-bottom: 1px solid light-dark(#d7dde3, #3a4048); }
body:has(.site) { max-width: 72rem; }
.site { display: grid; grid-template-columns: 14rem minmax(0, 1fr); gap: 3rem; }
.site main { max-width: 46rem; }
.site main h1 { margin-top: 0; }
nav { font-size: 0.9rem; }
nav h2 { font-size: 0.8rem; margin: 1.5rem 0 0.25rem; color: light-dark(#57606a, #9aa4af); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { padding: 0.1rem 0; }
nav a { text-decoration: none; }
nav a:hover, nav a[aria-current] { text-decoration: underline; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; }
@media (max-width: 50rem) { .site { display: block; } }
`;

/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
