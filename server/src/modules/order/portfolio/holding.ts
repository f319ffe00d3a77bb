// Holdings: units and their average cost. They are changed by movements in the stock record, in the
// transaction that books the fills.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { decimalToMinor } from '../../../platform/money/money.js';
import type { OrderRow } from '../record/order.js';
import { foldInOrder } from '../rule/holding-fold.js';
import {
  type HoldingUpdate,
  type LockedHolding,
  selectLocked,
  storeHoldings,
} from './holding-queries.js';
import {
  type FillCause,
  fillCauses,
  insertMovements,
  type NewMovement,
  type Refolding,
  refoldHoldings,
  type StandingMovement,
} from './movement-queries.js';

/** A fill that moves units. */
interface FilledUnits {
  readonly execId: string;
  readonly tradeDate: BusinessDate;
  readonly quantity: bigint;
  /** The value of the units at the dealt price, unrounded. */
  readonly value: Decimal;
}

/** The changes that a report about an order makes to a holding. */
export interface HoldingMove {
  /**
   * The change in the units held for the order; negative if they decrease. These units are derived
   * from the order's state, so they are not checked again.
   */
  readonly held: bigint;
  /** The fills that the report adds and removes. Undefined if there are none. */
  readonly fills?: {
    /** The ExecID of the report. */
    readonly cause: string;
    /** The ExecIDs of the fills that are no longer in force. */
    readonly removed: readonly string[];
    readonly added: readonly FilledUnits[];
  };
}

type Owner = Pick<OrderRow, 'id' | 'portfolio_id' | 'security_id' | 'order_type' | 'currency'>;

/** A contract note's charges. */
export interface NoteCharges {
  readonly noteId: bigint;
  readonly tradeDate: BusinessDate;
  readonly chargesMinor: bigint;
  /**
   * Whether all fills for the order and date were booked by `move` after the holding was locked.
   */
  readonly hasItsFills?: boolean;
}

/** Locked holdings, with their changes so far. */
export interface LockedHoldings {
  /**
   * Changes the holding of an order's portfolio. `causes` contains the executions, keyed by ExecID.
   */
  move(order: Owner, move: HoldingMove, causes: ReadonlyMap<string, FillCause>): void;
  /**
   * Adds a contract note's charges. For a buy, they are part of the cost of its units. For a sale,
   * they reduce its proceeds and therefore its realised gain.
   */
  charge(order: Owner, charges: NoteCharges): void;
  /** Reverses a contract note's charges. */
  reverseCharges(order: Owner, noteId: bigint, charges: StandingMovement): void;
  /** Stores the movements and the holdings. */
  store(): Promise<void>;
}

/** A locked holding, with the movements to add to it. */
interface Changing {
  readonly row: LockedHolding;
  readonly movements: NewMovement[];
  held: bigint;
}

/** Locks the holdings of the given orders in sorted order, and creates those that are missing. */
export async function lockHoldings(tx: Tx, owners: readonly Owner[]): Promise<LockedHoldings> {
  const byKey = new Map<string, Changing>();
  for (const row of owners.length === 0 ? [] : await selectLocked(tx, owners)) {
    byKey.set(`${row.portfolioId} ${row.securityId}`, { row, movements: [], held: 0n });
  }
  // Movements are numbered across all holdings in the sequence in which they are booked.
  const inSequence: NewMovement[] = [];
  const changingOf = ({ portfolio_id, security_id }: Owner) =>
    present(byKey.get(`${portfolio_id} ${security_id}`), 'the holding was made or locked');
  const add = (order: Owner, movement: NewMovement) => {
    changingOf(order).movements.push(movement);
    inSequence.push(movement);
  };
  return {
    move: (order, { held, fills }, causes) => {
      if (held !== 0n) changingOf(order).held += held;
      for (const movement of fills === undefined ? [] : movementsOf(order, fills, causes)) {
        add(order, movement);
      }
    },
    charge: (order, charges) => {
      if (charges.chargesMinor !== 0n) add(order, chargesMovement(order, charges));
    },
    reverseCharges: (order, noteId, charges) => {
      add(order, reversalOf(order, charges, { sourceType: 'CONTRACT_NOTE', sourceId: noteId }));
    },
    store: () => store(tx, inSequence, [...byKey.values()]),
  };
}

