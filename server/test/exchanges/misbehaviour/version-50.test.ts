// Runs a sample of the misbehaviour table in FIXT.1.1.

import { playMisbehaviours } from './stage.js';
import { misbehaviours, sampleOf } from './table.js';

playMisbehaviours('FIXT.1.1', sampleOf(misbehaviours('FIXT.1.1'), 1));
