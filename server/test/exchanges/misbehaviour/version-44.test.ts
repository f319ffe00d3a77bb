// Runs the misbehaviour table in FIX.4.4.

import { playMisbehaviours } from './stage.js';
import { misbehaviours } from './table.js';

playMisbehaviours('FIX.4.4', misbehaviours('FIX.4.4'));
