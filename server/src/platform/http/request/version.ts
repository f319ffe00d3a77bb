// If-Match: a change is applied only to the version of a record that its caller read.

import type { Work } from '../../context.js';
import { commonProblems, refusal } from '../reply/problem.js';

/**
 * Refuses with PRECONDITION_FAILED to change a record whose version is not the one that the caller
 * read. Without If-Match, and with `*`, any version is accepted.
 * @param version of the locked record; undefined if none exists yet
 */
export function refuseStale(work: Work, version: bigint | undefined): void {
  if (work.ifMatch === undefined) return;
  if (work.ifMatch === '*' && version !== undefined) return;
  if (work.ifMatch === String(version ?? '')) return;
  throw refusal(commonProblems.PRECONDITION_FAILED, {
    args: version === undefined ? [] : [String(version)],
  });
}
