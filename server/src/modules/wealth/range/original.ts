// The members of a valuation that clients of the original program expect: totals without cash, and
// each position with its cost and gain.

import { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { roundTo } from '../../../platform/money/rounding.js';
import { originalMembers, percentOf, type ValuedHolding } from '../../order/index.js';
import type { WealthClass } from '../valuation/line.js';
import type { NamedPortfolio } from '../valuation/queries.js';
import { convert, shownRate } from '../valuation/rate.js';
import { sectorOf } from '../valuation/sector.js';
import type { ValuedLine } from '../valuation/total.js';
import { costIn, sumOf } from './record.js';

/** The positions at the end of a range. */
interface Positions {
  readonly lines: readonly ValuedLine[];
  /** The holdings of the portfolios, each of which is a line. */
  readonly holdings: readonly ValuedHolding[];
  readonly portfolios: readonly NamedPortfolio[];
  readonly currency: string;
}

/** The classes whose positions clients of the original program list. */
const POSITIONS: ReadonlySet<WealthClass> = new Set([
  'EQUITY',
  'BOND',
  'DEPOSIT',
  'PAPER',
  'BILL',
  'FUND',
]);

/** Returns the members that clients of the original program expect. */
export function originalMembersOf({ lines, holdings, portfolios, currency }: Positions): object {
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  const positions = lines.filter((line) => POSITIONS.has(line.class));
  const value = (...names: readonly WealthClass[]) =>
    sumOf(
      positions.filter((line) => names.includes(line.class)),
      countedIn,
    );
  const wholeMinor = sumOf(positions, countedIn);
  const cashMinor = sumOf(lines.filter(isAccount), ({ valueInMinor }) => valueInMinor);
  const costed = positions.filter(({ costMinor }) => costMinor !== undefined);
  const [valueMinor, costMinor] = [sumOf(costed, countedIn), sumOf(costed, costIn)];
  const held = new Map(holdings.map((holding) => [keyOf(holding.row), holding]));
  const ids = new Map(portfolios.map(({ id, name }) => [name, id]));
  return {
    totalPortfolioValue: amount(wholeMinor),
    totalPortfolioCost: amount(costMinor),
    totalPortfolioReturnPerc: percentOf(decimal(valueMinor - costMinor), decimal(costMinor)),
    cashBalance: amount(cashMinor),
    equityValue: amount(value('EQUITY')),
    bondValue: amount(value('BOND')),
    fundValue: amount(value('FUND')),
    termInstrumentValue: amount(value('DEPOSIT')),
    treasuryBillValue: amount(value('BILL')),
    marketValue: amount(wholeMinor),
    totalValue: amount(wholeMinor + cashMinor),
    portfolioHoldings: positions.map((line) => {
      const portfolioId = ids.get(line.portfolioName ?? '');
      const holding =
        line.subjectType === 'SECURITY' && portfolioId !== undefined
          ? held.get(keyOf({ portfolio_id: portfolioId, security_id: line.subjectId }))
          : undefined;
      return {
        portfolioId,
        ...(holding === undefined ? instrumentMembers(line) : securityMembers(holding)),
        ...positionMembers(line, { currency, wholeMinor }),
      };
    }),
  };
}

function keyOf(row: { readonly portfolio_id: bigint; readonly security_id: bigint }): string {
  return `${row.portfolio_id} ${row.security_id}`;
}

function isAccount({ priceSource }: ValuedLine): boolean {
  return priceSource === 'LEDGER';
}

function decimal(minor: bigint): Decimal {
  return new Decimal(String(minor));
}

// Clients of the original program add up these amounts, so a position without a price is shown at
// cost.
function countedMinor({ valueMinor, costMinor }: ValuedLine): bigint | undefined {
  return valueMinor ?? costMinor;
}

function countedIn(line: ValuedLine): bigint | undefined {
  const minor = countedMinor(line);
  if (minor === undefined || line.conversion === undefined) return undefined;
  return convert(minor, line.currency, line.conversion);
}

function securityMembers(holding: ValuedHolding): object {
  return { ...originalMembers(holding), securityType: holding.row.security_type };
}

// Instruments and fund units have no exchange and no gain per unit.
function instrumentMembers(line: ValuedLine): object {
  const { quantity = new Decimal(0), price, age, maturity } = line;
  return {
    securityId: line.subjectId,
    securityType: line.class,
    securitySector: sectorOf(line),
    quantityHeld: quantity,
    marketPrice: price,
    valueDate: age?.date,
    valuation: minorToDecimal(countedMinor(line) ?? 0n, line.currency),
    priceValueMultiple: new Decimal(1),
    maturityDate: maturity,
  };
}

function positionMembers(
  line: ValuedLine,
  { currency, wholeMinor }: { readonly currency: string; readonly wholeMinor: bigint },
): object {
  const own = (minor: bigint) => minorToDecimal(minor, line.currency);
  const { quantity = new Decimal(0), costMinor, price } = line;
  const value = own(countedMinor(line) ?? 0n);
  const valueInMinor = countedIn(line);
  return {
    active: true,
    symbol: line.name,
    securityName: line.name,
    securityLabel: line.label,
    companyName: line.label,
    sector: line.class === 'EQUITY' || line.class === 'BOND' ? line.sector : sectorOf(line),
    assetClass: line.class,
    currency: line.currency,
    quantity,
    totalUnitsHeld: quantity,
    ...(costMinor === undefined ? {} : costMembers({ cost: own(costMinor), value, quantity })),
    marketValue: value,
    currentValue: line.class === 'FUND' && price !== undefined ? price : value,
    currentValueFC: value,
    ...(valueInMinor === undefined
      ? {}
      : {
          currentValueLC: minorToDecimal(valueInMinor, currency),
          portPercentage: percentOf(decimal(valueInMinor), decimal(wholeMinor)),
          conversionRate: line.conversion && shownRate(line.conversion),
        }),
  };
}

/** The amounts of a position that has a cost. */
interface Costed {
  readonly cost: Decimal;
  readonly value: Decimal;
  readonly quantity: Decimal;
}

function costMembers({ cost, value, quantity }: Costed): object {
  return {
    unitCost: quantity.isZero() ? undefined : roundTo(cost.dividedBy(quantity), 4, 'HALF_UP'),
    totalPurchaseCost: cost,
    investedAmount: cost,
    totalGainLoss: value.minus(cost),
    totalGainLossPercent: percentOf(value.minus(cost), cost),
  };
}
