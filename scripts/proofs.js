// `npm run proofs`: builds whatever is out of date, then runs the proofs at full size.

import { buildAll } from './build.js';

if (!(await buildAll())) process.exit(1);
process.argv.push('--proofs');
await import('../server/dist/test/run.js');
