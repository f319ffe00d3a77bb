// Places in a bundled script, told as places in the sources.

import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';
import { Transform } from 'node:stream';

/**
 * Hands on text in which each `script:line:column` has become a place in a source.
 * @param script the path of the script; its map lies beside it and is read when the first place
 *   comes
 */
export function withSourcePlaces(script: string): Transform {
  let map: SourceMap | undefined;
  const sourcePlace = (line: number, column: number): string | undefined => {
    map ??= new SourceMap(JSON.parse(readFileSync(`${script}.map`, 'utf8')));
    const found = map.findEntry(line - 1, column - 1);
    if (!('originalSource' in found)) return undefined;
    const source = resolve(dirname(script), found.originalSource);
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  };
  return new Transform({
    decodeStrings: false,
    encoding: 'utf8',
    transform: (chunk: string | Buffer, _, done) => {
      const [first = '', ...others] = chunk.toString().split(`${script}:`);
      const told = others.map((text) => {
        const [place, line, column] = /^(\d+):(\d+)/.exec(text) ?? [];
        if (place === undefined) return `${script}:${text}`;
        return (
          (sourcePlace(Number(line), Number(column)) ?? `${script}:${place}`) +
          text.slice(place.length)
        );
      });
      done(null, first + told.join(''));
    },
  });
}
