// A program with a background process. The test that runs the program kills that process.

import { makeInBackground } from '../../../src/platform/files/background.js';
import { WORK } from './work.js';

process.send?.((await makeInBackground({ module: WORK, name: 'about' }, {})).toString());
setInterval(() => undefined, 1_000);
