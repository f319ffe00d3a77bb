// Runs a sample of the misbehaviour table in FIX.4.2.

import { playMisbehaviours } from './stage.js';
import { misbehaviours, sampleOf } from './table.js';

playMisbehaviours('FIX.4.2', sampleOf(misbehaviours('FIX.4.2'), 0));
