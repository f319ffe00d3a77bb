// Prepares the movements of the stock record from which gains are folded. Assigns charges to fills,
// and sorts movements in the order in which they take effect.

import { assert } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { shareOut } from './share.js';

/** The kinds of movements; see `holding_movement`. */
type StockKind =
  | 'OPENING'
  | 'TRANSFER_IN'
  | 'TRANSFER_OUT'
  | 'BUY'
  | 'SELL'
  | 'CHARGES'
  | 'BONUS'
  | 'SPLIT'
  | 'SCRIP'
  | 'RIGHTS'
  | 'TAKE_UP'
  | 'LAPSE'
  | 'SPIN_OFF'
  | 'CAPITAL_RETURN'
  | 'CASH_IN_LIEU'
  | 'MERGER_OUT'
  | 'MERGER_IN'
  | 'REDEMPTION'
  | 'PARTIAL_REDEMPTION'
  | 'TENDER'
  | 'WRITE_OFF'
  | 'DELIVERY';

/** A movement in force. Amounts are in minor units. */
export interface StockMovement {
  readonly id: bigint;
  readonly portfolioId: bigint;
  readonly securityId: bigint;
  readonly kind: StockKind;
  readonly effectiveDate: BusinessDate;
  /** The number of units; negative for outgoing units. */
  readonly quantity: bigint;
  /** The cost that the movement adds; undefined if the cost of incoming units is unknown. */
  readonly costMinor: bigint | undefined;
  /** The proceeds. Charges of a sale are negative proceeds. */
  readonly proceedsMinor: bigint;
  /** The gain of a corporate action at average cost, as stored with the movement. */
  readonly gainMinor: bigint;
  readonly currency: string;
  readonly orderId?: bigint | undefined;
  /** The record that caused the movement. One corporate action can move several securities. */
  readonly sourceType: string;
  readonly sourceId: bigint;
  readonly sourceLine: number;
  /** The date on which incoming units were acquired; default: the date of the movement. */
  readonly acquiredOn?: BusinessDate | undefined;
}

/** A movement with its share of the charges for its order and date. */
export interface ChargedMovement extends StockMovement {
  readonly chargesMinor: bigint;
}

const FILLS: ReadonlySet<StockKind> = new Set(['BUY', 'SELL']);
const NO_EVENT: ReadonlySet<StockKind> = new Set([
  'OPENING',
  'TRANSFER_IN',
  'TRANSFER_OUT',
  'BUY',
  'SELL',
  'CHARGES',
]);

/**
 * Returns whether a movement is the effect of a corporate action, and therefore contains a cost and
 * a gain. A write-off approved by a second person is treated as a sale for nothing.
 */
export function isEvent({ kind, sourceType }: StockMovement): boolean {
  return !NO_EVENT.has(kind) && sourceType !== 'TRANSFER';
}

/**
 * Divides the charges of each order and date among its fills by quantity, by the largest-remainder
 * method. Charges without fills remain separate movements. Movements are in the order of their ids.
 */
export function withCharges(movements: readonly StockMovement[]): ChargedMovement[] {
  const charges = new Map<string, bigint>();
  const fills = new Map<string, StockMovement[]>();
  for (const movement of movements) {
    const { kind, costMinor, proceedsMinor } = movement;
    if (kind === 'CHARGES') {
      const key = groupOf(movement);
      charges.set(key, (charges.get(key) ?? 0n) + (costMinor ?? 0n) - proceedsMinor);
    }
  }
  for (const movement of movements) {
    const key = groupOf(movement);
    if (!FILLS.has(movement.kind) || !charges.has(key)) continue;
    const group = fills.get(key);
    if (group === undefined) fills.set(key, [movement]);
    else group.push(movement);
  }
  const parts = new Map<bigint, bigint>();
  for (const [key, group] of fills) {
    const shares = shareOut(
      charges.get(key) ?? 0n,
      group.map(({ quantity }) => quantity),
    );
    for (const [place, { id }] of group.entries()) parts.set(id, shares[place] ?? 0n);
  }
  return movements.flatMap((movement) =>
    movement.kind !== 'CHARGES'
      ? [{ ...movement, chargesMinor: parts.get(movement.id) ?? 0n }]
      : fills.has(groupOf(movement))
        ? []
        : [{ ...movement, chargesMinor: (movement.costMinor ?? 0n) - movement.proceedsMinor }],
  );
}

function groupOf({ portfolioId, securityId, orderId, effectiveDate }: StockMovement): string {
  return `${portfolioId}/${securityId}/${orderId}/${effectiveDate}`;
}

/**
 * Returns movements in the order in which they take effect: by date, with corporate actions first,
 * because they apply to the position at the previous close. All movements that one record caused on
 * a date form one step, with outgoing units first.
 */
export function inSteps(movements: readonly ChargedMovement[]): ChargedMovement[][] {
  const events = new Map<string, ChargedMovement[]>();
  const steps: ChargedMovement[][] = [];
  for (const movement of movements) {
    if (!isEvent(movement)) {
      steps.push([movement]);
      continue;
    }
    const { effectiveDate, portfolioId, sourceType, sourceId } = movement;
    const key = `${effectiveDate}/${portfolioId}/${sourceType}/${sourceId}`;
    const step = events.get(key);
    if (step === undefined) events.set(key, [movement]);
    else step.push(movement);
  }
  const ordered = [...steps, ...events.values()].map((step) => ({ step, place: placeOf(step) }));
  return ordered
    .sort((a, b) => comparePlaces(a.place, b.place))
    .map(({ step }) => step.sort((a, b) => a.sourceLine - b.sourceLine));
}

/** The sort key of a step: date, then events before trades, then the first id. */
interface Place {
  readonly date: BusinessDate;
  readonly isTrade: boolean;
  readonly id: bigint;
}

function placeOf(step: readonly ChargedMovement[]): Place {
  const [first] = step.length === 1 ? step : step.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  assert(first !== undefined, 'a step has a movement');
  return { date: first.effectiveDate, isTrade: !isEvent(first), id: first.id };
}

function comparePlaces(a: Place, b: Place): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return Number(a.isTrade) - Number(b.isTrade) || (a.id < b.id ? -1 : 1);
}
