// Runs the misbehaviour table in FIXT.1.1.

import { playMisbehaviours } from './stage.js';
import { misbehaviours } from './table.js';

playMisbehaviours('FIXT.1.1', misbehaviours('FIXT.1.1'));
