// What of a fund waits for a second person: values, distributions, settlements.

import { present } from '../../platform/assert.js';
import type { Work } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';
import { commonProblems, type ProblemKind, refusal } from '../../platform/http/problem.js';
import { refuseStale } from '../../platform/http/version.js';
import { refuseOwnWork } from '../identity/index.js';
import { lockFund } from './fund-queries.js';

type Own = Parameters<typeof refuseOwnWork>[1];

interface Undecided extends Own {
  readonly fund_id: bigint;
  readonly status: string;
  readonly version: bigint;
}

/** How one kind of it is found. */
export interface FundDecision<Row extends Undecided> {
  /** `net asset value`. */
  readonly noun: string;
  readonly wrongState: ProblemKind;
  /** Undefined for what the caller may not see, too. */
  readonly select: (tx: Tx, id: bigint) => Promise<Row | undefined>;
  readonly lock: (tx: Tx, id: bigint) => Promise<unknown>;
}

/**
 * Reads what is to be decided, with the fund locked before it: dealing waits, two decisions come
 * one after the other. Refuses DOCUMENT_NOT_FOUND, PRECONDITION_FAILED, OWN_WORK for its maker, and
 * the wrong state of its kind for what is not PENDING.
 */
export async function lockUndecided<Row extends Undecided>(
  work: Work,
  id: bigint,
  { noun, wrongState, select, lock }: FundDecision<Row>,
): Promise<Row> {
  const seen = await select(work.tx, id);
  if (seen === undefined) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND, { detail: `no such ${noun}` });
  }
  await lockFund(work.tx, seen.fund_id);
  await lock(work.tx, id);
  const row = present(await select(work.tx, id), `a ${noun} is never removed`);
  refuseStale(work, row.version);
  await refuseOwnWork(work, row);
  if (row.status !== 'PENDING') {
    throw refusal(wrongState, { detail: `it is ${row.status}`, args: [row.status] });
  }
  return row;
}
