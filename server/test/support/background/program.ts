// A program with a background process, run by the test that kills that process.

import { makeInBackground } from '../../../src/platform/files/background.js';
import { WORK } from './work.js';

process.send?.((await makeInBackground({ module: WORK, name: 'about' }, {})).toString());
setInterval(() => undefined, 1_000);
