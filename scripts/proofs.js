// `npm run proofs`: builds what is not built, then runs the proofs in their whole volume.

import { buildAll } from './build.js';

if (!(await buildAll())) process.exit(1);
process.argv.push('--proofs');
await import('../server/dist/test/run.js');
