#!/usr/bin/env node
// Start and stop, nothing else.

import { fileLimitError } from './cli/file-limit.js';

const fault = fileLimitError();
if (fault === undefined) {
  // Its modules are read at the same time, so they are loaded only within a sufficient limit.
  const { runCommandLine } = await import('./cli/command-line.js');
  process.exitCode = await runCommandLine(process.argv.slice(2));
} else {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 1;
}