// Movements are stored before the holdings, because holdings are computed from stored movements.
async function store(
  tx: Tx,
  movements: readonly NewMovement[],
  holdings: readonly Changing[],
): Promise<void> {
  await insertMovements(tx, movements);
  const updates: HoldingUpdate[] = [];
  const refoldings: Refolding[] = [];
  for (const { row, movements: added, held } of holdings) {
    const folded = foldInOrder(row, added);
    if (folded === row && held === 0n) continue;
    updates.push({ ...row, ...folded, held });
    if (folded !== undefined) continue;
    const [from] = added.map(({ effectiveDate }) => effectiveDate).sort();
    const { portfolioId, securityId } = row;
    refoldings.push({ portfolioId, securityId, from: present(from, 'something was added') });
  }
  await storeHoldings(tx, updates);
  await refoldHoldings(tx, refoldings);
}

type Fills = NonNullable<HoldingMove['fills']>;

function movementsOf(
  order: Owner,
  { cause, removed, added }: Fills,
  causes: ReadonlyMap<string, FillCause>,
): NewMovement[] {
  const causeOf = (execId: string) => present(causes.get(execId), 'the execution is stored');
  const reversals = removed.map((execId) => {
    const standing = present(causeOf(execId).standing, 'a fill in force has its movement');
    const { sourceId } = causeOf(cause);
    return reversalOf(order, standing, { sourceType: 'EXECUTION', sourceId });
  });
  return [...reversals, ...added.map((fill) => fillMovement(order, fill, causeOf(fill.execId)))];
}

function fillMovement(order: Owner, fill: FilledUnits, cause: FillCause): NewMovement {
  const minor = decimalToMinor(fill.value, order.currency, 'HALF_UP');
  const isBuy = order.order_type === 'BUY';
  return {
    ...ownerOf(order),
    kind: order.order_type,
    effectiveDate: fill.tradeDate,
    quantity: isBuy ? fill.quantity : -fill.quantity,
    costMinor: isBuy ? minor : 0n,
    proceedsMinor: isBuy ? 0n : minor,
    isReversal: false,
    sourceType: 'EXECUTION',
    sourceId: cause.sourceId,
    sourceLine: cause.sourceLine,
    reversalOfId: undefined,
  };
}

function chargesMovement(order: Owner, charges: NoteCharges): NewMovement {
  const isBuy = order.order_type === 'BUY';
  return {
    ...ownerOf(order),
    kind: 'CHARGES',
    effectiveDate: charges.tradeDate,
    quantity: 0n,
    costMinor: isBuy ? charges.chargesMinor : 0n,
    proceedsMinor: isBuy ? 0n : -charges.chargesMinor,
    isReversal: false,
    hasItsFills: charges.hasItsFills === true,
    sourceType: 'CONTRACT_NOTE',
    sourceId: charges.noteId,
    sourceLine: 1,
    reversalOfId: undefined,
  };
}

function reversalOf(
  order: Owner,
  { id, kind, effectiveDate, ...amounts }: StandingMovement,
  cause: Pick<NewMovement, 'sourceType' | 'sourceId'>,
): NewMovement {
  return {
    ...ownerOf(order),
    ...cause,
    kind,
    effectiveDate,
    quantity: -amounts.quantity,
    costMinor: -amounts.costMinor,
    proceedsMinor: -amounts.proceedsMinor,
    isReversal: true,
    sourceLine: 1,
    reversalOfId: id,
  };
}

function ownerOf({ id, portfolio_id, security_id, currency }: Owner) {
  return { orderId: id, portfolioId: portfolio_id, securityId: security_id, currency };
}

/** Returns whether a move changes nothing, so that its holding does not have to exist. */
export function isNothing({ held, fills }: HoldingMove): boolean {
  return held === 0n && fills === undefined;
}

/** Changes the holding of one order, as `LockedHoldings.move` does. */
export async function moveHolding(tx: Tx, order: Owner, move: HoldingMove): Promise<void> {
  if (isNothing(move)) return;
  const holdings = await lockHoldings(tx, [order]);
  const { fills } = move;
  const execIds =
    fills === undefined
      ? []
      : [fills.cause, ...fills.removed, ...fills.added.map(({ execId }) => execId)];
  const causes = execIds.length === 0 ? new Map() : await fillCauses(tx, order.id, execIds);
  holdings.move(order, move, causes);
  await holdings.store();
}
