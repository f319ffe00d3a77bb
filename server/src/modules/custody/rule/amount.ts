// Computes the entitlement of a position under an option of a corporate action: cash, tax, units,
// cost and gain. SQL does the same calculation for many positions; a test compares the two.

import { Decimal } from '../../../platform/money/decimal.js';
import { roundTo } from '../../../platform/money/rounding.js';
import { type WithholdingRule, withholdingTax } from '../../asset/index.js';
import type { EffectMovement, EffectTerms } from './effect.js';

/** A position at the close before the ex-date. Its cost is in minor units. */
interface Position {
  readonly quantity: bigint;
  readonly costMinor: bigint;
}

/** The party that withholds the tax, and the tax rules. */
export interface TaxTerms {
  readonly withheldBy: 'ISSUER' | 'FIRM';
  /** True if the issuer pays exempt holders gross. */
  readonly issuerExempts: boolean;
  /** The rules for the tax class on the payment date, for all payer classes. */
  readonly rules: readonly WithholdingRule[];
}

/** The data needed to compute a holder's tax. */
interface Holder {
  readonly payerClass: string;
  readonly isExempt: boolean;
}

/** Money is in minor units. The units and cost of a short position have the opposite sign. */
export interface EntitlementAmounts {
  /** Income and proceeds. */
  readonly grossMinor: bigint;
  /** The part of the gross amount that is not income. */
  readonly principalMinor: bigint;
  readonly taxMinor: bigint;
  readonly withheldMinor: bigint;
  readonly taxReclaimMinor: bigint;
  readonly netMinor: bigint;
  /** The part of the net amount that is paid in new units. */
  readonly reinvestedMinor: bigint;
  readonly newUnits: bigint;
  /** The exact fraction of a unit that is not credited. */
  readonly fraction: Decimal;
  readonly cashInLieuMinor: bigint;
  readonly fractionCostMinor: bigint;
  readonly oldUnits: bigint;
  readonly costMovedMinor: bigint;
  /** The cost of units exchanged for cash. */
  readonly costOutMinor: bigint;
  readonly gainMinor: bigint;
}

/** A movement of a holding in the event's security or in the security of the new units. */
export interface EffectMove {
  readonly leg: 'OWN' | 'NEW';
  readonly line: 1 | 2 | 3;
  readonly kind: EffectMovement | 'CASH_IN_LIEU';
  readonly quantity: bigint;
  readonly costMinor: bigint;
  readonly proceedsMinor: bigint;
  readonly gainMinor: bigint;
  readonly pendingQuantity: bigint;
}

/**
 * Returns the entitlement of a position. For a short position, the customer owes the same gross
 * amounts, without tax.
 */
export function amountsOf(
  terms: EffectTerms,
  position: Position,
  tax: { readonly terms: TaxTerms; readonly holder: Holder },
): EntitlementAmounts {
  const isShort = position.quantity < 0n;
  const units = isShort ? -position.quantity : position.quantity;
  const cost = isShort ? -position.costMinor : position.costMinor;
  const left = (units * scaledPercent(terms.takenPercent)) / WHOLE;
  const incomeMinor = rounded(terms.income.times(String(units)));
  const principalUnits = terms.takenPercent.isZero() ? units : left;
  const principalMinor = rounded(terms.principal.times(String(principalUnits)));
  const grossMinor = incomeMinor + principalMinor;
  const taxed = isShort || terms.costRule === 'IN_KIND' ? UNTAXED : taxOf(incomeMinor, terms, tax);
  const netMinor = grossMinor - taxed.withheldMinor;
  const given = { units, left, cost, incomeMinor, principalMinor, netMinor };
  const coming = unitsComing(terms, given);
  const costs = costsOf(terms, given, coming);
  const sign = isShort ? -1n : 1n;
  return {
    grossMinor,
    principalMinor,
    ...taxed,
    netMinor,
    reinvestedMinor: coming.reinvestedMinor,
    newUnits: sign * coming.newUnits,
    fraction: coming.fraction,
    cashInLieuMinor: coming.cashInLieuMinor,
    fractionCostMinor: sign * costs.fractionCostMinor,
    oldUnits: sign * left,
    costMovedMinor: sign * costs.costMovedMinor,
    costOutMinor: sign * costs.costOutMinor,
    gainMinor: sign * costs.gainMinor,
  };
}

const UNTAXED = { taxMinor: 0n, withheldMinor: 0n, taxReclaimMinor: 0n };

// A percentage has at most 12 decimals.
const WHOLE = 10n ** 14n;

function scaledPercent(percent: Decimal): bigint {
  return BigInt(percent.times('1e12').toFixed(0));
}

