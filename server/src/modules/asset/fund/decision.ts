// Locks a fund's value, distribution or settlement before a second person decides on it.

import { present } from '../../../platform/assert.js';
import type { Principal, Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import type { ProblemKind } from '../../../platform/http/reply/problem.js';
import { stateSteps } from '../../../platform/reference-data/state-step.js';
import { refuseOwnWork } from '../../identity/index.js';
import { lockFund } from './queries.js';

type Own = Parameters<typeof refuseOwnWork>[1];

interface Undecided extends Own {
  readonly fund_id: bigint;
  readonly status: string;
  readonly version: bigint;
}

/** How one kind of record is found, and the refusal if its state is wrong. */
interface FundDecision<Row extends Undecided> {
  /** The record's name in messages, such as `net asset value`. */
  readonly noun: string;
  readonly wrongState: ProblemKind;
  readonly select: (tx: Tx, id: bigint) => Promise<Row | undefined>;
  readonly lock: (tx: Tx, id: bigint) => Promise<unknown>;
  readonly isVisible: (principal: Principal, row: Row) => boolean;
}

/**
 * Builds a function that locks a record before a decision. That function locks the fund first, so
 * that dealing waits and decisions run one after another. It refuses with DOCUMENT_NOT_FOUND,
 * PRECONDITION_FAILED, OWN_WORK if the caller is the maker, and the kind's wrong-state problem
 * unless the record is PENDING.
 */
export function undecidedLock<Row extends Undecided>({
  noun,
  select,
  lock,
  ...kind
}: FundDecision<Row>): (work: Work, id: bigint) => Promise<Row> {
  const steps = stateSteps({
    ...kind,
    lock: async ({ tx, principal }: Work, id: bigint) => {
      const seen = await select(tx, id);
      if (seen === undefined || !kind.isVisible(principal, seen)) return undefined;
      await lockFund(tx, seen.fund_id);
      await lock(tx, id);
      return present(await select(tx, id), `a ${noun} is never deleted`);
    },
    stateOf: ({ status }) => status,
    detailOf: ({ status }) => `The ${noun} is ${status}.`,
    missing: () => `no such ${noun}`,
  });
  return async (work, id) => {
    const row = await steps.lockVisible(work, id);
    await refuseOwnWork(work, row);
    steps.refuseUnless(row, ['PENDING']);
    return row;
  };
}
