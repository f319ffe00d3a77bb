// Runs test files in two lanes, CPU-bound ones alongside waiting ones, and prints a line for each.

import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bundle } from '../bundle/bundle.js';
import { COST_FILE, COST_PARENT, readCosts } from '../bundle/cost.js';
import type { GroupedFile } from '../bundle/group.js';
import { placesInSources } from '../bundle/place.js';
import { type Group, lanesOf } from './group.js';
import type { EndedFile } from './summary.js';
import { type EndedTestFile, type FileLimit, runTestFiles } from './test-file.js';
import { readTimings } from './timing.js';

/**
 * The number of processes in each lane that run at the same time. On two CPUs, three CPU-bound
 * processes keep both busy, because each also waits for the database.
 */
const AT_ONCE = { computing: 3, waiting: 2 } as const;

export interface FilesRun extends FileLimit {
  /** True to run one file at a time, if other files would distort its measurements. */
  readonly alone: boolean;
  readonly say: (line: string) => void;
}

/** Runs all files in a bundle. Resolves when the last one has ended. */
export async function runFiles(bundle: Bundle, run: FilesRun): Promise<readonly EndedFile[]> {
  const { signal, say } = run;
  const costFile = join(bundle.folder, 'cost.jsonl');
  process.env[COST_FILE] = costFile;
  process.env[COST_PARENT] = String(process.pid);
  const ended: EndedTestFile[] = [];
  const print = printerOf(bundle, say);
  const runOne = async (group: Group) => {
    const names = group.map(({ name }) => name);
    for await (const each of runTestFiles(await entryOf(bundle, group), names, run)) {
      ended.push(each);
      if (!signal.aborted) print(ended.length, each);
    }
  };
  const queues = queuesOf(bundle.files, run);
  await Promise.all(
    queues.flatMap(({ groups, atOnce }, at) =>
      Array.from({ length: atOnce }, async (_, place) => {
        // When the first lane is empty, its workers help the other lane. Only one worker of the
        // second lane helps the first: a long group there may leave half a CPU idle, but more
        // workers would slow it down.
        const helps = at === 0 || place === 0;
        const order = [groups, ...(helps ? queues.map((queue) => queue.groups) : [])];
        const next = () => order.find((queue) => queue.length > 0)?.shift();
        for (let group = next(); group !== undefined; group = next()) {
          if (!signal.aborted) await runOne(group);
        }
      }),
    ),
  );
  const costs = readCosts(costFile);
  return ended.map((file) => ({ ...file, cost: costs.get(file.name) }));
}

/** Writes the program that runs the files of a group. Returns its path. */
async function entryOf({ folder, script }: Bundle, group: Group): Promise<string> {
  const file = join(folder, `${randomUUID()}.test.mjs`);
  const module = (name: string) =>
    JSON.stringify(new URL(`../bundle/${name}.js`, import.meta.url).href);
  await writeFile(
    file,
    `import { loadTracked } from ${module('untracked')};\n` +
      `const { loaded, stopTracking } = await loadTracked(() => import(${module('group')}));\n` +
      `loaded.runGroup(${JSON.stringify({ script, files: group })}, stopTracking);\n`,
  );
  return file;
}

interface Queue {
  readonly groups: Group[];
  readonly atOnce: number;
}

function queuesOf(files: readonly GroupedFile[], { alone }: FilesRun): readonly Queue[] {
  if (alone) return [{ groups: files.map((file) => [file]), atOnce: 1 }];
  const lanes = lanesOf(files, readTimings());
  return [
    { groups: [...lanes.computing], atOnce: AT_ONCE.computing },
    { groups: [...lanes.waiting], atOnce: AT_ONCE.waiting },
  ];
}

function printerOf({ files, script }: Bundle, say: FilesRun['say']) {
  const places = placesInSources(script);
  const total = String(files.length);
  return (done: number, { name, result, wallSeconds }: EndedTestFile): void => {
    const place = `${String(done).padStart(total.length)}/${total}`;
    const failed = result.failed === 0 ? '' : `, ${result.failed} FAILED`;
    const seconds = wallSeconds.toFixed(1).padStart(6);
    say(`${place} ${seconds} s  ${name}: ${result.passed} passed${failed}`);
    for (const line of result.lines) say(`    ${line}`);
    if (result.report !== '') say(places(result.report));
    for (const failure of result.failures) say(`FAILED ${name} ${failure}`);
  };
}
