#!/usr/bin/env node
// The entry point of the program.

import { fileLimitProblem } from './cli/file-limit.js';
import { collectOnOneThread } from './cli/garbage-collection.js';

collectOnOneThread();
const problem = fileLimitProblem();
if (problem === undefined) {
  // Node opens the module files in parallel, so they are loaded only if enough files may be open at
  // once.
  const { runCommandLine } = await import('./cli/command-line.js');
  process.exitCode = await runCommandLine(process.argv.slice(2));
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