function rounded(value: Decimal): bigint {
  return BigInt(roundTo(value, 0, 'HALF_UP').toFixed(0));
}

function lesser(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** Returns `amount × part / of`, half-up; 0 if `of` is 0. */
function share(amount: bigint, part: Decimal, of: Decimal): bigint {
  return of.isZero() ? 0n : rounded(part.times(String(amount)).dividedBy(of));
}

// The issuer withholds tax from all holders under the general rules, unless it pays exempt holders
// gross. Holders can reclaim the excess over their own tax.
function taxOf(
  incomeMinor: bigint,
  { currency }: EffectTerms,
  { terms, holder }: { readonly terms: TaxTerms; readonly holder: Holder },
) {
  const income = { minor: incomeMinor, currency };
  const own = terms.rules.filter(
    ({ payerClass }) => payerClass === undefined || payerClass === holder.payerClass,
  );
  const common = terms.rules.filter(({ payerClass }) => payerClass === undefined);
  const taxMinor = holder.isExempt ? 0n : withholdingTax(income, own).minor;
  const isFromAll = terms.withheldBy === 'ISSUER' && !terms.issuerExempts;
  const withheldMinor = isFromAll ? withholdingTax(income, common).minor : taxMinor;
  const excess = withheldMinor - taxMinor;
  return { taxMinor, withheldMinor, taxReclaimMinor: excess > 0n ? excess : 0n };
}

interface Given {
  readonly units: bigint;
  readonly left: bigint;
  readonly cost: bigint;
  readonly incomeMinor: bigint;
  readonly principalMinor: bigint;
  readonly netMinor: bigint;
}

interface Coming {
  readonly newUnits: bigint;
  readonly fraction: Decimal;
  readonly cashInLieuMinor: bigint;
  readonly reinvestedMinor: bigint;
  /** The fraction times `oldUnits`, which is a whole number; 0 if no cash is paid for it. */
  readonly paidRemainder: bigint;
}

function unitsComing(terms: EffectTerms, given: Given): Coming {
  const none = { fraction: new Decimal(0), cashInLieuMinor: 0n, paidRemainder: 0n };
  if (terms.costRule === 'REINVESTED') {
    if (terms.price === null) return { ...none, newUnits: 0n, reinvestedMinor: 0n };
    const newUnits = BigInt(new Decimal(String(given.netMinor)).divToInt(terms.price).toFixed(0));
    return { ...none, newUnits, reinvestedMinor: rounded(terms.price.times(String(newUnits))) };
  }
  const whole = given.units * terms.newUnits;
  const remainder = whole % terms.oldUnits;
  const down = (whole - remainder) / terms.oldUnits;
  const isUp =
    (terms.fractions === 'RDUP' && remainder > 0n) ||
    (terms.fractions === 'STAN' && 2n * remainder >= terms.oldUnits && remainder > 0n);
  const of = String(terms.oldUnits);
  const price = terms.fractionPrice;
  return {
    newUnits: isUp ? down + 1n : down,
    fraction: isUp
      ? new Decimal(0)
      : roundTo(new Decimal(String(remainder)).dividedBy(of), 12, 'DOWN'),
    cashInLieuMinor: price === null ? 0n : rounded(price.times(String(remainder)).dividedBy(of)),
    reinvestedMinor: terms.costRule === 'IN_KIND' ? given.netMinor : 0n,
    paidRemainder: price === null ? 0n : remainder,
  };
}

interface Costs {
  readonly fractionCostMinor: bigint;
  readonly costMovedMinor: bigint;
  readonly costOutMinor: bigint;
  readonly gainMinor: bigint;
}

function costsOf(terms: EffectTerms, given: Given, coming: Coming): Costs {
  const costOut = costOfCash(terms, given, coming);
  const costMovedMinor = costMoved(terms, given, { costOut, coming });
  const fractionCostMinor = fractionCost(terms, given, { costMovedMinor, coming });
  const sold = isSold(terms) ? given.principalMinor - costOut : 0n;
  return {
    fractionCostMinor,
    costMovedMinor,
    costOutMinor: costOut,
    gainMinor: sold + coming.cashInLieuMinor - fractionCostMinor,
  };
}

/** Returns whether the option's cash is proceeds, which realise a part of the cost. */
function isSold({ costRule }: EffectTerms): boolean {
  return ['CARRIED', 'SOLD', 'REDUCED', 'RETURNED'].includes(costRule);
}

function costOfCash(terms: EffectTerms, given: Given, coming: Coming): bigint {
  const { cost, principalMinor: cash, units, left } = given;
  switch (terms.costRule) {
    case 'SOLD':
      return share(cost, new Decimal(String(left)), new Decimal(String(units)));
    case 'REDUCED':
      return share(cost, terms.costPart, terms.costOf);
    case 'RETURNED':
      return lesser(cash, cost);
    case 'CARRIED': {
      // If the holder receives neither units nor cash for a fraction, the whole cost is removed.
      if (coming.newUnits === 0n && coming.paidRemainder === 0n) return cost;
      if (cash === 0n) return 0n;
      if (terms.exPrice === null) return lesser(cash, cost);
      const cashPart = new Decimal(String(cash)).times(String(terms.oldUnits));
      const unitPart = terms.exPrice.times(String(units * terms.newUnits));
      return share(cost, cashPart, cashPart.plus(unitPart));
    }
    case 'KEPT':
    case 'MOVED':
    case 'IN_KIND':
    case 'REINVESTED':
      return 0n;
  }
}

function costMoved(
  terms: EffectTerms,
  { cost }: Given,
  { costOut, coming }: { readonly costOut: bigint; readonly coming: Coming },
): bigint {
  if (terms.costRule === 'CARRIED') return cost - costOut;
  if (terms.costRule !== 'MOVED') return 0n;
  // Cost is never moved to a holding without units.
  if (coming.newUnits === 0n && coming.paidRemainder === 0n) return 0n;
  return share(cost, terms.costPart, terms.costOf);
}

// Returns the cost of a fraction that is paid in cash. It is a share of the cost of all new units
// or, if they join the holding, of the holding's cost.
function fractionCost(
  terms: EffectTerms,
  { units, cost, incomeMinor }: Given,
  { costMovedMinor, coming }: { readonly costMovedMinor: bigint; readonly coming: Coming },
): bigint {
  const part = new Decimal(String(coming.paidRemainder));
  if (part.isZero()) return 0n;
  const among = new Decimal(String(units * terms.newUnits));
  if (terms.costRule === 'IN_KIND') return share(incomeMinor, part, among);
  if (terms.costRule !== 'KEPT') return share(costMovedMinor, part, among);
  if (terms.newSecurityId !== null) return 0n;
  const isReplaced = !terms.takenPercent.isZero();
  return share(cost, part, isReplaced ? among : among.plus(String(units * terms.oldUnits)));
}

/** The members of an entitlement that determine its movements. */
interface Entitled extends EntitlementAmounts {
  readonly eligibleQuantity: bigint;
  /** The number of new units that the depository has not credited yet. */
  readonly pendingUnits: bigint;
}

/** Returns the movements of an entitlement. Movements without an effect are left out. */
export function movesOf(terms: EffectTerms, entitled: Entitled): EffectMove[] {
  const { ownKind, newKind } = terms;
  if (ownKind === null || newKind === null) return [];
  const sign = entitled.eligibleQuantity < 0n ? -1n : 1n;
  const isOwn = terms.newSecurityId === null;
  const added = {
    quantity: entitled.newUnits,
    costMinor: sign * entitled.reinvestedMinor + entitled.costMovedMinor,
    pendingQuantity: entitled.pendingUnits,
  };
  const none = { quantity: 0n, costMinor: 0n, pendingQuantity: 0n };
  const own = isOwn ? added : none;
  const cashInLieu = sign * entitled.cashInLieuMinor;
  const fractionGain = cashInLieu - entitled.fractionCostMinor;
  const moves: EffectMove[] = [
    {
      leg: 'OWN',
      line: 1,
      kind: ownKind,
      quantity: own.quantity - entitled.oldUnits,
      costMinor: own.costMinor - entitled.costOutMinor - entitled.costMovedMinor,
      proceedsMinor: isSold(terms) ? sign * entitled.principalMinor : 0n,
      gainMinor: entitled.gainMinor - fractionGain,
      pendingQuantity: own.pendingQuantity,
    },
    {
      leg: 'NEW',
      line: 2,
      kind: newKind,
      ...(isOwn ? none : added),
      proceedsMinor: 0n,
      gainMinor: 0n,
    },
    {
      leg: isOwn ? 'OWN' : 'NEW',
      line: 3,
      kind: 'CASH_IN_LIEU',
      quantity: 0n,
      costMinor: -entitled.fractionCostMinor,
      proceedsMinor: cashInLieu,
      gainMinor: fractionGain,
      pendingQuantity: 0n,
    },
  ];
  return moves.filter(
    (move) => move.quantity !== 0n || move.costMinor !== 0n || move.gainMinor !== 0n,
  );
}
