// Draws the program's folder tree as in docs/architecture.md: two levels below each `src`.

import type { Source } from './source.js';

const LEVELS = 2;
const INDENT = '  ';

/** Draws the program's folders, each with its number of files including those in sub-folders. */
export function drawTree(program: readonly Source[]): string {
  const counts = new Map<string, number>();
  for (const { path } of program) {
    const parts = path.split('/').slice(0, -1);
    const [workspace = ''] = parts;
    const root = `${workspace}/src`;
    for (let depth = 0; depth <= LEVELS && depth <= parts.length - 2; depth += 1) {
      const folder = [root, ...parts.slice(2, 2 + depth)].join('/');
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, files]) => {
      const parts = folder.split('/');
      const depth = parts.length - 2;
      const name = depth === 0 ? folder : parts.at(-1);
      return `${INDENT.repeat(depth)}${name}/ ${files}`;
    })
    .join('\n');
}
