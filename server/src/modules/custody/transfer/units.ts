// Moves the units of a transfer. Puts them on hold while the transfer is pending, and adds the
// movements when it is approved.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { allocateMoney } from '../../../platform/money/money.js';
import { orderProblems } from '../../order/index.js';
import {
  insertLots,
  moveUnits,
  selectFree,
  selectLeavingCost,
  setLineHold,
  type TransferMove,
} from './queries.js';
import { isInward, type TransferLine, type TransferLot, type TransferRow } from './record.js';

/** Units that leave a holding at the end of a date. */
interface LeavingUnits {
  readonly portfolioId: bigint;
  readonly securityId: bigint;
  readonly quantity: bigint;
  readonly date: BusinessDate;
}

/**
 * Returns the purchases, oldest first, of units that leave a holding. An unknown cost is undefined.
 */
export type LeavingLots = (
  tx: Tx,
  units: LeavingUnits,
) => Promise<
  readonly {
    readonly quantity: bigint;
    readonly costMinor: bigint | undefined;
    readonly acquiredOn: BusinessDate;
  }[]
>;

/**
 * Puts outgoing units on hold. Refuses with INSUFFICIENT_HOLDING if the portfolio does not have
 * them.
 */
export async function holdUnits(
  work: Work,
  row: Pick<TransferRow, 'portfolio_id' | 'effective_date'>,
  line: TransferLine,
): Promise<void> {
  const { portfolio_id: portfolioId, effective_date: date } = row;
  const isHeld = await setLineHold(work.tx, line, { portfolioId, units: line.quantity });
  const { lowest } = await selectFree(work.tx, { portfolioId, ...line }, date);
  if (isHeld && lowest >= line.quantity) return;
  const detail = isHeld
    ? `${line.securityName}: the portfolio has had only ${lowest} units at all times since ${date}`
    : `${line.securityName}: not enough units are available; the others are in sell orders, on ` +
      'hold or not credited yet';
  throw refusal(orderProblems.INSUFFICIENT_HOLDING, { detail });
}

/** Releases the units on hold for a line. */
export async function releaseUnits(
  work: Work,
  { portfolio_id: portfolioId }: Pick<TransferRow, 'portfolio_id'>,
  line: TransferLine,
): Promise<void> {
  await setLineHold(work.tx, line, { portfolioId, units: 0n });
}

/**
 * Moves the units of a transfer on its effective date, in one statement. Refuses with
 * INSUFFICIENT_HOLDING if outgoing units are now missing because a trade was corrected. The caller
 * has locked the holdings.
 */
export async function moveTransfer(
  work: Work,
  row: TransferRow,
  { lines, leavingLots }: { readonly lines: readonly TransferLine[]; leavingLots: LeavingLots },
): Promise<void> {
  const moves: TransferMove[] = [];
  for (const line of lines) {
    if (!isInward(row)) await refuseGone(work, row, line);
    const isCarried = row.type === 'INTERNAL' && !row.is_paid;
    const lots = isCarried ? await carriedLots(work, { row, line, leavingLots }) : line.lots;
    moves.push(...movesOf(row, { ...line, lots }));
  }
  await moveUnits(work.tx, moves);
}

async function refuseGone(work: Work, row: TransferRow, line: TransferLine): Promise<void> {
  await holdUnits(work, row, line);
  const { portfolio_id: portfolioId, effective_date: date } = row;
  const { free } = await selectFree(work.tx, { portfolioId, ...line }, date);
  if (free < 0n) {
    const detail = `${line.securityName}: ${-free} of the units on hold are missing`;
    throw refusal(orderProblems.INSUFFICIENT_HOLDING, { detail });
  }
  await releaseUnits(work, row, line);
}

interface Carried {
  readonly row: TransferRow;
  readonly line: TransferLine;
  readonly leavingLots: LeavingLots;
}

// The units arrive with their purchase dates. Their total cost is the average cost that left the
// other holding, so that no cost is lost. It is divided in proportion to the purchase costs or, if
// these are unknown, by units.
async function carriedLots(work: Work, { row, line, leavingLots }: Carried) {
  const { portfolio_id: portfolioId, effective_date: date } = row;
  const holding = { portfolioId, securityId: line.securityId };
  const { quantity, currency } = line;
  const minor = await selectLeavingCost(work.tx, holding, { units: quantity, date });
  const leaving = await leavingLots(work.tx, { ...holding, quantity, date });
  const known = leaving.filter(({ costMinor }) => costMinor !== undefined);
  const hasCost = known.some(({ costMinor = 0n }) => costMinor > 0n);
  const weights = known.map((lot) => new Decimal(String(hasCost ? lot.costMinor : lot.quantity)));
  const shares = known.length === 0 ? [] : allocateMoney({ minor, currency }, weights);
  const costs = new Map(known.map((lot, index) => [lot, shares[index]?.minor ?? 0n]));
  const lots = leaving.map((lot): TransferLot => {
    return { ...lot, costMinor: costs.get(lot) ?? null };
  });
  await insertLots(work.tx, line.id, lots);
  return lots;
}

function movesOf(row: TransferRow, line: TransferLine): TransferMove[] {
  const { portfolio_id: portfolioId, to_portfolio_id: toPortfolioId } = row;
  const leaving = isInward(row) ? [] : [leavingMove(row, line)];
  const receiver = isInward(row) ? portfolioId : toPortfolioId;
  return receiver === null ? leaving : [...leaving, ...arrivingMoves(row, line, receiver)];
}

function baseOf(row: TransferRow, line: TransferLine) {
  return {
    ...{ securityId: line.securityId, effectiveDate: row.effective_date, currency: line.currency },
    ...({ sourceType: 'TRANSFER', sourceId: line.id, sourceLine: 1 } as const),
    ...{ costMinor: 0n, proceedsMinor: 0n, gainMinor: 0n, pendingQuantity: 0n },
    ...{ acquiredOn: null, costKnown: true },
  };
}

// Units that leave free of payment keep their cost, which is computed from the other movements of
// the holding.
function leavingMove(row: TransferRow, line: TransferLine): TransferMove {
  const base = {
    ...baseOf(row, line),
    portfolioId: row.portfolio_id,
    quantity: -line.quantity,
  };
  if (line.amountMinor !== null) return { ...base, kind: 'SELL', proceedsMinor: line.amountMinor };
  return { ...base, kind: row.type === 'WRITE_OFF' ? 'WRITE_OFF' : 'TRANSFER_OUT' };
}

function arrivingMoves(row: TransferRow, line: TransferLine, portfolioId: bigint): TransferMove[] {
  const base = { ...baseOf(row, line), portfolioId, quantity: line.quantity };
  if (line.amountMinor !== null) return [{ ...base, kind: 'BUY', costMinor: line.amountMinor }];
  const coming = { ...base, kind: 'TRANSFER_IN' } as const;
  if (line.costBasis === 'UNKNOWN') return [{ ...coming, costKnown: false }];
  return line.lots.map(({ costMinor, ...lot }, index) => ({
    ...coming,
    ...lot,
    costMinor: costMinor ?? 0n,
    costKnown: costMinor !== null,
    sourceLine: index + 1,
  }));
}
