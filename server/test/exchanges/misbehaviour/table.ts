// The whole misbehaviour table for a version. Rows that end the session come last, because each
// logon triggers status requests for unanswered orders.

import type { BeginString } from '../../../src/exchanges/fix/session/message/dictionary.js';
import { changeRows } from './change-row.js';
import { executionRows } from './execution-row.js';
import { memberRows } from './member-row.js';
import { otherRows } from './other-row.js';
import { refusedRows } from './refused-row.js';
import type { Misbehaviour } from './row.js';
import { sessionRows } from './session-row.js';

/** Returns every row for a version. */
export function misbehaviours(version: BeginString): readonly Misbehaviour[] {
  const rows = [
    ...refusedRows(version),
    ...memberRows(version),
    ...executionRows(version),
    ...changeRows(version),
    ...otherRows(version),
    ...sessionRows(version),
  ];
  const ends = (row: Misbehaviour) => row.ends === true;
  return [...rows.filter((row) => !ends(row)), ...rows.filter(ends)];
}
