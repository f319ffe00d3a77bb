// `npm test`: builds whatever is out of date, then runs the test command in this process, so that
// the printed time includes the build.

import { buildAll } from './build.js';

if (!(await buildAll())) process.exit(1);
await import('../server/dist/test/run.js');
