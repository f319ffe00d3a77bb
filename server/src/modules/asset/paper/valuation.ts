// Values a discounted instrument or treasury bill on any past or future date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call } from '../../../platform/context.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import {
  addMoney,
  type Money,
  minorToDecimal,
  subtractMoney,
  toDecimal,
} from '../../../platform/money/money.js';
import { rulesOn, withholdingRules } from '../tax/rule.js';
import { type NetAmount, netOfTax, type WithholdingRule } from '../tax/withholding-tax.js';
import { type DiscountPosition, terminateDiscount, terminationError } from './discount.js';
import { visibleDiscounted } from './discounted-instrument.js';
import { endedAfter } from './history-queries.js';
import type { DiscountedKind } from './kind.js';
import { carryingValue, type DiscountedRow, positionOf, shownRate } from './record.js';
import type { DiscountedDay } from './schema.js';

/**
 * Returns the holding on a date: the face value and cost held, straight-line book value, tax as of
 * the payment date, and the proceeds of a termination at its own rate. Once the holding has ended,
 * shows the final payout. Changes nothing.
 */
export async function valueDiscounted(
  call: Call,
  kind: DiscountedKind,
  query: DiscountedDay,
): Promise<object> {
  const date = dayOf(query) ?? (await currentBusinessDate(call.db));
  const row = await rowOn(call, await visibleDiscounted(call, { kind, id: query.id }), date);
  const rules = await withholdingRules(call.db);
  const position = positionOf(row);
  const isOver = hasEndedBy(row, date);
  return {
    id: row.id,
    name: row.name,
    date,
    status: row.status,
    currency: row.currency,
    faceValue: toDecimal(position.face),
    cost: toDecimal(position.cost),
    ...(isOver ? paidOut(row) : held(position, date, rulesOn(rules, row, row.payment_date))),
    ...(isOver ? {} : terminated(position, date, rulesOn(rules, row, date))),
  };
}

// Returns the date from either parameter, `d` or `td`. `td` is the name in the specification's
// parameter set.
function dayOf({ d, td }: DiscountedDay): BusinessDate | undefined {
  if (d !== undefined && td !== undefined && d !== td) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'td', 'must equal d if both are given');
  }
  return d ?? td;
}

// Returns the face value and cost on a date. Both are zero before the start, when the customer
// still has the money, and for a cancelled instrument, which was never placed.
async function rowOn(call: Call, row: DiscountedRow, date: BusinessDate): Promise<DiscountedRow> {
  if (row.termination_reason === 'CANCELLED' || date < row.start_date) {
    return { ...row, face_value_minor: 0n, cost_minor: 0n };
  }
  const ended = await endedAfter(call.db, row.id, date);
  return {
    ...row,
    face_value_minor: row.face_value_minor + ended.faceMinor,
    cost_minor: row.cost_minor + ended.costMinor,
  };
}

function hasEndedBy(row: DiscountedRow, date: BusinessDate): boolean {
  if (row.termination_reason === 'CANCELLED') return true;
  return row.termination_date !== null && row.termination_date <= date;
}

function held(
  position: DiscountPosition,
  date: BusinessDate,
  rules: readonly WithholdingRule[],
): object {
  return shown(position.cost, accruedOn(position, date, rules));
}

/** Returns a position's gain over its cost up to a date, with the expected tax on it. */
export function accruedOn(
  position: DiscountPosition,
  date: BusinessDate,
  rules: readonly WithholdingRule[],
): NetAmount {
  return netOfTax(subtractMoney(carryingValue(position, date), position.cost), rules);
}

function paidOut(row: DiscountedRow): object {
  const money = (minor: bigint | null) => ({ minor: minor ?? 0n, currency: row.currency });
  const gross = money(row.paid_gross_minor);
  const tax = money(row.paid_tax_minor);
  return shown(money(row.cost_minor), { gross, tax, net: subtractMoney(gross, tax) });
}

function shown(
  cost: Money,
  interest: { readonly gross: Money; readonly tax: Money; readonly net: Money },
): object {
  const plus = (amount: Money) => toDecimal(addMoney(cost, amount));
  return {
    bookValue: plus(interest.gross),
    accruedInterest: toDecimal(interest.gross),
    withholdingTax: toDecimal(interest.tax),
    accruedNetInterest: toDecimal(interest.net),
    value: plus(interest.net),
  };
}

function terminated(
  position: DiscountPosition,
  date: BusinessDate,
  rules: readonly WithholdingRule[],
): object {
  if (terminationError(position, { date }) !== undefined) return {};
  const settlement = terminateDiscount(position, { date });
  const { tax } = netOfTax(settlement.earned, rules);
  const { currency } = position.face;
  return {
    terminationRate: shownRate(position.ratePercent),
    terminationProceeds: toDecimal(settlement.proceeds),
    terminationInterest: toDecimal(settlement.earned),
    terminationTax: toDecimal(tax),
    terminationValue: minorToDecimal(settlement.proceeds.minor - tax.minor, currency),
  };
}
