// The reasons for disputing a trade (DKReason, 127), and whether a reason fits the report.

import type { ExchangeReport } from '../record/exchange-report.js';
import type { OrderRow } from '../record/order.js';
import { isBeyond, isOtherSecurity, sideIn } from '../report/comparison.js';
import type { UnmatchedReason } from '../report/unmatched-reason.js';

export const DISPUTE_REASONS = [
  'UNKNOWN_SYMBOL',
  'WRONG_SIDE',
  'QUANTITY_EXCEEDS_ORDER',
  'NO_MATCHING_ORDER',
  'PRICE_EXCEEDS_LIMIT',
  'CALCULATION_DIFFERENCE',
  'OTHER',
] as const;

/** The reasons for disputing a trade, named as in the FIX dictionary. */
export type DisputeReason = (typeof DISPUTE_REASONS)[number];

/** The facts against which a reason is checked. */
interface Disputed {
  /** The work item's reason. */
  readonly reason: UnmatchedReason;
  readonly report: ExchangeReport;
  /** The report's order; undefined if it is not one of ours. */
  readonly order: OrderRow | undefined;
  /** Whether, according to our data, the exchange lists the report's symbol. */
  readonly isListed: boolean;
}

/** Returns why a reason does not fit, as the end of a sentence; undefined if it fits. */
export function unfit(given: DisputeReason, about: Disputed): string | undefined {
  const { reason, report, order } = about;
  switch (given) {
    case 'UNKNOWN_SYMBOL':
      return isUnknownSymbol(about) ? undefined : 'cannot be UNKNOWN_SYMBOL: the symbol is known';
    case 'WRONG_SIDE': {
      const side = sideIn(report);
      const isOther = order !== undefined && side !== undefined && side !== order.order_type;
      return isOther
        ? undefined
        : "cannot be WRONG_SIDE: the report matches no order, or its side is the order's";
    }
    case 'QUANTITY_EXCEEDS_ORDER':
      return isTooMuch(about)
        ? undefined
        : 'cannot be QUANTITY_EXCEEDS_ORDER: the quantity does not exceed the order';
    case 'NO_MATCHING_ORDER':
      return order === undefined
        ? undefined
        : `cannot be NO_MATCHING_ORDER: the report matches order ${order.name}`;
    case 'PRICE_EXCEEDS_LIMIT': {
      const { lastPrice } = report;
      const isTooDear =
        order !== undefined && lastPrice !== undefined && isBeyond(order, lastPrice);
      const fits = reason === 'PRICE_BEYOND_LIMIT' || isTooDear;
      return fits ? undefined : 'cannot be PRICE_EXCEEDS_LIMIT: the price does not exceed a limit';
    }
    case 'CALCULATION_DIFFERENCE':
      return MISCOUNTED.has(reason)
        ? undefined
        : `cannot be CALCULATION_DIFFERENCE: the reason for the work item is ${reason}`;
    case 'OTHER':
      return undefined;
  }
}

const MISCOUNTED: ReadonlySet<UnmatchedReason> = new Set([
  'FILLS_DIFFER',
  'QUANTITY_DIFFERS',
  'AVERAGE_PRICE_DIFFERS',
]);

function isUnknownSymbol({ reason, report, order, isListed }: Disputed): boolean {
  if (order === undefined) return !isListed;
  return reason === 'SYMBOL_DIFFERS' || isOtherSecurity(order, report);
}

function isTooMuch({ reason, report, order }: Disputed): boolean {
  if (reason === 'OVERFILLED') return true;
  if (order === undefined) return false;
  const { lastQuantity = 0n, cumQuantity = 0n } = report;
  return [lastQuantity, cumQuantity, order.quantity_filled].some((units) => units > order.quantity);
}
