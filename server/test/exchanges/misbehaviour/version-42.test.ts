// Runs the misbehaviour table in FIX.4.2.

import { playMisbehaviours } from './stage.js';
import { misbehaviours } from './table.js';

playMisbehaviours('FIX.4.2', misbehaviours('FIX.4.2'));
