// Exits successfully if V8 accepts a shared script's code cache. Argument: the script.

import assert from 'node:assert/strict';
import { readScript } from './shared.js';

const [, , file = ''] = process.argv;
assert.equal(readScript(file).cachedDataRejected, false, 'V8 takes the cache of the shared script');
