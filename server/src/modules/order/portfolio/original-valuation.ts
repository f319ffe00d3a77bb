// Totals of valued holdings, and the members of a valuation that clients of the original read.

import { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { assetClassOf } from '../../market/index.js';
import { originalMembers } from './holding-record.js';
import { averageCost, countedMinor, percentOf, type ValuedHolding } from './holding-value.js';

/** The sums of holdings in one currency, in minor units. */
interface HoldingTotals {
  /** With accrued interest. Holdings without a price are included at their cost. */
  readonly valueMinor: bigint;
  readonly costMinor: bigint;
  readonly equityMinor: bigint;
  readonly bondMinor: bigint;
  /** The number of holdings without a price. */
  readonly unpriced: number;
  /** The number of holdings in other currencies. The sums do not include them. */
  readonly inOtherCurrency: number;
}

/** Sums the holdings that have the given currency. */
export function totalsIn(currency: string, holdings: readonly ValuedHolding[]): HoldingTotals {
  const own = holdings.filter(({ row }) => row.currency === currency);
  const sum = (of: readonly ValuedHolding[], part: (holding: ValuedHolding) => bigint) =>
    of.reduce((total, holding) => total + part(holding), 0n);
  const bonds = own.filter(({ row }) => assetClassOf(row.security_type) === 'BOND');
  const valueMinor = sum(own, countedMinor);
  const bondMinor = sum(bonds, countedMinor);
  return {
    valueMinor,
    costMinor: sum(own, ({ row }) => row.cost_minor),
    equityMinor: valueMinor - bondMinor,
    bondMinor,
    unpriced: own.filter(({ cleanMinor }) => cleanMinor === undefined).length,
    inOtherCurrency: holdings.length - own.length,
  };
}

/** Returns the gain of totals as a percentage of their cost; zero without a cost. */
export function gainPercent({ valueMinor, costMinor }: HoldingTotals): Decimal {
  return percentOf(new Decimal(String(valueMinor - costMinor)), new Decimal(String(costMinor)));
}

/** The currency of a valuation, and the cash in it. */
interface Measure {
  readonly currency: string;
  readonly cashMinor: bigint;
}

/** Returns the members of a valuation that clients of the original read. */
export function originalValuation(
  holdings: readonly ValuedHolding[],
  { currency, cashMinor }: Measure,
): object {
  const totals = totalsIn(currency, holdings);
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  const { valueMinor, inOtherCurrency } = totals;
  return {
    totalPortfolioValue: amount(valueMinor),
    totalPortfolioCost: amount(totals.costMinor),
    totalPortfolioReturnPerc: gainPercent(totals),
    cashBalance: amount(cashMinor),
    equityValue: amount(totals.equityMinor),
    bondValue: amount(totals.bondMinor),
    fundValue: amount(0n),
    termInstrumentValue: amount(0n),
    treasuryBillValue: amount(0n),
    marketValue: amount(valueMinor),
    totalValue: amount(valueMinor + cashMinor),
    ...(inOtherCurrency === 0 ? {} : { holdingsInOtherCurrency: new Decimal(inOtherCurrency) }),
    portfolioHoldings: holdings.map((holding) => toOriginalRecord(holding, currency, valueMinor)),
  };
}

function toOriginalRecord(holding: ValuedHolding, currency: string, wholeMinor: bigint): object {
  const { row } = holding;
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
  const value = amount(countedMinor(holding));
  const cost = amount(row.cost_minor);
  const quantity = new Decimal(String(row.quantity));
  const isOwn = row.currency === currency;
  return {
    ...originalMembers(holding),
    active: true,
    portfolioId: row.portfolio_id,
    symbol: row.security_name,
    securityName: row.security_name,
    securityLabel: row.security_label,
    securityType: row.security_type,
    companyName: row.security_label,
    sector: row.sector ?? undefined,
    assetClass: assetClassOf(row.security_type),
    currency: row.currency,
    quantity,
    totalUnitsHeld: quantity,
    unitCost: averageCost(row),
    totalPurchaseCost: cost,
    investedAmount: cost,
    totalGainLoss: value.minus(cost),
    totalGainLossPercent: percentOf(value.minus(cost), cost),
    marketValue: value,
    currentValue: value,
    currentValueFC: value,
    ...(isOwn
      ? { currentValueLC: value, portPercentage: percentOf(value, amount(wholeMinor)) }
      : {}),
  };
}
