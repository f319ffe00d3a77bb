// Maps locations in a bundled script to locations in the sources.

import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';

/**
 * Returns a function that replaces each `script:line:column` in a text with a source location.
 * @param script the path of the script; the source map next to it is read on first use
 */
export function placesInSources(script: string): (text: string) => string {
  let map: SourceMap | undefined;
  const sourcePlace = (line: number, column: number): string | undefined => {
    map ??= new SourceMap(JSON.parse(readFileSync(`${script}.map`, 'utf8')));
    const found = map.findEntry(line - 1, column - 1);
    if (!('originalSource' in found)) return undefined;
    const source = resolve(dirname(script), found.originalSource);
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  };
  return (text) => {
    const [first = '', ...others] = text.split(`${script}:`);
    const replaced = others.map((part) => {
      const [place, line, column] = /^(\d+):(\d+)/.exec(part) ?? [];
      if (place === undefined) return `${script}:${part}`;
      const source = sourcePlace(Number(line), Number(column)) ?? `${script}:${place}`;
      return source + part.slice(place.length);
    });
    return first + replaced.join('');
  };
}
