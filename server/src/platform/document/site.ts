// The documentation site under `/docs`, rendered by this server: the pages in the folder `docs` and
// a few others.

import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { lazilyAsync } from '../concurrency/lazily.js';
import { othersTurn } from '../concurrency/turn.js';
import { escapeHtml, type Navigation, sitePageOf } from '../http/reply/page.js';
import { commonProblems, refusal } from '../http/reply/problem.js';
import { addPage } from '../http/request/method.js';
import { packageFolder } from '../package-folder.js';
import { htmlOf, titleOf } from './markdown.js';

interface SitePage {
  /** The page's file, relative to the project folder. */
  readonly file: string;
  /** The path at which the page is served. */
  readonly path: string;
  readonly title: string;
  readonly markdown: string;
}

export interface Site {
  /** The paths of the site's pages. */
  readonly paths: readonly string[];
  readonly pages: () => Promise<readonly SitePage[]>;
  /** Returns a page of the site as HTML. Refuses with DOCUMENT_NOT_FOUND. */
  readonly html: (path: string) => Promise<string>;
  /** Returns a page of the site as Markdown. Refuses with DOCUMENT_NOT_FOUND. */
  readonly markdown: (path: string) => Promise<string>;
  /** Returns the list of all problem pages, as HTML. */
  readonly problemList: () => Promise<string>;
  /** Renders the Markdown page about a problem as HTML. */
  readonly problem: (markdown: string) => Promise<string>;
}

const PROJECT = () => join(packageFolder(), '..');

/** The sections of the site in order, each with its folder or files. */
const SECTIONS = [
  { title: 'Guides', files: ['docs/guides'] },
  { title: 'Building on it', files: ['docs/api', 'sdk/README.md', 'sdk/examples/README.md'] },
  { title: 'Running it', files: ['docs/operations'] },
  { title: 'About it', files: ['docs/architecture.md', 'docs/glossary.md', 'CHANGELOG.md'] },
] as const;

const PROBLEMS = '/docs/problems';

/** Guides in reading order. The others follow, sorted by name. */
const FIRST_READ = ['README', 'quick-start', 'place-an-order', 'fund-an-account'];

interface Contents {
  readonly pages: readonly SitePage[];
  readonly navigation: Navigation;
}

interface Section {
  readonly title: string;
  readonly files: readonly string[];
}

/**
 * Finds the pages of the site, which do not change while the server runs. The first request reads
 * all of them.
 */
export async function findSite(): Promise<Site> {
  const sections = await Promise.all(
    SECTIONS.map(async ({ title, files }) => ({ title, files: await filesOf(files) })),
  );
  const contents = lazilyAsync(() => readContents(sections));
  const rendered = async (show: (contents: Contents) => PageParts): Promise<string> => {
    const read = await contents();
    await othersTurn();
    return sitePageOf({ navigation: read.navigation, ...show(read) });
  };
  return {
    paths: sections.flatMap(({ files }) => files.map(pathOf)),
    pages: async () => (await contents()).pages,
    html: cachedByPath((path) =>
      rendered(({ pages }) => {
        const { title, markdown, file } = pageAt(pages, path);
        return { title, path, body: htmlOf(markdown, (href) => targetOf(pages, file, href)) };
      }),
    ),
    markdown: async (path) => pageAt((await contents()).pages, path).markdown,
    problemList: lazilyAsync(async () => {
      const body = await problemRows();
      return rendered(() => ({ title: 'Problems', body, path: PROBLEMS }));
    }),
    problem: (markdown) =>
      rendered(({ pages }) => {
        const body = htmlOf(markdown, (href) => targetOf(pages, 'docs/problems/any.md', href));
        return { title: titleOf(markdown), body, path: PROBLEMS };
      }),
  };
}

/** Builds each page once. A failure is not cached. */
function cachedByPath(make: (path: string) => Promise<string>): (path: string) => Promise<string> {
  const pages = new Map<string, () => Promise<string>>();
  return (path) => {
    const page = pages.get(path) ?? lazilyAsync(() => make(path));
    pages.set(path, page);
    return page();
  };
}

type PageParts = Omit<Parameters<typeof sitePageOf>[0], 'navigation'>;

async function readContents(sections: readonly Section[]): Promise<Contents> {
  const read = await Promise.all(
    sections.map(async ({ title, files }) => ({
      title,
      pages: await Promise.all(files.map(readPage)),
    })),
  );
  return {
    pages: read.flatMap(({ pages }) => pages),
    navigation: read.map(({ title, pages }) => ({
      title,
      links: pages.map((page) => ({ title: page.title, path: page.path })),
    })),
  };
}

