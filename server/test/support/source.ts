// The project's own files as text, for the house style tests.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One file of the project. */
export interface Source {
  /** Relative to the project's folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  /**
   * TypeScript in which the contents of comments, strings and patterns are blanked out. Lines and
   * columns match `lines`.
   */
  readonly code: readonly string[];
}

/** Folders that contain no hand-written files. */
const NOT_OURS = new Set(['node_modules', 'dist', 'data', '.git', 'golden', 'generated']);

const TYPESCRIPT = new Set(['.ts', '.tsx', '.mts', '.js', '.mjs']);

/** Returns the project's folder, both when run from source and when compiled. */
export function projectFolder(): string {
  const here = fileURLToPath(import.meta.url);
  const below = here.includes(join('server', 'dist')) ? 5 : 4;
  let folder = here;
  for (let up = 0; up < below; up += 1) folder = dirname(folder);
  return folder;
}

/** Reads every hand-written file of the project. */
export function readSources(): Source[] {
  const root = projectFolder();
  return filesBelow(root).map((file) => {
    const text = readFileSync(file, 'utf8');
    const isCode = TYPESCRIPT.has(extname(file));
    return {
      path: relative(root, file).replaceAll('\\', '/'),
      text,
      lines: text.split('\n'),
      code: (isCode ? withoutTexts(text) : '').split('\n'),
    };
  });
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !NOT_OURS.has(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(path);
      return entry.isFile() ? [path] : [];
    })
    .sort();
}

// The alternative that matches first in the text wins. A regular expression can occur only where a
// value may.
const TEXTS = [
  /\/\/[^\n]*/,
  /\/\*[\s\S]*?\*\//,
  /'(?:\\.|[^'\\\n])*'/,
  /"(?:\\.|[^"\\\n])*"/,
  /(?<=[=(,:;!&|?{}[\]\n>]\s*|return )\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/,
  /`/,
];

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');

/**
 * Returns the text with everything that is not code replaced by spaces, so that lines and columns
 * do not change.
 */
export function withoutTexts(text: string): string {
  const pattern = new RegExp(TEXTS.map((text) => text.source).join('|'), 'g');
  let code = '';
  let at = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    code += text.slice(at, match.index);
    if (match[0] === '`') {
      const template = readTemplate(text, match.index + 1);
      code += template.code;
      at = template.end;
    } else {
      code += blank(match[0]);
      at = match.index + match[0].length;
    }
    pattern.lastIndex = at;
  }
  return code + text.slice(at);
}

/** Reads a template after its opening backtick. Its `${}` values are code; the rest is not. */
function readTemplate(
  text: string,
  start: number,
): { readonly code: string; readonly end: number } {
  let code = '`';
  let at = start;
  while (at < text.length && text[at] !== '`') {
    if (text.startsWith('${', at)) {
      const end = endOfValue(text, at + 2);
      code += `  ${withoutTexts(text.slice(at + 2, end))} `;
      at = end + 1;
    } else {
      const length = text[at] === '\\' ? 2 : 1;
      code += blank(text.slice(at, at + length));
      at += length;
    }
  }
  return { code: `${code}\``, end: at + 1 };
}

/** Returns the position of the brace that closes a template's value. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const letter = text[at];
    if (letter === '}' && depth === 0) return at;
    if (letter === '{') depth += 1;
    if (letter === '}') depth -= 1;
    if (letter === '`') at = readTemplate(text, at + 1).end;
    else if (letter === "'" || letter === '"') at = endOfText(text, at);
    else at += 1;
  }
  return at;
}

function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== text[start]) at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
