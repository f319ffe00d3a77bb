// Runs test files in two lanes, CPU-bound ones alongside waiting ones, and prints a line for each.

import { relative } from 'node:path';
import type { Bundle } from '../bundle/bundle.js';
import { COST_FILE, COST_PARENT, readCosts } from '../bundle/cost.js';
import { placesInSources } from '../bundle/place.js';
import type { EndedFile } from './summary.js';
import { type FileLimit, type FileResult, runTestFile } from './test-file.js';
import { lanesOf, readTimings } from './timing.js';

/** The number of files in each lane that run at the same time. */
const AT_ONCE = { computing: 2, waiting: 2 } as const;

export interface FilesRun extends FileLimit {
  /**
   * The folder of the run, in which bundled files have the same relative paths as in the project.
   */
  readonly folder: string;
  /** True to run one file at a time, if other files would distort its measurements. */
  readonly alone: boolean;
  readonly say: (line: string) => void;
}

/** Runs all files in a bundle. Resolves when the last one has ended. */
export async function runFiles(bundle: Bundle, run: FilesRun): Promise<readonly EndedFile[]> {
  const { folder, signal, say } = run;
  const costFile = `${folder}/cost.jsonl`;
  process.env[COST_FILE] = costFile;
  process.env[COST_PARENT] = String(process.pid);
  const ended: Omit<EndedFile, 'cost'>[] = [];
  const print = printerOf(bundle, say);
  const runOne = async (file: string) => {
    const began = performance.now();
    const result = await runTestFile(file, run);
    const wallSeconds = (performance.now() - began) / 1_000;
    const name = nameOf(file, folder);
    ended.push({ name, result, wallSeconds });
    if (!signal.aborted) print(ended.length, { name, result, wallSeconds });
  };
  const queues = queuesOf(bundle.files, run);
  await Promise.all(
    queues.flatMap(({ files, atOnce }, at) =>
      Array.from({ length: atOnce }, async (_, place) => {
        // When the first lane is empty, its workers help the other lane. Only one worker of the
        // second lane helps the first: a long file there may leave half a CPU idle, but more
        // workers would slow it down.
        const helps = at === 0 || place === 0;
        const order = [files, ...(helps ? queues.map((queue) => queue.files) : [])];
        const next = () => order.find((queue) => queue.length > 0)?.shift();
        for (let file = next(); file !== undefined; file = next()) {
          if (!signal.aborted) await runOne(file);
        }
      }),
    ),
  );
  const costs = [...readCosts(costFile)].map(
    ([file, cost]) => [nameOf(file, folder), cost] as const,
  );
  const byName = new Map(costs);
  return ended.map((file) => ({ ...file, cost: byName.get(file.name) }));
}

interface Queue {
  readonly files: string[];
  readonly atOnce: number;
}

function queuesOf(files: readonly string[], { folder, alone }: FilesRun): readonly Queue[] {
  if (alone) return [{ files: [...files], atOnce: 1 }];
  const byName = new Map(files.map((file) => [nameOf(file, folder), file]));
  const lanes = lanesOf([...byName.keys()], readTimings());
  const queueOf = (lane: keyof typeof AT_ONCE): Queue => ({
    files: lanes[lane].flatMap((name) => byName.get(name) ?? []),
    atOnce: AT_ONCE[lane],
  });
  return [queueOf('computing'), queueOf('waiting')];
}

/** Returns the path of a test file's source in the project. */
function nameOf(file: string, folder: string): string {
  return relative(folder, file)
    .replaceAll('\\', '/')
    .replace('/dist/', '/')
    .replace(/\.js$/, '.ts');
}

interface Printed {
  readonly name: string;
  readonly result: FileResult;
  readonly wallSeconds: number;
}

function printerOf({ files, script }: Bundle, say: FilesRun['say']) {
  const places = placesInSources(script);
  const total = String(files.length);
  return (done: number, { name, result, wallSeconds }: Printed): void => {
    const place = `${String(done).padStart(total.length)}/${total}`;
    const failed = result.failed === 0 ? '' : `, ${result.failed} FAILED`;
    const seconds = wallSeconds.toFixed(1).padStart(6);
    say(`${place} ${seconds} s  ${name}: ${result.passed} passed${failed}`);
    for (const line of result.lines) say(`    ${line}`);
    if (result.report !== '') say(places(result.report));
    for (const failure of result.failures) say(`FAILED ${name} ${failure}`);
  };
}
