// The project's own files as text, for tests of the house style.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One file of the project. */
export interface Source {
  /** Relative to the project's folder, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  /**
   * TypeScript without the contents of comments, texts and patterns; lines and columns as in
   * `lines`.
   */
  readonly code: readonly string[];
}

/** Folders without hand-written files. */
const NOT_OURS = new Set(['node_modules', 'dist', 'data', '.git', 'golden', 'generated']);

const TYPESCRIPT = new Set(['.ts', '.tsx', '.mts', '.js', '.mjs']);

/** The folder of the project, whether this runs from source or compiled. */
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

// The first to begin wins. A pattern can only occur where a value may.
const TEXTS = [
  /\/\/[^\n]*/,
  /\/\*[\s\S]*?\*\//,
  /'(?:\\.|[^'\\\n])*'/,
  /"(?:\\.|[^"\\\n])*"/,
  /(?<=[=(,:;!&|?{}[\]\n>]\s*|return )\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/,
  /`/,
];

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');

/** The text with spaces for everything that is not code, so that lines and columns stay. */
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

/** A template after its first backtick: its values are code, the rest is not. */
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

/** The position of the brace that closes a template's value. */
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
