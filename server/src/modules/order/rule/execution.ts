// The executions in force: a correction replaces the fill that it refers to; a bust removes it.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Decimal } from '../../../platform/money/decimal.js';

/**
 * One execution as reported. ExecType F (or 1, 2 in FIX 4.2) is a TRADE; G is a CORRECT, which
 * replaces the execution `execRefId`; H is a CANCEL, which removes it.
 */
export type Execution = {
  readonly execId: string;
  readonly kind: 'TRADE' | 'CORRECT' | 'CANCEL';
  readonly execRefId?: string;
  readonly quantity: bigint;
  readonly price: Decimal;
  /** The settlement date that the exchange gave. */
  readonly settlementDate?: BusinessDate;
};

/** An execution as stored. */
export type BookedExecution = Execution & {
  /** The trade date given in the execution's own report. */
  readonly tradeDate: BusinessDate;
  /** The number of the exchange order that the execution belongs to. */
  readonly entryNo: number;
  /** True if a user entered the execution; absent otherwise. */
  readonly isGiven?: true;
};

/** A fill and every report about it. */
export interface FillGroup {
  /**
   * The fill's trade date; if the fill is unknown, the earliest trade date in its other reports.
   */
  readonly tradeDate: BusinessDate;
  readonly about: readonly BookedExecution[];
  /** The fill or its last correction; undefined if it was busted. */
  readonly inForce: BookedExecution | undefined;
}

/**
 * Groups executions by fill, in the sequence in which the fills first appear. A correction may
 * refer to the original fill or to an earlier correction, and may arrive before either of them.
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
    inForce: inForceOf(about),
  }));
}

// A bust outranks the latest correction, which outranks the fill itself.
const RANK = { TRADE: 0, CORRECT: 1, CANCEL: 2 } as const;

function inForceOf(about: readonly BookedExecution[]): BookedExecution | undefined {
  const deciding = about.reduce((one, other) => (RANK[other.kind] < RANK[one.kind] ? one : other));
  return deciding.kind === 'CANCEL' ? undefined : deciding;
}

function firstDate(executions: readonly BookedExecution[]): BusinessDate {
  const [first] = executions.map(({ tradeDate }) => tradeDate).sort();
  return present(first, 'a group of executions has one');
}

type ById = ReadonlyMap<string, Execution>;

// Returns the ExecID of the fill that an execution is about, even if that fill is not known. A
// cycle of references has no fill. Its lowest ExecID represents it, so the result does not depend
// on the other executions.
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
