// All measurements in one run, against the floors of baseline.json.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder } from '../src/platform/files/package-folder.js';
import { type BenchServer, openBenchServer } from './bench-server.js';
import { cashCreatePost } from './cash-create-post.js';
import { measureFixSend } from './fix-send.js';
import { type Effort, type Figures, type Measured, measure } from './measured.js';
import { orderSubmit } from './order-submit.js';
import { measureOrderTrip } from './order-trip.js';
import { type Stage, setStage } from './stage.js';

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

/** What can be measured, by name. */
const MEASUREMENTS: Readonly<
  Record<string, (server: BenchServer, effort: Effort) => Promise<Figures>>
> = {
  'order-submit': onStage(orderSubmit),
  'cash-create-post': onStage(cashCreatePost),
  'fix-send': (server, effort) =>
    withStage(server, (stage) => measureFixSend(stage.databaseUrl, effort)),
  'order-trip': measureOrderTrip,
};

export const MEASURED = Object.keys(MEASUREMENTS);

/** Runs the measurements one after the other on one server, each on a database of its own. */
export async function runBench(run: BenchRun): Promise<BenchResult> {
  const floors = new Map<string, number>(Object.entries(await readFloors()));
  const server = await openBenchServer(run.databaseUrl);
  const figures: Figures[] = [];
  try {
    for (const [name, measureIt] of Object.entries(MEASUREMENTS)) {
      if (run.only !== undefined && run.only !== name) continue;
      const measured = await measureIt(server, run);
      figures.push(measured);
      run.onFigures(measured);
    }
  } finally {
    await server.stop();
  }
  const below = figures.filter(({ name, ratio }) => ratio < (floors.get(name) ?? 0));
  return { figures, below: below.map(({ name }) => name) };
}

function onStage(what: Measured) {
  return (server: BenchServer, effort: Effort) =>
    withStage(server, (stage) => measure(stage, what, effort));
}

async function withStage(
  server: BenchServer,
  work: (stage: Stage) => Promise<Figures>,
): Promise<Figures> {
  const stage = await setStage(server);
  try {
    return await work(stage);
  } finally {
    await stage.stop();
  }
}

async function readFloors(): Promise<Record<string, number>> {
  const text = await readFile(join(packageFolder(), 'bench', 'baseline.json'), 'utf8');
  return JSON.parse(text);
}
