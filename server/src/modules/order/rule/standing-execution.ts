// What is in force of a set of executions: a correction replaces the fill that it names, a bust
// removes it.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Decimal } from '../../../platform/money/decimal.js';

/**
 * One fill as reported: ExecType F (or 1, 2 of FIX 4.2) is a TRADE, G a CORRECT that replaces and H
 * a CANCEL that removes the execution named by `execRefId`.
 */
export type Execution = {
  readonly execId: string;
  readonly kind: 'TRADE' | 'CORRECT' | 'CANCEL';
  readonly execRefId?: string;
  readonly quantity: bigint;
  readonly price: Decimal;
  /** The settlement date that the exchange stated. */
  readonly settlementDate?: BusinessDate;
};

/** An execution as it is stored. */
export type BookedExecution = Execution & {
  /** The date that its own report states. */
  readonly tradeDate: BusinessDate;
  /** The number of its exchange order. */
  readonly entryNo: number;
  /** Set if a person gave it. */
  readonly isGiven?: true;
};

/** A fill with all that was reported about it. */
export interface FillGroup {
  /** The trade date of the fill; where the fill is not known, the first date of the others. */
  readonly tradeDate: BusinessDate;
  readonly about: readonly BookedExecution[];
  /** The fill, or its last correction; undefined when it was busted. */
  readonly standing: BookedExecution | undefined;
}

/**
 * Groups executions by the fill that each is about, in the sequence in which the fills were first
 * named. A correction may name the original or an earlier correction, and may arrive before either.
 */
export function fillGroups(executions: readonly BookedExecution[]): FillGroup[] {
  const byId = new Map(executions.map((execution) => [execution.execId, execution]));
  const groups = new Map<string, BookedExecution[]>();
  for (const execution of byId.values()) {
    const original = originalOf(execution, byId);
    const about = groups.get(original);
    if (about === undefined) groups.set(original, [execution]);
    else about.push(execution);
  }
  return [...groups].map(([fill, about]) => ({
    tradeDate: byId.get(fill)?.tradeDate ?? firstDate(about),
    about,
    standing: standingOf(about),
  }));
}

// A bust is the last word on an execution, then the latest correction, then the fill itself.
const RANK = { TRADE: 0, CORRECT: 1, CANCEL: 2 } as const;

function standingOf(about: readonly BookedExecution[]): BookedExecution | undefined {
  const deciding = about.reduce((one, other) => (RANK[other.kind] < RANK[one.kind] ? one : other));
  return deciding.kind === 'CANCEL' ? undefined : deciding;
}

function firstDate(executions: readonly BookedExecution[]): BusinessDate {
  const [first] = executions.map(({ tradeDate }) => tradeDate).sort();
  return present(first, 'a group of executions has one');
}

type ById = ReadonlyMap<string, Execution>;

// The ExecID of the fill that an execution is about, also when that fill is not known. A ring of
// references has no fill: the least ExecID of the ring serves for it, so that the group does not
// depend on what else is in the set.
function originalOf(execution: Execution, byId: ById): string {
  const seen = new Set<string>();
  let current = execution;
  while (!seen.has(current.execId)) {
    if (current.kind === 'TRADE' || current.execRefId === undefined) return current.execId;
    const referred = byId.get(current.execRefId);
    if (referred === undefined) return current.execRefId;
    seen.add(current.execId);
    current = referred;
  }
  return leastOfRing(current, byId);
}

function leastOfRing({ execId: start, execRefId }: Execution, byId: ById): string {
  let least = start;
  let id = execRefId;
  while (id !== undefined && id !== start) {
    if (id < least) least = id;
    id = byId.get(id)?.execRefId;
  }
  return least;
}