async function readPage(file: string): Promise<SitePage> {
  const markdown = await readFile(join(PROJECT(), file), 'utf8');
  return { file, markdown, path: pathOf(file), title: titleOf(markdown) };
}

function pageAt(pages: readonly SitePage[], path: string): SitePage {
  const page = pages.find((each) => each.path === path);
  if (page === undefined) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND, { detail: 'no such page' });
  }
  return page;
}

async function filesOf(files: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    files.map(async (file) => (file.endsWith('.md') ? [file] : pagesIn(file))),
  );
  return found.flat();
}

async function pagesIn(folder: string): Promise<string[]> {
  const names = await readdir(join(PROJECT(), folder));
  const rankOf = (name: string) => {
    const rank = FIRST_READ.indexOf(name.replace(/\.md$/, ''));
    return rank < 0 ? FIRST_READ.length : rank;
  };
  return names
    .filter((name) => name.endsWith('.md'))
    .sort((left, right) => rankOf(left) - rankOf(right) || left.localeCompare(right))
    .map((name) => `${folder}/${name}`);
}

// The README of a folder is the folder's page, and the README of the guides is the site's first
// page.
function pathOf(file: string): string {
  const path = file
    .replace(/\.md$/, '')
    .replace(/^docs\//, '')
    .replace(/\/README$/, '')
    .toLowerCase();
  return path === 'guides' ? '/docs' : `/docs/${path}`;
}

// Converts a link between pages to a link within the site. Links to source files are removed.
function targetOf(pages: readonly SitePage[], from: string, href: string): string | undefined {
  if (/^(https?:\/\/|\/|#)/.test(href)) return href;
  const [file = '', anchor] = href.split('#', 2);
  const target = posix.join(posix.dirname(from), file);
  const problem = /^docs\/problems\/([a-z0-9-]+)\.md$/.exec(target)?.[1];
  if (problem !== undefined) return `/problems/${problem}`;
  if (/^docs\/problems(\/README\.md)?\/?$/.test(target)) return PROBLEMS;
  const page = pages.find((each) => each.file === target || each.file === `${target}README.md`);
  if (page === undefined) return undefined;
  return anchor === undefined ? page.path : `${page.path}#${anchor}`;
}

/** The folder of the problem pages. */
export const problemPageFolder = (): string => join(PROJECT(), 'docs', 'problems');

async function problemRows(): Promise<string> {
  const names = (await readdir(problemPageFolder())).filter((name) => name !== 'README.md');
  const rows: string[] = [];
  // The files are read one after the other, because reading all at once would block the event loop.
  for (const name of names.sort()) {
    const text = await readFile(join(problemPageFolder(), name), 'utf8');
    const [, status = '', said = ''] = /^HTTP (\d+)\. (.*)$/m.exec(text) ?? [];
    const link = `<a href="/problems/${name.replace(/\.md$/, '')}">${titleOf(text)}</a>`;
    rows.push(`<tr><td>${link}</td><td>${status}</td><td>${escapeHtml(said)}</td></tr>`);
  }
  const head = '<tr><th>Code</th><th>Status</th><th>Meaning</th></tr>';
  return `<h1>Problems</h1>
<p>A refusal has one of these codes in <code>msgCode</code>, whose meaning never changes.</p>
<table><thead>${head}</thead><tbody>${rows.join('\n')}</tbody></table>`;
}

/** Returns the path of a page's Markdown. */
export function markdownPathOf(path: string): string {
  return path === '/docs' ? '/docs/index.md' : `${path}.md`;
}

/** Serves the pages of the site. With the suffix `.md`, a page is served as Markdown. */
export function addSitePages(
  server: FastifyInstance,
  site: Site,
  send: (reply: FastifyReply, type: 'text/html' | 'text/markdown', text: string) => FastifyReply,
): void {
  for (const path of new Set(site.paths)) {
    addPage(server, path, async (_, reply) => send(reply, 'text/html', await site.html(path)));
    addPage(server, markdownPathOf(path), async (_, reply) =>
      send(reply, 'text/markdown', await site.markdown(path)),
    );
  }
  addPage(server, PROBLEMS, async (_, reply) => send(reply, 'text/html', await site.problemList()));
}
