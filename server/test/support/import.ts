// Finds the imports between the server's files, including type imports.

import { dirname, join } from 'node:path/posix';
import type { Source } from './source.js';

/** One import: the importing file, the line, and the imported file. Paths are as in `Source`. */
export interface Import {
  readonly from: string;
  readonly line: number;
  readonly to: string;
}

/** Returns a file's imports that use relative paths. */
export function importsOf(file: Source): Import[] {
  return file.lines.flatMap((line, index) => {
    const target = /^(?:import|export|\}).*\bfrom '(\.[^']*)'|^import '(\.[^']*)'/.exec(line);
    const name = target?.[1] ?? target?.[2];
    if (name === undefined) return [];
    const to = join(dirname(file.path), name).replace(/\.js$/, '.ts');
    return [{ from: file.path, line: index + 1, to }];
  });
}

/** Returns groups of files that import each other in a cycle, each sorted by path. */
export function importCycles(imports: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const search = new CycleSearch(targets);
  for (const path of targets.keys()) search.visit(path);
  return search.cycles.map((paths) => paths.sort()).sort();
}

/**
 * Finds strongly connected components with Tarjan's algorithm. Components of a single file are left
 * out.
 */
class CycleSearch {
  readonly cycles: string[][] = [];
  readonly #targets: ReadonlyMap<string, readonly string[]>;
  readonly #index = new Map<string, number>();
  /** Files whose component is not complete yet. */
  readonly #open: string[] = [];

  constructor(targets: ReadonlyMap<string, readonly string[]>) {
    this.#targets = targets;
  }

  /**
   * Returns the lowest index of an open file reachable from this one, or infinity if there is none.
   */
  visit(path: string): number {
    const known = this.#index.get(path);
    if (known !== undefined) return this.#open.includes(path) ? known : Number.POSITIVE_INFINITY;
    const index = this.#index.size;
    this.#index.set(path, index);
    this.#open.push(path);
    const reached = (this.#targets.get(path) ?? []).map((target) => this.visit(target));
    const lowest = Math.min(index, ...reached);
    if (lowest < index) return lowest;
    const component = this.#open.splice(this.#open.indexOf(path));
    if (component.length > 1) this.cycles.push(component);
    return Number.POSITIVE_INFINITY;
  }
}
