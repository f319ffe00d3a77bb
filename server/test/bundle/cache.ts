// Stores V8's cache of a shared script: code that runs when the program's own modules are loaded is
// compiled already. Argument: the script.

import { writeFileSync } from 'node:fs';
import { cacheOf, readScript, runScript } from './shared.js';

const [, , file = ''] = process.argv;
const script = readScript(file);
for (const [path, run] of Object.entries(runScript(script, file))) {
  // Modules of tests may need the runner when they run.
  if (path.includes('/dist/src/')) run();
}
writeFileSync(cacheOf(file), script.createCachedData());
