// If-Match: a change is made to the version of a record that its caller read, or not at all.

import type { Work } from '../../context.js';
import { commonProblems, refusal } from '../reply/problem.js';

/**
 * Refuses with PRECONDITION_FAILED to change a record that is no longer the version the caller
 * read. Without If-Match, and with `*`, every version will do.
 * @param version of the locked record; undefined when there is none yet
 */
export function refuseStale(work: Work, version: bigint | undefined): void {
  if (work.ifMatch === undefined) return;
  if (work.ifMatch === '*' && version !== undefined) return;
  if (work.ifMatch === String(version ?? '')) return;
  throw refusal(commonProblems.PRECONDITION_FAILED, {
    args: version === undefined ? [] : [String(version)],
  });
}
