// Runs all benchmarks in one run and compares them with the floors in baseline.json.

import { cashCreatePost } from './cash-create-post.js';
import { measureFixSend } from './fix-send.js';
import { compareWithFloors, type FloorVerdict } from './floor.js';
import { type Effort, type Figures, type Measured, measure } from './measured.js';
import { orderSubmit } from './order-submit.js';
import { measureOrderTrip } from './order-trip.js';
import { type BenchServer, openBenchServer } from './own-server.js';
import { type Stage, setStage } from './stage.js';

interface BenchRun extends Effort {
  readonly databaseUrl: string | undefined;
  readonly only: string | undefined;
  readonly onFigures: (figures: Figures) => void;
}

interface BenchResult extends FloorVerdict {
  readonly figures: readonly Figures[];
}

/** The measurements, by name. */
const MEASUREMENTS: Readonly<
  Record<string, (server: BenchServer, effort: Effort) => Promise<Figures>>
> = {
  'order-submit': onStage(orderSubmit),
  'cash-create-post': onStage(cashCreatePost),
  'fix-send': (server, effort) =>
    withStage(server, effort, (stage) => measureFixSend(stage.databaseUrl, effort)),
  'order-trip': measureOrderTrip,
};

export const MEASURED = Object.keys(MEASUREMENTS);

/** Runs the benchmarks one after the other on one server, each on its own database. */
export async function runBench(run: BenchRun): Promise<BenchResult> {
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
  return { figures, ...(await compareWithFloors(figures)) };
}

function onStage(what: Measured) {
  return (server: BenchServer, effort: Effort) =>
    withStage(server, effort, (stage) => measure(stage, what, effort));
}

async function withStage(
  server: BenchServer,
  { orders }: Effort,
  work: (stage: Stage) => Promise<Figures>,
): Promise<Figures> {
  const stage = await setStage(server, { orders });
  try {
    return await work(stage);
  } finally {
    await stage.stop();
  }
}
