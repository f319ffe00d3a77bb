// A program that runs out of file handles just when it needs background processes. It prints how
// many tasks were refused and, once handles are free again, the result.

import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { makeInBackground } from '../../../src/platform/files/background.js';
import { Problem } from '../../../src/platform/http/reply/problem.js';
import { WORK } from './work.js';

const make = () => makeInBackground({ module: WORK, name: 'bytes' }, { count: 3 });

const handles: number[] = [];
try {
  for (;;) handles.push(openSync(devNull, 'r'));
} catch {
  // Leaves two handles free, which are too few to start a process.
  for (const handle of handles.splice(-2)) closeSync(handle);
}
const answers = await Promise.allSettled(Array.from({ length: 6 }, make));
const refused = answers.filter(
  (answer) => answer.status === 'rejected' && answer.reason instanceof Problem,
);
for (const handle of handles) closeSync(handle);
const bytes = await make();
process.stdout.write(`${refused.length} refused, ${bytes.length} bytes`);
process.exit();
