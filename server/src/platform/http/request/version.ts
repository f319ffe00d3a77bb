// If-Match: a change is applied only if the record still has the version that the caller has read.

import type { Work } from '../../context.js';
import { commonProblems, refusal } from '../reply/problem.js';

/**
 * Refuses with PRECONDITION_FAILED if the record's version is not the one that the caller has read.
 * Without If-Match, or with `*`, any version is accepted.
 * @param version the version of the locked record. Undefined if there is no record yet
 */
export function refuseStale(work: Work, version: bigint | undefined): void {
  if (work.ifMatch === undefined) return;
  if (work.ifMatch === '*' && version !== undefined) return;
  if (work.ifMatch === String(version ?? '')) return;
  throw refusal(commonProblems.PRECONDITION_FAILED, {
    args: version === undefined ? [] : [String(version)],
  });
}
