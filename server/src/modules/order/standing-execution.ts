// What stands of a set of executions, and its sums. The sums are kept beside the set: one more fill
// adds to them, so that the ten-thousandth costs what the first does.

import { Decimal } from '../../platform/money/decimal.js';
import type { Execution } from './order-state.js';

/** What is kept of a set of executions, and shared with those that it grows into. */
interface Tally {
  readonly quantity: bigint;
  /** The sum of price times quantity. */
  readonly value: Decimal;
  /** The place of each ExecID; of the sets that share it, each has the places below its length. */
  readonly places: Map<string, number>;
  /** ExecIDs that corrections and busts name: such a fill does not simply add. */
  readonly named: ReadonlySet<string>;
}

const tallies = new WeakMap<readonly Execution[], Tally>();

function tallyOf(executions: readonly Execution[]): Tally {
  const known = tallies.get(executions);
  if (known !== undefined) return known;
  const standing = standingExecutions(executions);
  const tally = {
    quantity: standing.reduce((sum, { quantity }) => sum + quantity, 0n),
    value: standing.reduce((sum, fill) => sum.plus(dealtFor(fill)), new Decimal(0)),
    places: placesOf(executions),
    named: new Set(executions.flatMap(({ execRefId }) => execRefId ?? [])),
  };
  tallies.set(executions, tally);
  return tally;
}

function placesOf(executions: readonly Execution[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [place, { execId }] of executions.entries()) {
    if (!places.has(execId)) places.set(execId, place);
  }
  return places;
}

function dealtFor({ price, quantity }: Execution): Decimal {
  return price.times(String(quantity));
}

/** Whether an execution of the set has this ExecID. */
export function hasExecution(executions: readonly Execution[], execId: string): boolean {
  const place = tallyOf(executions).places.get(execId);
  return place !== undefined && place < executions.length;
}

/** The executions with one more; the same ExecID again adds none. */
export function withExecution<Each extends Execution>(
  executions: readonly Each[],
  added: Each | undefined,
): readonly Each[] {
  if (added === undefined || hasExecution(executions, added.execId)) return executions;
  const grown = [...executions, added];
  const tally = tallyOf(executions);
  // Two sets may grow out of one; the second has places of its own.
  const isShared = tally.places.size === executions.length;
  if (added.kind === 'TRADE' && isShared && !tally.named.has(added.execId)) {
    tally.places.set(added.execId, executions.length);
    tallies.set(grown, {
      ...tally,
      quantity: tally.quantity + added.quantity,
      value: tally.value.plus(dealtFor(added)),
    });
  }
  return grown;
}

/** What stands of a set of executions: its units, and the sum of price times quantity. */
export function standingSum(executions: readonly Execution[]): Pick<Tally, 'quantity' | 'value'> {
  return tallyOf(executions);
}

/** Units filled and their average price in a set of executions; no price when nothing is filled. */
export function filled(executions: readonly Execution[]): {
  readonly quantityFilled: bigint;
  readonly averagePrice: Decimal | undefined;
} {
  const { quantity: quantityFilled, value } = tallyOf(executions);
  if (quantityFilled === 0n) return { quantityFilled, averagePrice: undefined };
  return { quantityFilled, averagePrice: value.dividedBy(String(quantityFilled)) };
}

/**
 * The executions that stand: each ExecID once, corrected ones in their last corrected form,
 * cancelled ones gone. A correction may name the original or an earlier correction, and may arrive
 * before either.
 */
export function standingExecutions(executions: readonly Execution[]): Execution[] {
  const byId = new Map<string, Execution>();
  for (const execution of executions) {
    if (!byId.has(execution.execId)) byId.set(execution.execId, execution);
  }
  const deciding = new Map<string, Execution>();
  for (const execution of byId.values()) {
    const original = originalOf(execution, byId);
    const known = deciding.get(original);
    const outranked = known !== undefined && RANK[execution.kind] < RANK[known.kind];
    if (!outranked) deciding.set(original, execution);
  }
  return [...deciding.values()].filter(({ kind }) => kind !== 'CANCEL');
}

// A bust is the last word on an execution, then the latest correction, then the fill itself.
const RANK = { TRADE: 0, CORRECT: 1, CANCEL: 2 } as const;

/**
 * The ExecID of the fill that an execution is about, also when that fill is not known. As many
 * steps as there are executions reach it; a ring of references ends there too.
 */
export function originalOf(execution: Execution, byId: ReadonlyMap<string, Execution>): string {
  let current = execution;
  for (let step = 0; step < byId.size; step += 1) {
    if (current.kind === 'TRADE' || current.execRefId === undefined) break;
    const referred = byId.get(current.execRefId);
    if (referred === undefined) return current.execRefId;
    current = referred;
  }
  return current.execId;
}
