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

/** A version with rows that mostly repeat those of another version plays only every n-th row. */
const SAMPLE_STEP = 3;

/**
 * Returns every third row or, in the proof, every row. The rows differ little between versions, and
 * FIX.4.4 always plays all of them.
 * @param first the index of the first row, so that two versions play different rows
 */
export function sampleOf(rows: readonly Misbehaviour[], first: 0 | 1 | 2): readonly Misbehaviour[] {
  if (process.env.COUNTINGHOUSE_WHOLE === '1') return rows;
  return rows.filter((_, at) => at % SAMPLE_STEP === first);
}
