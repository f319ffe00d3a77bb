// All measurements in one run, against the floors of baseline.json.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder } from '../src/platform/files/package-folder.js';
import { cashCreatePost } from './cash-create-post.js';
import { type Effort, type Figures, type Measured, measure } from './measured.js';
import { orderSubmit } from './order-submit.js';
import { setStage } from './stage.js';

const MEASURED: readonly Measured[] = [orderSubmit, cashCreatePost];

export interface BenchRun extends Effort {
  readonly databaseUrl: string | undefined;
  readonly only: string | undefined;
  readonly onFigures: (figures: Figures) => void;
}

export interface BenchResult {
  readonly figures: readonly Figures[];
  /** Names of those below their floor. */
  readonly below: readonly string[];
}

/** Runs the measurements one after the other on one stage. */
export async function runBench(run: BenchRun): Promise<BenchResult> {
  const floors = new Map<string, number>(Object.entries(await readFloors()));
  const stage = await setStage(run.databaseUrl);
  const figures: Figures[] = [];
  try {
    for (const what of MEASURED) {
      if (run.only !== undefined && run.only !== what.name) continue;
      const measured = await measure(stage, what, run);
      figures.push(measured);
      run.onFigures(measured);
    }
  } finally {
    await stage.stop();
  }
  const below = figures.filter(({ name, ratio }) => ratio < (floors.get(name) ?? 0));
  return { figures, below: below.map(({ name }) => name) };
}

async function readFloors(): Promise<Record<string, number>> {
  const text = await readFile(join(packageFolder(), 'bench', 'baseline.json'), 'utf8');
  return JSON.parse(text);
}
