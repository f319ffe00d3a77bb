// Four eyes: nobody decides on what they made themselves.

import type { Work } from '../../platform/context.js';
import { refusal } from '../../platform/http/problem.js';
import { financeProblems } from './problems.js';

/** Who made a record: a person or a program, as the columns of its row say. */
export interface Made {
  readonly creator_kind: string;
  readonly creator_id: bigint;
}

/** Refuses with OWN_WORK when the caller made the record. */
export function refuseOwnWork({ principal }: Work, made: Made): void {
  const isOwn = made.creator_kind === principal.kind && made.creator_id === principal.id;
  if (isOwn) throw refusal(financeProblems.OWN_WORK);
}
