// Determines the quantity of an order from our own members or from those of the original API.

import {
  commonProblems,
  type Problem,
  refuseMember,
} from '../../../platform/http/reply/problem.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { financeProblems } from '../../finance/index.js';

/** The members that contain the quantity of an order. A zero means "not given". */
export interface QuantityRequest {
  readonly amount?: Decimal | undefined;
  readonly transAmount?: Decimal | undefined;
  readonly units?: Decimal | undefined;
  readonly transUnits?: Decimal | undefined;
  readonly allUnits?: boolean | undefined;
  readonly orderBase?: 'VALUE' | 'QUANTITY' | undefined;
}

type TransType = 'SUBSCRIPTION' | 'REDEMPTION';

/** One given quantity and the member that contains it. */
interface Stated {
  readonly member: string;
  readonly value: Decimal;
}

/** An order's quantity: an amount, a number of units, or all units. */
export type Quantity = { readonly ignored: string | undefined } & (
  | ({ readonly basis: 'AMOUNT' | 'UNITS' } & Stated)
  | { readonly basis: 'ALL'; readonly member: 'allUnits' }
);

/** Returns whether a request contains any quantity. */
export function statesQuantity(request: QuantityRequest): boolean {
  const { amount, transAmount, units, transUnits, allUnits } = request;
  return allUnits === true || [amount, transAmount, units, transUnits].some(isGiven);
}

/**
 * Returns the quantity that applies. `orderBase` selects the amount or the units; the other one is
 * an estimate. Without `orderBase`, the amount applies to a subscription and the units to a
 * redemption, and `ignored` names the other member. Refuses with INVALID_REQUEST if members
 * contradict each other or none is given, and with AMOUNT_NOT_POSITIVE if all are zero or one is
 * negative.
 */
export function quantityOf(request: QuantityRequest, transType: TransType): Quantity {
  const amount = statedIn(request, 'amount', 'transAmount');
  const units = statedIn(request, 'units', 'transUnits');
  if (request.allUnits === true) return allUnits(request, transType, amount ?? units);
  const quantity = chosenOf(request, { amount, units, transType });
  if (quantity === undefined) throw nothingGiven(request);
  if (quantity.value.greaterThan(0)) return quantity;
  throw refuseMember(financeProblems.AMOUNT_NOT_POSITIVE, quantity.member, 'must be above zero');
}

type Counting = Extract<Quantity, Stated>;

function chosenOf(
  { orderBase }: QuantityRequest,
  given: {
    readonly amount: Stated | undefined;
    readonly units: Stated | undefined;
    readonly transType: TransType;
  },
): Counting | undefined {
  const { amount, units, transType } = given;
  const byAmount = amount && ({ basis: 'AMOUNT', ignored: undefined, ...amount } as const);
  const byUnits = units && ({ basis: 'UNITS', ignored: undefined, ...units } as const);
  if (orderBase === 'VALUE') return byAmount ?? missing(units, 'amount', orderBase);
  if (orderBase === 'QUANTITY') return byUnits ?? missing(amount, 'units', orderBase);
  if (byAmount === undefined || byUnits === undefined) return byAmount ?? byUnits;
  // Clients that use our own members never send an estimate.
  if (byAmount.member === 'amount' && byUnits.member === 'units') {
    throw refused('units', 'amount, units and allUnits are mutually exclusive');
  }
  return transType === 'SUBSCRIPTION'
    ? { ...byAmount, ignored: byUnits.member }
    : { ...byUnits, ignored: byAmount.member };
}

function missing(other: Stated | undefined, member: string, orderBase: string): undefined {
  if (other === undefined) return undefined;
  throw refused(member, `is required if orderBase is ${orderBase}`);
}

function allUnits(
  { orderBase }: QuantityRequest,
  transType: TransType,
  other: Stated | undefined,
): Quantity {
  if (other !== undefined) {
    throw refused(other.member, 'amount, units and allUnits are mutually exclusive');
  }
  if (transType === 'SUBSCRIPTION') throw refused('allUnits', 'is allowed only for a redemption');
  if (orderBase === 'VALUE') throw refused('orderBase', 'must be QUANTITY with allUnits');
  return { basis: 'ALL', member: 'allUnits', ignored: undefined };
}

function nothingGiven(request: QuantityRequest): Problem {
  const zero = (['amount', 'transAmount', 'units', 'transUnits'] as const).find(
    (member) => request[member] !== undefined,
  );
  if (zero === undefined) return refused('amount', 'or units is required');
  return refuseMember(financeProblems.AMOUNT_NOT_POSITIVE, zero, 'must be above zero');
}

function statedIn(
  request: QuantityRequest,
  ours: 'amount' | 'units',
  theirs: 'transAmount' | 'transUnits',
): Stated | undefined {
  const own = request[ours];
  const other = request[theirs];
  if (isGiven(own)) {
    if (isGiven(other) && !own.equals(other)) throw refused(theirs, `differs from ${ours}`);
    return { member: ours, value: own };
  }
  return isGiven(other) ? { member: theirs, value: other } : undefined;
}

function isGiven(value: Decimal | undefined): value is Decimal {
  return value !== undefined && !value.isZero();
}

function refused(member: string, why: string): Problem {
  return refuseMember(commonProblems.INVALID_REQUEST, member, why);
}
