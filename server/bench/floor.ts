// Checks measurements against the floors in baseline.json. A ratio below its floor shows that the
// measured code has become slower.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder } from '../src/platform/package-folder.js';

/** A measurement's ratio to its limit in the same run. */
export interface MeasuredRatio {
  readonly name: string;
  readonly ratio: number;
}

export interface FloorVerdict {
  /** The names of measurements below their floor. */
  readonly below: readonly string[];
  /** The names of measurements without a floor. */
  readonly withoutFloor: readonly string[];
}

/** Compares the ratios of one run with their floors. */
export async function compareWithFloors(ratios: readonly MeasuredRatio[]): Promise<FloorVerdict> {
  const text = await readFile(join(packageFolder(), 'bench', 'baseline.json'), 'utf8');
  const floors = new Map<string, number>(Object.entries(JSON.parse(text)));
  const names = (wanted: (ratio: number, floor: number | undefined) => boolean) =>
    ratios.filter(({ name, ratio }) => wanted(ratio, floors.get(name))).map(({ name }) => name);
  return {
    below: names((ratio, floor) => floor !== undefined && ratio < floor),
    withoutFloor: names((_, floor) => floor === undefined),
  };
}

/** Formats the verdict as lines of text. */
export function verdictLines({ below, withoutFloor }: FloorVerdict): string[] {
  return [
    below.length === 0 ? 'none below its floor' : `below the floor: ${below.join(', ')}`,
    ...(withoutFloor.length === 0 ? [] : [`without a floor: ${withoutFloor.join(', ')}`]),
  ];
}
