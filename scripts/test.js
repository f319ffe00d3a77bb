// `npm test`: builds what is not built, then runs the test command in this process, so that the
// time it prints counts the building too.

import { buildAll } from './build.js';

if (!(await buildAll())) process.exit(1);
await import('../server/dist/test/run.js');
