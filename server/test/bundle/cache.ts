// Stores V8's code cache for a shared script. The code that runs while the program's own modules
// load is then already compiled. Argument: the script.

import { writeFileSync } from 'node:fs';
import { cacheOf, readScript, runScript } from './shared.js';

const [, , file = ''] = process.argv;
const script = readScript(file);
for (const [path, run] of Object.entries(runScript(script, file))) {
  // Test modules are not run, because they may need the test runner.
  if (path.includes('/dist/src/')) run();
}
writeFileSync(cacheOf(file), script.createCachedData());
