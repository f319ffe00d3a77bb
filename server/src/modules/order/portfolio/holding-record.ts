// The record of a holding, including the members that clients of the original API read.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { roundTo } from '../../../platform/money/rounding.js';
import { accruedPer100, couponPeriod, couponTermsOf } from '../rule/accrued-interest.js';
import type { HoldingRow } from './holding-queries.js';
import {
  averageCost,
  countedMinor,
  percentOf,
  priceMultiple,
  type ValuedHolding,
} from './holding-value.js';

/** Returns the record of a holding at its price. */
export function toHoldingRecord(holding: ValuedHolding): object {
  const { row } = holding;
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
  return {
    portfolioId: row.portfolio_id,
    securityName: row.security_name,
    securityLabel: row.security_label,
    securityType: row.security_type,
    currency: row.currency,
    quantity: String(row.quantity),
    cost: amount(row.cost_minor),
    averageCost: averageCost(row),
    realisedGain: amount(row.realised_gain_minor),
    ...priceMembers(holding),
    ...originalMembers(holding),
  };
}

/** Returns the current record of a holding. */
export function toPresentRecord(holding: ValuedHolding): object {
  return { ...toHoldingRecord(holding), ...availabilityMembers(holding.row) };
}

// The held, available and pending units are not known for past dates. As in `available_units`, the
// pending units cannot exceed the units still in the holding.
function availabilityMembers(row: HoldingRow): object {
  const { quantity, held_quantity: held } = row;
  const present = quantity > 0n ? quantity : 0n;
  const pending = row.pending_quantity < present ? row.pending_quantity : present;
  return {
    heldQuantity: String(held),
    availableQuantity: String(quantity - held - pending),
    pendingQuantity: String(pending),
  };
}

function priceMembers({ row, price, cleanMinor, accruedMinor, accrual }: ValuedHolding): object {
  if (price === undefined || cleanMinor === undefined) return {};
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
  const members = {
    lastPrice: price.price,
    marketValue: amount(cleanMinor),
    unrealisedGain: amount(cleanMinor - row.cost_minor),
  };
  if (accrual === undefined) return members;
  return {
    ...members,
    cleanPrice: price.price,
    dirtyPrice: roundTo(price.price.plus(accruedPer100(accrual)), 6, 'HALF_UP'),
    accruedCoupon: amount(accruedMinor),
    dirtyValue: amount(cleanMinor + accruedMinor),
  };
}

/** Returns the members of a holding that clients of the original API read. */
export function originalMembers(holding: ValuedHolding): object {
  const { row, price, date } = holding;
  const multiple = priceMultiple(row);
  const cost = minorToDecimal(row.cost_minor, row.currency).dividedBy(String(row.quantity));
  // Without a price, the holding is valued at its cost.
  const gain = price === undefined ? new Decimal(0) : price.price.times(multiple).minus(cost);
  return {
    securityId: row.security_id,
    securitySector: row.sector ?? undefined,
    securityExchange: row.exchange_name,
    quantityHeld: new Decimal(String(row.quantity)),
    costBasis: averageCost(row),
    marketPrice: price?.price,
    valueDate: price?.date,
    valuation: minorToDecimal(countedMinor(holding), row.currency),
    gain: roundTo(gain, 4, 'HALF_UP'),
    percentGain: percentOf(gain, cost),
    priceValueMultiple: multiple,
    ...couponMembers(row, date),
  };
}

function couponMembers(row: HoldingRow, date: BusinessDate): object {
  const terms = couponTermsOf(row);
  if (terms === undefined) return {};
  const { couponRate, maturityDate, issueDate } = terms;
  const last = couponPeriod(terms, date)?.start ?? maturityDate;
  const isPaid = !issueDate || last > issueDate;
  return { couponRate, maturityDate, lastCouponDate: isPaid ? last : undefined };
}
